import * as z from 'zod/mini';
import { Problem } from '../../../base/errors/problem.ts';
import { parseJson } from '../../../repository/linked-data/json.ts';
import type { KeyValueStore } from '../../../repository/store/key-value-store.ts';
import type { HeadState, ObjectStore } from '../../../repository/store/object-store.ts';
import { encodeBits } from './bitstring.ts';

/** Number of entries of one list, as the standard requires: fetching a list does not reveal which badge is checked. */
export const LIST_LENGTH = 131_072;

/** Number of entries that are stored in one value. */
const BLOCK_LENGTH = 256;

const MAX_ATTEMPTS = 50;

/** An assertion in a list, and the state in which it was found to be a badge. */
const block = z.array(z.tuple([z.string(), z.string()]));

/** The lists, whose places are given out in order. Another store has other lists, under another name. */
const counter = z.object({ name: z.string(), block: z.number() });
const KEY = 'badge-status';

/** A place in a list. */
export type StatusPlace = { readonly list: string; readonly index: number };

/**
 * The place of an assertion in the lists of revoked badges, which never changes.
 *
 * @throws Problem `version-conflict` (409), `store-unavailable` (503)
 */
export async function statusPlace(
  keyValues: KeyValueStore,
  { shortId, writeId }: Pick<HeadState, 'shortId' | 'writeId'>,
): Promise<StatusPlace> {
  const lists = await currentLists(keyValues);
  const own = `${KEY}/of/${lists.value.name}/${shortId}`;
  const known = await keyValues.get(own);
  if (known !== null) return placeAt(lists.value.name, Number(known.value));
  const position = await append(keyValues, [shortId, writeId]);
  const saved = await keyValues.set(own, String(position), { expected: null });
  const first = saved === null ? await keyValues.get(own) : null; // another request was faster
  return placeAt(lists.value.name, first === null ? position : Number(first.value));
}

/**
 * The bits of a list (Bitstring Status List, 2.2), compressed and encoded.
 *
 * @param isRevoked of an assertion whose state differs from that in which it was a badge
 * @returns null for a list that does not exist
 */
export async function encodedList(
  { keyValues, store }: { readonly keyValues: KeyValueStore; readonly store: Pick<ObjectStore, 'heads'> },
  list: string,
  isRevoked: (head: HeadState) => Promise<boolean>,
): Promise<string | null> {
  const { value } = await currentLists(keyValues);
  const number = listNumber(list, value.name);
  const firstBlock = (number ?? 0) * (LIST_LENGTH / BLOCK_LENGTH);
  if (number === null || firstBlock > value.block) return null;
  const bits = new Uint8Array(LIST_LENGTH / 8);
  for (let at = firstBlock; at <= Math.min(value.block, firstBlock + LIST_LENGTH / BLOCK_LENGTH - 1); at++) {
    const entries = parseBlock((await keyValues.get(blockKey(value.name, at)))?.value);
    const heads = entries.length === 0 ? [] : await store.heads(entries.map(([shortId]) => shortId));
    for (const [position, [, writeId]] of entries.entries()) {
      const head = heads[position] ?? null;
      const index = (at - firstBlock) * BLOCK_LENGTH + position;
      const revoked = head === null || (head.writeId !== writeId && (await isRevoked(head)));
      if (revoked) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7));
    }
  }
  return encodeBits(bits);
}

async function currentLists(keyValues: KeyValueStore) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const entry = await keyValues.get(KEY);
    if (entry !== null) {
      return {
        value: z.parse(counter, parseJson(entry.value, 'The counter of status lists')),
        revision: entry.revision,
      };
    }
    const name = crypto.randomUUID().slice(0, 8);
    await keyValues.set(KEY, JSON.stringify({ name, block: 0 }), { expected: null });
  }
  throw busy();
}

async function append(keyValues: KeyValueStore, entry: readonly [shortId: string, writeId: string]): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { value, revision } = await currentLists(keyValues);
    const key = blockKey(value.name, value.block);
    const found = await keyValues.get(key);
    const entries = parseBlock(found?.value);
    if (entries.length >= BLOCK_LENGTH) {
      await keyValues.set(KEY, JSON.stringify({ ...value, block: value.block + 1 }), { expected: revision });
      continue;
    }
    const expected = found?.revision ?? null;
    if ((await keyValues.set(key, JSON.stringify([...entries, entry]), { expected })) === null) continue;
    return value.block * BLOCK_LENGTH + entries.length;
  }
  throw busy();
}

function busy(): Problem {
  return new Problem('version-conflict', 'Too many badges are issued at once: try again.');
}

function parseBlock(text: string | undefined): z.output<typeof block> {
  return text === undefined ? [] : z.parse(block, parseJson(text, 'The block of a status list'));
}

function blockKey(name: string, number: number): string {
  return `${KEY}/${name}/${number}`;
}

function placeAt(name: string, position: number): StatusPlace {
  return { list: `${name}-${Math.floor(position / LIST_LENGTH)}`, index: position % LIST_LENGTH };
}

function listNumber(list: string, name: string): number | null {
  const [, own, number] = /^([0-9a-f]{8})-(\d{1,6})$/.exec(list) ?? [];
  return own === name ? Number(number) : null;
}
