import * as z from 'zod/mini';
import type { KeyValueStore, ListPage } from '../../repository/store/key-value-store.ts';
import type { ObjectStore } from '../../repository/store/object-store.ts';
import { formatIdentityLine } from './line-formats.ts';
import { fromKey, linesOfObjects, PLACE } from './object-lines.ts';
import { type CopyStep, decodePosition, encodePosition, takePart } from './part.ts';

/** After a version of an object, or an identity: the cursor of its page in the store, and its key there. */
const POSITION = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('objects'), page: z.nullable(z.string()), last: z.nullable(PLACE) }),
  z.object({ kind: z.literal('identities'), page: z.nullable(z.string()), last: z.nullable(z.string()) }),
]);

/** A position in an export. */
type ExportPosition = z.infer<typeof POSITION>;

/** The start of an export. */
export const START = { kind: 'objects', page: null, last: null } as const satisfies ExportPosition;

/** The start of the identities of an export. */
export const FIRST_IDENTITY = { kind: 'identities', page: null, last: null } as const satisfies ExportPosition;

const PAGE_SIZE = 50;

/** Number of identities per page: each may be as large as an object. */
const IDENTITY_PAGE_SIZE = 20;

type ExportSource = { readonly store: ObjectStore; readonly keyValues: Pick<KeyValueStore, 'list'> };

type ExportStep = CopyStep<ExportPosition>;

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
    for await (const { line, place } of linesOfObjects(store, page.objects, last)) {
      yield { line, next: { kind: 'objects', page: cursor, last: place } };
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
  const start = cursor === null ? START : decodePosition(POSITION, cursor, 'an export');
  const { bytes, next, done } = await takePart(source.now, exportFrom(source, start), start, maxBytes);
  return { bytes, next: done ? null : encodePosition(next) };
}

/** Length of a chunk, in characters. */
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
