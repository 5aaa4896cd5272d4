import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Engine, ReadItem } from '../engine/engine.ts';
import { indexNames } from '../indices/index-names.ts';
import { createRebuildWatch, REBUILD_NOTE, type RebuildNote } from './announcement.ts';

const NAMES = indexNames('test-');
const NOTE: RebuildNote = {
  holder: 'a',
  layout: 2,
  objects: 'objects-1',
  from: 'search-1',
  index: 'search-2',
  announced: 1,
  beat: 1,
  position: '',
  done: 0,
};

/** An engine that contains at most the note. */
function noteEngine() {
  const state: { note: RebuildNote | null; reads: (readonly ReadItem[])[] } = { note: null, reads: [] };
  const unused = () => Promise.reject(new Error('not part of this test'));
  const engine: Engine = {
    async read(items) {
      state.reads.push(items);
      const source = { value: JSON.stringify(state.note) };
      const revision = { index: 'values-1', seqNo: 0, primaryTerm: 1 };
      return items.map(({ id }) => {
        return id === REBUILD_NOTE && state.note !== null ? { id, source, version: 1, revision } : null;
      });
    },
    readSmall: unused,
    bulk: unused,
    search: unused,
    refresh: unused,
    call: unused,
  };
  return { state, engine };
}

test('the known note is used while it is fresh, and read again after that', async () => {
  const { state, engine } = noteEngine();
  const watch = createRebuildWatch(engine, NAMES, 60_000);
  expect(await watch.present()).toBeNull();
  state.note = NOTE;
  expect(await watch.present()).toBeNull();
  expect(state.reads).toHaveLength(1);

  const wary = createRebuildWatch(engine, NAMES, 1);
  expect(await wary.present()).toEqual(NOTE);
  state.note = null;
  await sleep(20);
  expect(await wary.present()).toBeNull();
});

test('a read of documents includes the note, and returns only the requested documents', async () => {
  const { state, engine } = noteEngine();
  state.note = NOTE;
  const watch = createRebuildWatch(engine, NAMES, 60_000);
  const items = [{ index: NAMES.objects, id: 'x' }];
  expect(await watch.engine.read(items)).toEqual([null]);
  expect(await watch.engine.read(items)).toEqual([null]);
  expect(await watch.present()).toEqual(NOTE);
  expect(state.reads.map(({ length }) => length)).toEqual([2, 1]);
});
