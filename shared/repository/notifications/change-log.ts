import * as z from 'zod/mini';
import { chunks, chunksBySize } from '../../base/concurrency/chunks.ts';
import type { KeyId } from '../../base/crypto/public-key.ts';
import { encodeUtf8 } from '../../base/crypto/text-encoding.ts';
import { objectKey } from '../linked-data/identifiers.ts';
import type { Change, ChangedObject, ChangeFeed } from '../objects/change-feed.ts';

/**
 * An entry of the log: a change, reduced to what decides which subscribers receive it, without contents; or the request of a
 * subscriber for the next part of what it missed.
 */
export type LogEntry =
  | ({ readonly kind: 'change' } & { readonly change: Change })
  | {
      readonly kind: 'replay';
      /** Id of the subscriber's connection. */
      readonly connection: string;
      /** Number of the part. */
      readonly step: number;
    };

/** A log outside of the process, delivered to subscribers in the order of its entries. A published change is in the log. */
export interface ChangeLog extends ChangeFeed {
  /** Appends a subscriber's request for a part of what it missed. @throws Problem `store-unavailable` (503) */
  requestReplay(connection: string, step: number): Promise<void>;

  /**
   * The `writeId` of each object of each change that was logged since a time, UTC milliseconds.
   *
   * @throws Problem `store-unavailable` (503)
   */
  recordedSince(time: number): Promise<ReadonlySet<string>>;
}

/** Managed channels accept messages of up to 128 KB. */
const MAX_MESSAGE_BYTES = 120_000;

/** DynamoDB accepts items of up to 400 KB. */
const MAX_ENTRY_BYTES = 340_000;

/** Per object of an entry. */
const MAX_KEYS = 4_000;

/** Longer type keys are cut off, since no filter matches them. */
const MAX_TYPE_KEY_LENGTH = 4_096;

/** Separators, and the index of the type, per object. */
const OVERHEAD_BYTES = 16;

const KEYS = z.array(z.string());

const OBJECT = z.object({
  id: z.string(),
  write: z.string(),
  /** Index in the list of types. */
  type: z.number(),
  deleted: z.optional(z.boolean()),
  /** For a hidden object, the keys that may read it. */
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

/** Encodes a replay entry. */
export function replayText(connection: string, step: number): string {
  return JSON.stringify({ kind: 'replay', connection, step } satisfies z.infer<typeof ENTRY>);
}

/** Splits a change, in order, into parts whose ids fit into one message of a managed channel. Usually there is one. */
export function* messageSized({ kind, objects }: Change): Generator<Change> {
  const bytesOf = ({ shortId }: ChangedObject): number => sizeOf(JSON.stringify(shortId)) + 1;
  for (const part of chunksBySize(objects, bytesOf, { maxSize: MAX_MESSAGE_BYTES })) yield { kind, objects: part };
}

/**
 * Encodes a change as one or more entries, in order. A large batch is split, and so is an object with very many readers: each part
 * lists some of them.
 */
export function* changeTexts({ kind, objects }: Change): Generator<string> {
  const bytesOf = (object: ChangedObject): number => {
    return sizeOf(JSON.stringify(writtenObject(object, 0))) + sizeOf(typeOf(object)) + OVERHEAD_BYTES;
  };
  for (const part of messageSized({ kind, objects: objects.flatMap(splitReaders) })) {
    for (const slice of chunksBySize(part.objects, bytesOf, { maxSize: MAX_ENTRY_BYTES }))
      yield textOf(kind === 'batch', slice);
  }
}

/** Decodes an entry. @throws Error when the text is not an entry */
export function readEntry(text: string): LogEntry {
  const entry = z.parse(ENTRY, JSON.parse(text));
  if (entry.kind === 'replay') return entry;
  const objects = entry.objects.map((object) => changedObject(object, entry.types[object.type] ?? ''));
  return { kind: 'change', change: { kind: entry.batch ? 'batch' : 'single', objects } };
}

function textOf(batch: boolean, changed: readonly ChangedObject[]): string {
  const types = [...new Set(changed.map(typeOf))];
  const indexes = new Map(types.map((type, index) => [type, index]));
  const objects = changed.map((object) => writtenObject(object, indexes.get(typeOf(object)) ?? 0));
  return JSON.stringify({ kind: 'change', batch, types, objects } satisfies z.infer<typeof ENTRY>);
}

function typeOf({ typeKey }: ChangedObject): string {
  return typeKey.slice(0, MAX_TYPE_KEY_LENGTH);
}

/** The object, once for each part of its readers. */
function splitReaders(object: ChangedObject): ChangedObject[] {
  const { key, shortId, writeId, deleted, typeKey, access } = object;
  const keys = readersOf(object);
  if (keys.length <= MAX_KEYS) return [object];
  return chunks(keys, MAX_KEYS).map((readers) => {
    return { key, shortId, writeId, deleted, typeKey, access: { ...access, owners: [], readers } };
  });
}

/** Everyone may read an object that is not hidden. */
function readersOf({ access }: ChangedObject): readonly KeyId[] {
  return access.hidden ? [...new Set([...access.owners, ...access.readers])] : [];
}

function writtenObject(object: ChangedObject, type: number): WrittenObject {
  const { shortId: id, writeId: write, deleted, access } = object;
  return {
    id,
    write,
    type,
    ...(deleted && { deleted }),
    ...(access.hidden && { keys: [...readersOf(object)] }),
    ...(access.mixed && { mixed: true }),
  };
}

function changedObject(written: WrittenObject, typeKey: string): ChangedObject {
  const { id: shortId, write: writeId, deleted = false, keys, mixed = false } = written;
  const readers = (keys ?? []) as readonly string[] as readonly KeyId[]; // written by `writtenObject`
  const access = { owners: [], readers, hidden: keys !== undefined, mixed };
  return { key: objectKey(shortId), shortId, writeId, typeKey, deleted, access };
}

function sizeOf(text: string): number {
  return encodeUtf8(text).length;
}
