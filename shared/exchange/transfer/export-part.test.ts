import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../repository/access/caller.ts';
import { removeMany } from '../../repository/objects/remove-many.ts';
import type { ListPage } from '../../repository/store/key-value-store.ts';
import { exportPart, FIRST_IDENTITY, START } from './export-lines.ts';
import { encodePosition } from './part.ts';
import { identityKey, openRepository, type Repository, thing } from './testing/transfer.ts';

const OBJECTS = 'https://example.org/objects';

let directory: string;
let from: Repository;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parts-'));
  from = await openRepository(directory);
  const many = Array.from({ length: 70 }, (_, index) => thing(`${OBJECTS}/o${index}`, { name: `größe ${index}` }));
  await from.save(...many.slice(0, 40));
  for (let version = 1; version <= 12; version++) {
    await from.save(thing(`${OBJECTS}/long`, { text: 'ä'.repeat(400), version }));
  }
  await from.save(...many.slice(40));
  await removeMany(from.ctx, [{ name: `${OBJECTS}/o3`, version: null }], ANONYMOUS, 'single');
  await from.keepIdentities(...Array.from({ length: 45 }, (_, index) => `user ${index}`));
});
afterAll(async () => {
  await from.close();
  await rm(directory, { recursive: true });
});

type Parts = readonly { readonly lines: readonly string[]; readonly size: number }[];

/** @param between called between two parts */
async function partsOf(maxBytes: number, between: () => Promise<void> = async () => undefined): Promise<Parts> {
  const parts: { lines: readonly string[]; size: number }[] = [];
  let cursor: string | null = null;
  do {
    if (cursor !== null) await between();
    const { bytes, next } = await exportPart(from.ctx, cursor, maxBytes);
    const text = new TextDecoder().decode(bytes);
    expect(text.endsWith('\n')).toBe(true);
    parts.push({ lines: text.trimEnd().split('\n'), size: bytes.length });
    cursor = next;
  } while (cursor !== null);
  return parts;
}

const linesOf = (parts: Parts): string[] => parts.flatMap(({ lines }) => lines).sort();

describe('an export in parts', () => {
  it.each([1, 300, 1_000, 7_777, 1_000_000])(
    'is the whole export, each line once, in parts of %d bytes',
    async (size) => {
      const parts = await partsOf(size);
      expect(linesOf(parts)).toEqual(await from.exported());
      for (const part of parts) if (part.lines.length > 1) expect(part.size).toBeLessThanOrEqual(size);
      const single = parts.filter(({ lines }) => lines.length === 1).length;
      if (size === 1) expect(single).toBe(parts.length);
      if (size === 1_000_000) expect(parts).toHaveLength(1);
    },
  );

  it('fills a part as far as whole lines fit', async () => {
    const parts = await partsOf(2_000);
    for (const [index, { size }] of parts.slice(0, -1).entries()) {
      const [following = ''] = parts[index + 1]?.lines ?? [];
      expect(size + new TextEncoder().encode(`${following}\n`).length).toBeGreaterThan(2_000);
    }
  });

  it('keeps the versions of an object in their order, over several parts', async () => {
    const parts = await partsOf(2_000);
    const versions = parts.flatMap(({ lines }) => lines.filter((line) => line.includes('/long"')));
    expect(versions.map((line) => JSON.parse(line).version)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    expect(parts.filter(({ lines }) => lines.some((line) => line.includes('/long"'))).length).toBeGreaterThan(5);
  });

  it('ends a part in time, with at least one line, when the store is slow', async () => {
    let time = 0;
    const slow = { ...from.ctx, now: () => (time += 6_000) };
    const { bytes, next } = await exportPart(slow, null, 1_000_000);
    expect([new TextDecoder().decode(bytes).trimEnd().split('\n').length, next !== null]).toEqual([1, true]);
  });

  it('ends a part in time, without a line, while the store searches for identities, and continues from there', async () => {
    const entry = { key: identityKey('last'), value: '1.YQ==.YQ==', revision: '1' };
    const asked: (string | null)[] = [];
    const keyValues = {
      async list(_prefix: string, cursor: string | null): Promise<ListPage> {
        asked.push(cursor);
        const looked = Number(cursor ?? 0) + 1;
        return looked === 4 ? { entries: [entry], next: null } : { entries: [], next: String(looked) };
      },
    };
    let time = 0;
    const slow = { ...from.ctx, keyValues, now: () => (time += 6_000) };
    const parts: number[] = [];
    let cursor: string | null = encodePosition(FIRST_IDENTITY);
    while (cursor !== null) {
      const { bytes, next } = await exportPart(slow, cursor, 1_000);
      parts.push(bytes.length);
      cursor = next;
    }
    expect(parts.slice(0, -1).every((size) => size === 0)).toBe(true);
    expect([parts.length > 1, parts.at(-1) === 0]).toEqual([true, false]);
    expect(asked.at(-1)).toBe('3');
  });

  it('misses nothing that existed before, with concurrent writes', async () => {
    const before = await from.exported();
    let made = 0;
    const parts = await partsOf(3_000, async () => {
      made++;
      await from.save(thing(`${OBJECTS}/new${made}`), thing(`${OBJECTS}/o60`, { made }));
      await from.keepIdentities(`new ${made}`);
    });
    const exported = new Set(linesOf(parts).map((line) => line.replace(/,"names":.*/, '')));
    // The head of the object that is written concurrently is history then.
    expect(before.filter((line) => !exported.has(line.replace(/,"names":.*/, '')))).toEqual([]);
  });

  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each([
    '',
    'nonsense',
    'größe',
    encoded({}),
    encoded({ ...START, last: 1 }),
    encoded({ ...START, page: 'x' }),
    encoded({ ...FIRST_IDENTITY, page: 'x' }),
  ])('refuses an invalid cursor: %j', async (cursor) => {
    await expect(exportPart(from.ctx, cursor, 1_000)).rejects.toMatchObject({ code: 'invalid-parameter' });
  });
});
