import { expect, test } from 'vitest';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { makeWrite } from '../../repository/store/contract/fixtures.ts';
import type { Head, HeadState } from '../../repository/store/object-store.ts';
import { createAssertionCache } from './assertion.ts';
import { readAssertions } from './read-assertions.ts';

type Context = Parameters<typeof readAssertions>[0];

/** A store of assertions. Each state of an assertion names another competency. */
function world() {
  const heads = new Map<string, Head>();
  const asked: string[] = [];
  const store: Pick<Context['store'], 'heads'> = {
    async heads(names) {
      asked.push(...names);
      return names.map((name) => heads.get(name) ?? null);
    },
  };
  const ctx = {
    store,
    assertions: createAssertionCache(parsePublicKey),
    reader: { count: async () => {} },
  } as unknown as Context; // only its heads are read
  return {
    asked,
    write(name: string, competency: string, deleted = false): HeadState {
      const { aliases: _, expected: __, search: ___, ...stored } = makeWrite(name, { members: { competency } });
      const head = { ...stored, deleted, writeId: crypto.randomUUID() };
      heads.set(head.shortId, head);
      return { ...head, text: null, size: head.text.length };
    },
    forget: (state: HeadState) => heads.delete(state.shortId),
    async read(...found: readonly HeadState[]) {
      asked.length = 0;
      const read = await readAssertions(ctx, found);
      return read.map(({ parsed }) => (parsed?.kind === 'parts' ? parsed.parts.competency : parsed));
    },
  };
}

test('each state is read once, and all assertions are in the order in which they were found', async () => {
  const { write, read, asked } = world();
  const [a, b, c] = [write('a', 'A'), write('b', 'B'), write('c', 'C')];
  expect(await read(c, a)).toEqual(['C', 'A']);
  expect(await read(a, b, c)).toEqual(['A', 'B', 'C']);
  expect(asked).toEqual([b.shortId]);
  const again = write('a', 'New');
  expect(await read(again, b)).toEqual(['New', 'B']);
  expect(asked).toEqual([a.shortId]);
});

test('all assertions are returned if they take several reads', async () => {
  const { write, read } = world();
  const names = Array.from({ length: 250 }, (_, index) => `n${index}`);
  expect(await read(...names.map((name) => write(name, name)))).toEqual(names);
});

test('assertions written or deleted after they were found are in their current state', async () => {
  const { write, read, forget } = world();
  const [a, b, c] = [write('a', 'A'), write('b', 'B'), write('c', 'C')];
  const newer = write('a', 'New');
  write('b', 'B', true);
  forget(c);
  expect(await read(a, b, c)).toEqual(['New']);
  expect(await read(newer)).toEqual(['New']);
});

test('a text that is already loaded is not read again', async () => {
  const { write, read, asked } = world();
  const { shortId, ...state } = write('a', 'A');
  expect(await read({ ...state, shortId, text: JSON.stringify({ competency: 'Here' }) })).toEqual(['Here']);
  expect(asked).toEqual([]);
});
