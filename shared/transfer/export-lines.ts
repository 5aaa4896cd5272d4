import * as z from 'zod/mini';
import { chunks } from '../concurrency/chunks.ts';
import { decodeBase64, encodeBase64 } from '../crypto/base64.ts';
import { fromUtf8, joinBytes, utf8 } from '../crypto/text-encoding.ts';
import { Problem } from '../errors/problem.ts';
import { wholeVersions } from '../objects/stored-versions.ts';
import type { KeyValueStore, ListPage } from '../store/key-value-store.ts';
import type { NamedHead, ObjectKey, ObjectStore, VersionState, VersionTrail } from '../store/object-store.ts';
import { formatIdentityLine, formatVersionLine, furtherNames } from './line-formats.ts';

/** After a version of an object, or an identity: the cursor of its page in the store, and its key there. */
const POSITION = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('objects'),
    page: z.nullable(z.string()),
    last: z.nullable(z.object({ key: z.string(), version: z.number() })),
  }),
  z.object({ kind: z.literal('identities'), page: z.nullable(z.string()), last: z.nullable(z.string()) }),
]);

/** A position in an export. */
type ExportPosition = z.infer<typeof POSITION>;

/** The start of an export. */
export const START = { kind: 'objects', page: null, last: null } as const satisfies ExportPosition;

/** The start of its identities. */
export const FIRST_IDENTITY = { kind: 'identities', page: null, last: null } as const satisfies ExportPosition;

/** Encodes a position as base64url. It is not encrypted: exports are for admins. */
export function encodeExportCursor(position: ExportPosition): string {
  const text = encodeBase64(utf8(JSON.stringify(position)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reverses {@link encodeExportCursor}. @throws Problem `invalid-parameter` (400) for anything else */
function decodeExportCursor(cursor: string): ExportPosition {
  const padding = '='.repeat((4 - (cursor.length % 4)) % 4);
  const bytes = /^[\w-]+$/.test(cursor)
    ? decodeBase64(cursor.replaceAll('-', '+').replaceAll('_', '/') + padding)
    : null;
  try {
    return z.parse(POSITION, JSON.parse(fromUtf8(bytes ?? new Uint8Array()) ?? ''));
  } catch {
    throw new Problem('invalid-parameter', 'cursor: is not from an export. Start without it.', { where: 'cursor' });
  }
}

const PAGE_SIZE = 50;

/** Each identity may be as large as an object. */
const IDENTITY_PAGE_SIZE = 20;

/** Objects whose histories are read together. */
const HISTORY_BATCH_SIZE = 8;

/** More than any object has. */
const MAX_VERSIONS = 2 ** 31 - 1;

type ExportSource = { readonly store: ObjectStore; readonly keyValues: Pick<KeyValueStore, 'list'> };

/** A line, without its line break, and the position after it. */
type ExportStep = {
  /** Null for a position without a line: a page of the store was empty. */
  readonly line: string | null;
  readonly next: ExportPosition;
};

/**
 * Exports the store as lines without line breaks: all versions of all objects, including deleted ones, the versions of an object
 * together, oldest first; then the records of all identities. Concurrent writes may or may not be included.
 *
 * @throws Problem `store-unavailable` (503)
 */
export async function* exportLines(source: ExportSource): AsyncGenerator<string> {
  for await (const { line } of exportFrom(source, START)) if (line !== null) yield line;
}

/**
 * As {@link exportLines}, from a position on. Lines may be repeated after writes since that position was returned.
 *
 * @throws Problem `invalid-parameter` (400) for a position of another store
 */
async function* exportFrom(source: ExportSource, from: ExportPosition): AsyncGenerator<ExportStep> {
  if (from.kind === 'objects') {
    yield* objectsFrom(source, from);
    yield* identitiesFrom(source, FIRST_IDENTITY);
  } else yield* identitiesFrom(source, from);
}

async function* objectsFrom(
  { store }: ExportSource,
  from: ExportPosition & { readonly kind: 'objects' },
): AsyncGenerator<ExportStep> {
  let { page: cursor, last } = from;
  do {
    const page: Awaited<ReturnType<ObjectStore['scan']>> = await store.scan(cursor, PAGE_SIZE);
    const { key: done, version } = last ?? { key: null, version: -1 };
    const objects = fromKey(page.objects, done, ({ head }) => head.key);
    for (const batch of chunks(objects, HISTORY_BATCH_SIZE)) {
      const histories = await Promise.all(batch.map(({ head }) => readHistory(store, head.key)));
      for (const [index, object] of batch.entries()) {
        for await (const { line, ...place } of linesOf(store, object, histories[index] ?? NO_HISTORY)) {
          if (place.key === done && place.version <= version) continue;
          yield { line, next: { kind: 'objects', page: cursor, last: place } };
        }
      }
    }
    cursor = page.next;
    last = null;
  } while (cursor !== null);
}

async function* identitiesFrom(
  { keyValues }: ExportSource,
  from: ExportPosition & { readonly kind: 'identities' },
): AsyncGenerator<ExportStep> {
  let { page: cursor, last } = from;
  do {
    const page: ListPage = await keyValues.list('identity/', cursor, IDENTITY_PAGE_SIZE);
    for (const entry of fromKey(page.entries, last, ({ key }) => key)) {
      if (entry.key === last) continue;
      yield { line: formatIdentityLine(entry), next: { kind: 'identities', page: cursor, last: entry.key } };
    }
    cursor = page.next;
    last = null;
    if (cursor !== null) yield { line: null, next: { kind: 'identities', page: cursor, last } };
  } while (cursor !== null);
}

/** The items of a page from a key on; the whole page if the key is not in it any more, so that nothing is left out. */
function fromKey<T>(items: readonly T[], key: string | null, keyOf: (item: T) => string): readonly T[] {
  const index = items.findIndex((item) => keyOf(item) === key);
  return items.slice(Math.max(0, index));
}

/** The versions of an object, newest first, and their trails by version. */
type History = { readonly states: readonly VersionState[]; readonly trails: ReadonlyMap<number, VersionTrail> };

const NO_HISTORY: History = { states: [], trails: new Map() };

async function readHistory(store: ObjectStore, key: ObjectKey): Promise<History> {
  const [states, trails] = await Promise.all([store.history(key, MAX_VERSIONS), store.trail(key, MAX_VERSIONS)]);
  return { states, trails: new Map(trails.map((one) => [one.version, one])) };
}

/** The lines of an object, with their versions. */
async function* linesOf(store: Pick<ObjectStore, 'texts'>, named: NamedHead, { states, trails }: History) {
  const { head } = named;
  const versions = [...states].reverse();
  const newest = versions.at(-1)?.version;
  for await (const some of wholeVersions(store, versions)) {
    for (const version of some) {
      // A write after the page was read may have undone a deletion.
      const deleted = head.deleted && version.version === head.version;
      const facts = version.version === newest ? { deleted, names: furtherNames(named) } : null;
      yield {
        line: formatVersionLine(version, trails.get(version.version) ?? {}, facts),
        key: head.key,
        version: version.version,
      };
    }
  }
}

/** A part ends after this time although it is not full: requests to functions have a timeout. */
const TIMEOUT_MS = 10_000;

/** A part of an export. */
type ExportPart = {
  /** Whole lines, each with its line break. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Cursor of the next part; null for the last part. */
  readonly next: string | null;
};

/**
 * Reads the part of an export that fits into `maxBytes`, at least one line. A part may end between two versions of an object. With a
 * slow store it ends before it is full, in rare cases without a line.
 *
 * @param cursor `next` of the previous part; null: the first part
 * @param maxBytes of UTF-8
 * @throws Problem `invalid-parameter` (400) for a cursor that is not from an export of this store
 */
export async function exportPart(
  source: ExportSource & { readonly now: () => number },
  cursor: string | null,
  maxBytes: number,
): Promise<ExportPart> {
  const end = source.now() + TIMEOUT_MS;
  const lines: Uint8Array[] = [];
  let size = 0;
  let reached: ExportPosition = cursor === null ? START : decodeExportCursor(cursor);
  const part = (next: ExportPosition | null): ExportPart => ({
    bytes: joinBytes(lines, size),
    next: next === null ? null : encodeExportCursor(next),
  });
  for await (const { line, next } of exportFrom(source, reached)) {
    const late = source.now() >= end;
    if (line !== null) {
      const bytes = utf8(`${line}\n`);
      if (lines.length > 0 && (late || size + bytes.length > maxBytes)) return part(reached);
      lines.push(bytes);
      size += bytes.length;
    }
    reached = next;
    if (line === null && late) return part(reached);
  }
  return part(null);
}

/** Characters per chunk. */
const CHUNK_LENGTH = 1 << 16;

/**
 * Streams lines as UTF-8, created only as fast as they are read. Cancelling the stream ends the generator.
 *
 * @param lines without line breaks
 */
export function lineStream(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let chunk = '';
        while (chunk.length < CHUNK_LENGTH) {
          const { value, done } = await lines.next();
          if (done) {
            if (chunk !== '') controller.enqueue(encoder.encode(chunk));
            controller.close();
            return;
          }
          chunk += `${value}\n`;
        }
        controller.enqueue(encoder.encode(chunk));
      },
      cancel: async () => void (await lines.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
