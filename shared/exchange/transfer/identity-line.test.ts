import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatIdentityLine } from './line-formats.ts';
import { identityKey, openRepository, type Repository, thing } from './testing/transfer.ts';

const RECORD = `1.${btoa('account')}.${btoa('credentials')}`;

let directory: string;
let to: Repository;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'identities-'));
  to = await openRepository(directory);
});
afterEach(async () => {
  await to.close();
  await rm(directory, { recursive: true });
});

const valueAt = async (key: string): Promise<string | undefined> => (await to.ctx.keyValues.get(key))?.value;

describe('identities among the lines of an import', () => {
  it('are in an export, after the objects, each once', async () => {
    await to.save(thing('https://example.org/1'));
    await to.keepIdentities('ada', 'eve');
    await to.ctx.keyValues.set('profile/1', 'cached');
    const lines = await to.exported();
    expect(lines.filter((line) => line.includes('"identity"'))).toHaveLength(2);
    const copy = await openRepository(join(directory, 'copy'));
    try {
      expect(await copy.import(lines)).toMatchObject({ read: 3, restored: 3, present: 0, failedCount: 0 });
      expect(await copy.import(lines)).toMatchObject({ read: 3, restored: 0, present: 3, failedCount: 0 });
      expect(await copy.exported()).toEqual(lines);
    } finally {
      await copy.close();
    }
  });

  it('never replace existing ones', async () => {
    await to.keepIdentities('ada');
    const kept = await valueAt(identityKey('ada'));
    const line = formatIdentityLine({ key: identityKey('ada'), value: RECORD });
    expect(await to.import([line])).toMatchObject({ restored: 0, present: 1, failedCount: 0 });
    expect(await valueAt(identityKey('ada'))).toBe(kept);
  });

  it.each([
    { key: 'lease', value: RECORD },
    { key: 'identity/', value: RECORD },
    { key: 'identity/decoy', value: RECORD },
    { key: `${identityKey('ada')}0`, value: RECORD },
    { key: `x${identityKey('ada')}`, value: RECORD },
    { key: identityKey('ada').toUpperCase(), value: RECORD },
    { key: [identityKey('ada')], value: RECORD },
    { value: RECORD },
    { key: identityKey('ada'), value: 'anything' },
    { key: identityKey('ada'), value: `${RECORD}.more` },
    { key: identityKey('ada'), value: `${RECORD}\n` },
    { key: identityKey('ada'), value: 1 },
    { key: identityKey('ada') },
    'text',
    null,
  ])('are refused with the number of the line, and nothing is written: %j', async (identity) => {
    const before = thing('https://example.org/1');
    const report = await to.import([JSON.stringify(before), JSON.stringify({ identity }), JSON.stringify(before)]);
    expect(report).toMatchObject({ restored: 1, present: 1, failedCount: 1, failed: [{ line: 2 }] });
    for (const key of ['lease', 'identity/decoy', identityKey('ada')]) expect(await valueAt(key)).toBeUndefined();
    expect((await to.ctx.keyValues.list('identity/', null, 10)).entries).toEqual([]);
  });

  it('are distinguished from objects with a member of that name', async () => {
    const object = thing('https://example.org/1', { identity: { key: identityKey('ada'), value: RECORD } });
    expect(await to.import([JSON.stringify(object), JSON.stringify({ object, version: 2 })])).toMatchObject({
      restored: 2,
    });
    expect(await valueAt(identityKey('ada'))).toBeUndefined();
  });
});
