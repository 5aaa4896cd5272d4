import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { md5Hex } from '../../base/crypto/md5.ts';
import { ANONYMOUS } from '../../repository/access/caller.ts';
import { callerWith } from '../../repository/access/testing/caller.ts';
import { makeRekeyRequest } from '../../repository/access/testing/rekey.ts';
import { makeKey } from '../../repository/access/testing/sheet.ts';
import { save } from '../../repository/objects/put-many.ts';
import { removeMany } from '../../repository/objects/remove-many.ts';
import { openRepository, type Repository, thing } from './testing/transfer.ts';

const LOCAL = 'http://localhost:8080/api/data/schema.org.Thing';
const ELSEWHERE = 'https://elsewhere.example/api/data/schema.org.Thing';

let directory: string;
let from: Repository;
let to: Repository;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'transfer-'));
  [from, to] = await Promise.all([openRepository(join(directory, 'from')), openRepository(join(directory, 'to'))]);
});
afterEach(async () => {
  await Promise.all([from.close(), to.close()]);
  await rm(directory, { recursive: true });
});

async function seed({ ctx, save }: Repository): Promise<void> {
  await save(
    thing(`${LOCAL}/a/1`, { name: 'first' }),
    thing(`${LOCAL}/a/1700000000000`, { name: 'second', big: 1 }),
    thing(`${LOCAL}/b/1`, { name: 'deleted' }),
    thing(`${ELSEWHERE}/c/5`, { name: 'of another server' }),
    thing('https://example.org/things/12345', { name: 'one' }),
    thing('https://example.org/things/12345', { name: 'two' }),
    thing('https://example.org/中文', { name: 'größe', ['__proto__']: 'x', 'a b': [null, false, 0, ''] }),
  );
  await removeMany(ctx, [{ name: `${LOCAL}/b`, version: null }], ANONYMOUS, 'single');
}

const headOf = async ({ ctx }: Repository, name: string) => (await ctx.store.heads([name]))[0];

describe('an export', () => {
  it('G15 imported elsewhere and exported again gives the same lines', async () => {
    await seed(from);
    const lines = await from.exported();
    expect(lines).toHaveLength(7);
    expect(await to.import(lines)).toMatchObject({ read: 7, restored: 7, present: 0, failedCount: 0, failed: [] });
    expect(await to.exported()).toEqual(lines);
  });

  it('changes nothing when it is imported a second time', async () => {
    await seed(from);
    const lines = await from.exported();
    await to.import([...lines].reverse());
    expect(await to.import(lines)).toMatchObject({ read: 7, restored: 0, present: 7, failedCount: 0 });
    expect(await to.exported()).toEqual(lines);
  });

  it('keeps the aliases of an object: id, GUID, MD5, and the name that it was saved to', async () => {
    await seed(from);
    const target = { name: 'saved-to', version: null };
    await save(from.ctx, { object: { ...thing(`${LOCAL}/a/1700000000001`) }, target }, ANONYMOUS);
    await to.import(await from.exported());
    for (const name of [`${LOCAL}/a`, 'a', md5Hex(`${LOCAL}/a`), 'saved-to']) {
      expect((await headOf(to, name))?.shortId, name).toBe(`${LOCAL}/a`);
    }
    expect((await headOf(to, 'c'))?.id).toBe(`${ELSEWHERE}/c/5`);
    expect((await headOf(to, `${LOCAL}/b`))?.deleted).toBe(true);
    const digits = await headOf(to, 'https://example.org/things/12345');
    expect([digits?.shortId, digits?.version]).toEqual(['https://example.org/things/12345', 2]);
  });

  it('has an object that was written after its deletion as not deleted', async () => {
    await seed(from);
    await from.save(thing(`${LOCAL}/b/2`, { name: 'back' }));
    await to.import(await from.exported());
    const head = await headOf(to, 'b');
    expect([head?.deleted, head?.version]).toEqual([false, 2]);
  });
});

describe('an import', () => {
  it('accepts JSON-LD objects, one per line', async () => {
    const lines = [thing(`${LOCAL}/a/1`), thing('https://example.org/1')].map((object) => JSON.stringify(object));
    expect(await to.import(lines)).toMatchObject({ restored: 2, failedCount: 0 });
    expect((await headOf(to, 'https://example.org/1'))?.version).toBe(1);
  });

  it('takes the time from a version that looks like one, and otherwise the current time', async () => {
    const before = Date.now();
    await to.import([`${LOCAL}/a/1700000000000`, `${LOCAL}/b/7`].map((id) => JSON.stringify(thing(id))));
    expect((await headOf(to, 'a'))?.time).toBe(1_700_000_000_000);
    expect((await headOf(to, 'b'))?.time).toBeGreaterThanOrEqual(before);
  });

  it('reports each line that cannot be imported, by number, and imports all others', async () => {
    await to.save(thing(`${LOCAL}/a/1`, { name: 'mine' }), thing(`${LOCAL}/taken/1`));
    const report = await to.import([
      '{"object":',
      JSON.stringify(thing(`${LOCAL}/a/1`, { name: 'other contents' })),
      JSON.stringify({ '@id': `${LOCAL}/x/1` }),
      '',
      JSON.stringify(thing(`${LOCAL}.elsewhere/taken/1`)),
      JSON.stringify(thing(`${LOCAL}/fine/1`)),
    ]);
    expect(report).toMatchObject({ read: 5, restored: 1, present: 0, failedCount: 4 });
    expect([...report.failed].sort((left, right) => Number(left.line) - Number(right.line))).toMatchObject([
      { line: 1, '@id': null },
      { line: 2, '@id': `${LOCAL}/a/1`, detail: expect.stringContaining('other contents') },
      { line: 3, '@id': `${LOCAL}/x/1`, detail: 'Object must have an @type.' },
      { line: 5, '@id': `${LOCAL}.elsewhere/taken/1`, detail: expect.stringContaining('taken') },
    ]);
  });

  it('adds to the history only, below the current version; above it, subscribers are notified', async () => {
    await to.save(thing(`${LOCAL}/a/5`, { name: 'current' }));
    to.changes.length = 0;
    await to.import([3, 7].map((version) => JSON.stringify(thing(`${LOCAL}/a/${version}`))));
    const head = await headOf(to, 'a');
    expect(head?.version).toBe(7);
    expect((await to.ctx.store.history(head?.key ?? ('' as never), 10)).map(({ version }) => version)).toEqual([
      7, 5, 3,
    ]);
    expect(to.changes.map(({ objects }) => objects.map(({ shortId }) => shortId))).toEqual([[`${LOCAL}/a`]]);
    to.changes.length = 0;
    await to.import([2, 7].map((version) => JSON.stringify(thing(`${LOCAL}/a/${version}`))));
    expect(to.changes).toEqual([]);
  });
});

describe('imported RekeyRequests', () => {
  const provedBy = (key: Awaited<ReturnType<typeof makeKey>>) =>
    to.ctx.forwarding.apply(callerWith([key.publicKey])).everywhere.keys;

  it('take effect if they are current', async () => {
    const [old, next] = [await makeKey(), await makeKey()];
    await to.import([JSON.stringify(await makeRekeyRequest(old, next))]);
    expect(provedBy(next)).toEqual(new Set([old.publicKey.id, next.publicKey.id]));
    expect(provedBy(old)).toEqual(new Set());
  });

  it('have no effect if they are deleted, or superseded by another object', async () => {
    const [old, next] = [await makeKey(), await makeKey()];
    const request = await makeRekeyRequest(old, next);
    await to.import([JSON.stringify({ object: request, deleted: true })]);
    expect(provedBy(old)).toEqual(new Set([old.publicKey.id]));
    const [second] = [await makeKey()];
    const other = await makeRekeyRequest(second, next);
    const replaced = { ...other, '@type': 'Thing', '@id': String(other['@id']).replace(/1$/, '2') };
    await to.import([JSON.stringify(replaced), JSON.stringify(other)]);
    expect(provedBy(second)).toEqual(new Set([second.publicKey.id]));
  });

  it('are refused if the old key is already forwarded elsewhere, or would be forwarded in a cycle', async () => {
    const [a, b, c] = [await makeKey(), await makeKey(), await makeKey()];
    const requests = await Promise.all([makeRekeyRequest(a, b), makeRekeyRequest(a, c), makeRekeyRequest(b, a)]);
    const lines = requests.map((request, index) =>
      JSON.stringify({ ...request, '@id': `https://example.org/requests/r${index}` }),
    );
    expect(await to.import(lines)).toMatchObject({ restored: 1, failedCount: 2 });
    expect(provedBy(b)).toEqual(new Set([a.publicKey.id, b.publicKey.id]));
  });
});
