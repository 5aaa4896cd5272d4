import * as z from 'zod/mini';
import { chunks } from '../concurrency/chunks.ts';
import type { KeyId } from '../crypto/key-id.ts';
import { utf8 } from '../crypto/text-encoding.ts';
import { objectKey } from '../linked-data/identifiers.ts';
import type { Change, ChangedObject } from '../objects/change-feed.ts';
import type { LogEntry } from './change-log.ts';

/** Bytes of the ids of one entry as a message: managed channels take messages of at most 128 KB. */
const MAX_MESSAGE = 120_000;

/** Bytes of an entry: DynamoDB takes items of at most 400 KB. */
const MAX_ENTRY = 340_000;

/** Keys that one object of an entry may list. */
const MAX_KEYS = 4_000;

/** UTF-16 code units of a type key that are written down: filters for longer ones match nothing. */
const MAX_TYPE_KEY = 4_096;

/** Bytes by which an object makes an entry longer, besides what it is itself. */
const SPARE = 16;

const KEYS = z.array(z.string());

const OBJECT = z.object({
  id: z.string(),
  write: z.string(),
  /** Place in the list of types. */
  type: z.number(),
  deleted: z.optional(z.boolean()),
  /** Of an object that is hidden as a whole: who may read it. */
  keys: z.optional(KEYS),
  mixed: z.optional(z.boolean()),
});

const ENTRY = z.union([
  z.object({
    kind: z.literal('change'),
    batch: z.boolean(),
    types: z.array(z.string()),
    objects: z.array(OBJECT),
  }),
  z.object({ kind: z.literal('replay'), connection: z.string(), step: z.number() }),
]);

type WrittenObject = z.infer<typeof OBJECT>;

/** The text of a replay entry. */
export function replayText(connection: string, step: number): string {
  return JSON.stringify({ kind: 'replay', connection, step } satisfies z.infer<typeof ENTRY>);
}

/** A change in parts, in order, whose ids each fit into a message of a managed channel. Mostly there is one. */
export function* messageSized({ kind, objects }: Change): Generator<Change> {
  const bytesOf = ({ shortId }: ChangedObject): number => sizeOf(JSON.stringify(shortId)) + 1;
  for (const part of slices(objects, bytesOf, MAX_MESSAGE)) yield { kind, objects: part };
}

/**
 * A change as texts that each fit into one entry of a log, in order. A large batch becomes several, and so does an object that
 * very many may read: each of its parts is for some of them.
 */
export function* changeTexts({ kind, objects }: Change): Generator<string> {
  const bytesOf = (object: ChangedObject): number => {
    return sizeOf(JSON.stringify(writtenObject(object, 0))) + sizeOf(typeOf(object)) + SPARE;
  };
  for (const part of messageSized({ kind, objects: objects.flatMap(parts) })) {
    for (const slice of slices(part.objects, bytesOf, MAX_ENTRY)) yield textOf(kind === 'batch', slice);
  }
}

/** Reads an entry back. @throws Error when it is none */
export function readEntry(text: string): LogEntry {
  const entry = z.parse(ENTRY, JSON.parse(text));
  if (entry.kind === 'replay') return entry;
  const objects = entry.objects.map((object) => changedObject(object, entry.types[object.type] ?? ''));
  return { kind: 'change', change: { kind: entry.batch ? 'batch' : 'single', objects } };
}

/** The items in order, in slices whose sizes together are below a limit, or of one item. */
function* slices<T>(items: readonly T[], sizeOfItem: (item: T) => number, limit: number): Generator<readonly T[]> {
  let slice: T[] = [];
  let size = 0;
  for (const item of items) {
    const more = sizeOfItem(item);
    if (slice.length > 0 && size + more > limit) {
      yield slice;
      slice = [];
      size = 0;
    }
    slice.push(item);
    size += more;
  }
  if (slice.length > 0) yield slice;
}

function textOf(batch: boolean, changed: readonly ChangedObject[]): string {
  const types = [...new Set(changed.map(typeOf))];
  const places = new Map(types.map((type, place) => [type, place]));
  const objects = changed.map((object) => writtenObject(object, places.get(typeOf(object)) ?? 0));
  return JSON.stringify({ kind: 'change', batch, types, objects } satisfies z.infer<typeof ENTRY>);
}

function typeOf({ typeKey }: ChangedObject): string {
  return typeKey.slice(0, MAX_TYPE_KEY);
}

/** The object, once for each part of those who may read it. */
function parts(object: ChangedObject): ChangedObject[] {
  const { key, shortId, writeId, deleted, typeKey, access } = object;
  const keys = readersOf(object);
  if (keys.length <= MAX_KEYS) return [object];
  return chunks(keys, MAX_KEYS).map((readers) => {
    return { key, shortId, writeId, deleted, typeKey, access: { ...access, owners: [], readers } };
  });
}

/** Owners and readers hear alike of an object that is hidden; of others all hear. */
function readersOf({ access }: ChangedObject): readonly KeyId[] {
  return access.hidden ? [...new Set([...access.owners, ...access.readers])] : [];
}

function writtenObject(object: ChangedObject, type: number): WrittenObject {
  const { shortId: id, writeId: write, deleted, access } = object;
  return {
    ...{ id, write, type },
    ...(deleted && { deleted }),
    ...(access.hidden && { keys: [...readersOf(object)] }),
    ...(access.mixed && { mixed: true }),
  };
}

function changedObject(written: WrittenObject, typeKey: string): ChangedObject {
  const { id: shortId, write: writeId, deleted = false, keys, mixed = false } = written;
  const readers = (keys ?? []) as readonly string[] as readonly KeyId[]; // key ids were written
  const access = { owners: [], readers, hidden: keys !== undefined, mixed };
  return { key: objectKey(shortId), shortId, writeId, typeKey, deleted, access };
}

function sizeOf(text: string): number {
  return utf8(text).length;
}
