import * as z from 'zod/mini';
import { encodeUtf8 } from '../../base/crypto/text-encoding.ts';
import { type BlobName, blobName } from '../../repository/store/blob-store.ts';
import type { DumpFiles } from '../../repository/store/dump-files.ts';

/** A file of a dump. Its name contains the beginning of its digest, so a file of this name never has other contents. */
export const DUMP_FILE = z.object({
  name: z.string().check(z.regex(/^\d{4}-\d\d-\d\d-\d{4}-[0-9a-f]{8}\.ndjson\.gz$/)),
  bytes: z.int(),
  objects: z.int(),
  /** Of the file as it is, compressed; hexadecimal. */
  sha256: z.string(),
});

export type DumpFile = z.infer<typeof DUMP_FILE>;

/** A complete dump. */
export const DUMP = z.object({
  /** The day on which it was begun (UTC). */
  id: z.string(),
  begun: z.iso.datetime(),
  ended: z.iso.datetime(),
  objects: z.int(),
  /** Position in the changes when it was begun. */
  since: z.string(),
  files: z.array(DUMP_FILE),
});

export type Dump = z.infer<typeof DUMP>;

const INDEX = z.object({ dumps: z.array(DUMP) });

/** Not a name of a {@link DUMP_FILE}. */
const INDEX_NAME = 'index.json' as BlobName; // as `blobName` accepts it

/** The complete dumps, the newest first. @throws Problem `store-unavailable` (503); Error when the index is damaged */
export async function readDumps(files: DumpFiles): Promise<readonly Dump[]> {
  const file = await files.open(INDEX_NAME);
  if (file === null) return [];
  const text = await new Response(file.read()).text();
  return z.parse(INDEX, JSON.parse(text)).dumps;
}

/** Publishes a dump in place of others of its day, and removes all files but those of the newest dumps. */
export async function publishDump(files: DumpFiles, dump: Dump, keep: number): Promise<void> {
  const others = (await readDumps(files)).filter(({ id }) => id !== dump.id);
  const dumps = [dump, ...others].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, keep);
  await files.put(INDEX_NAME, encodeUtf8(JSON.stringify({ dumps })));
  const kept = new Set<string>([INDEX_NAME, ...dumps.flatMap((one) => one.files.map(({ name }) => name))]);
  for (const name of await files.list()) if (!kept.has(name)) await files.delete(name);
}

/** The name of a file of a dump; null for any other. */
export function dumpFileName(text: string): BlobName | null {
  return DUMP_FILE.shape.name.safeParse(text).success ? blobName(text) : null;
}

/** The digests of the files of a dump, as `sha256sum -c` reads them. */
export function checksumsOf({ files }: Dump): string {
  return files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('');
}
