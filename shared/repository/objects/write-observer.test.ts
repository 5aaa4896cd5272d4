import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { openRepository, type Repository, thing } from '../../exchange/transfer/testing/transfer.ts';
import { ANONYMOUS } from '../access/caller.ts';
import { putMany } from './put-many.ts';
import { removeMany } from './remove-many.ts';
import { restoreMany } from './restore-many.ts';
import type { WriteObserver } from './write-observer.ts';

const ID = 'https://example.org/thing';

let directory: string;
let repository: Repository;
/** Calls of the observer, and publications, in their order. */
let calls: string[];
let away: boolean;

const observer: WriteObserver = {
  observe: () => ({
    watch: () => void calls.push('watch'),
    add: (version) => void calls.push(version === null ? 'nothing' : JSON.parse(version.text ?? '').name),
    addAmongOthers: (version) => void calls.push(`among others ${JSON.parse(version.text ?? '').name}`),
    async begin() {
      calls.push('begin');
    },
    async end() {
      calls.push('end');
      if (away) throw new Problem('store-unavailable', 'The store does not answer.');
    },
  }),
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'changes-'));
  repository = await openRepository(directory);
  repository.ctx.changes.subscribe(() => void calls.push('published'));
});
afterAll(async () => {
  await repository.close();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  await repository.ctx.store.purge();
  calls = [];
  away = false;
});

const context = () => ({ ...repository.ctx, observers: [observer] });
const put = (name: string) =>
  putMany(context(), [{ object: JSON.parse(JSON.stringify(thing(ID, { name }))) }], ANONYMOUS, 'single');
const remove = () => removeMany(context(), [{ name: ID, version: null }], ANONYMOUS, 'single');
const restore = (name: string) =>
  restoreMany(context(), [{ object: JSON.parse(JSON.stringify(thing(ID, { name }))), version: 5 }]);

describe('observers, before a write is acknowledged and published,', () => {
  test('receive the replaced and the new version of a save', async () => {
    await put('first');
    expect(calls).toEqual(['watch', 'nothing', 'first', 'begin', 'end', 'published']);
    calls = [];
    await put('second');
    expect(calls).toEqual(['watch', 'first', 'second', 'begin', 'end', 'published']);
  });

  test('receive a deletion, again when it is repeated, as its answer may have been lost', async () => {
    await put('first');
    calls = [];
    await remove();
    await remove();
    expect(calls).toEqual(['watch', 'first', 'begin', 'end', 'published', 'watch', 'first', 'begin', 'end']);
  });

  test('receive an imported version', async () => {
    await restore('moved');
    expect(calls).toEqual(['among others moved', 'begin', 'end', 'published']);
  });
});

describe('when profiles cannot be ended', () => {
  test.each([
    ['a save', () => put('first')],
    ['a deletion', async () => put('first').catch(() => remove())],
    ['a version moved in', () => restore('moved')],
  ])('%s is not acknowledged', async (_, write) => {
    away = true;
    await expect(write()).rejects.toMatchObject({ code: 'store-unavailable' });
  });

  test('the stored write is published nevertheless', async () => {
    away = true;
    await put('first').catch(() => undefined);
    expect(calls.at(-1)).toBe('published');
  });
});

test('a write that fails halfway ends profiles too: it may have happened', async () => {
  const failing = {
    ...repository.ctx.store,
    heads: (names: readonly string[]) => repository.ctx.store.heads(names),
    write: () => Promise.reject(new Problem('store-unavailable', 'The store does not answer.')),
  };
  const object = JSON.parse(JSON.stringify(thing(ID, { name: 'first' })));
  await putMany({ ...context(), store: failing }, [{ object }], ANONYMOUS, 'single').catch(() => undefined);
  expect(calls).toEqual(['watch', 'nothing', 'first', 'begin', 'end']);
});

test.each(['write', 'remove', 'restore'] as const)(
  'a process that is killed during a %s has ended profiles before',
  async (method) => {
    await put('first');
    const whenWritten: string[] = [];
    const store = new Proxy(repository.ctx.store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name === method) whenWritten.push(...calls.splice(0));
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const ctx = { ...context(), store };
    calls = [];
    const object = JSON.parse(JSON.stringify(thing(ID, { name: 'second' })));
    if (method === 'write') await putMany(ctx, [{ object }], ANONYMOUS, 'single');
    if (method === 'remove') await removeMany(ctx, [{ name: ID, version: null }], ANONYMOUS, 'single');
    if (method === 'restore') await restoreMany(ctx, [{ object, version: 5 }]);
    expect(whenWritten.at(-1)).toBe('begin');
    expect(calls).toContain('end');
  },
);
