import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bytes } from '../../shared/base/crypto/base64.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { type BlobName, blobName } from '../../shared/repository/store/blob-store.ts';
import type { ByteRange, DumpFiles, OpenFile } from '../../shared/repository/store/dump-files.ts';

/** Dumps as files in one directory, which is created at the first one. What a killed process was writing is a file like others. */
export function createDumpDirectory(directory: string): DumpFiles {
  async function write(path: string, bytes: Bytes): Promise<void> {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  return {
    open: (name) =>
      orAbsent<OpenFile | null>(null, async () => {
        const path = join(directory, name);
        const { size } = await stat(path);
        return { size, read: (range) => bytesOf(path, range) };
      }),
    put: (name, bytes) =>
      reported(async () => {
        await mkdir(directory, { recursive: true });
        const temporary = join(directory, `new-${randomUUID()}`);
        await write(temporary, bytes);
        await rename(temporary, join(directory, name));
      }),
    list: () =>
      orAbsent<readonly BlobName[]>([], async () => (await readdir(directory)).flatMap((name) => blobName(name) ?? [])),
    delete: (name) => orAbsent(undefined, () => rm(join(directory, name))),
  };
}

function bytesOf(path: string, range: ByteRange | undefined): ReadableStream<Bytes> {
  const source = createReadStream(path, range && { start: range.first, end: range.last });
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}

/** @param absent the result when there is no such file or directory @throws as {@link reported} */
function orAbsent<T>(absent: T, work: () => Promise<T>): Promise<T> {
  return reported(() =>
    work().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return absent;
      throw error;
    }),
  );
}

/** @throws Problem `store-unavailable` (503) */
async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new Problem('store-unavailable', 'The files of dumps cannot be read or written.', {}, { cause });
  }
}
