import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyedQueue } from '../../shared/base/concurrency/keyed-queue.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { BlobName, BlobStore } from '../../shared/repository/store/blob-store.ts';

/** Blobs as files in one directory, which is created at the first write. Conditional writes are safe for one process at a time. */
export function createFileBlobs(directory: string): BlobStore {
  const queue = createKeyedQueue();

  async function read(name: BlobName): Promise<string | null> {
    try {
      return await readFile(join(directory, name), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw unavailable(error);
    }
  }

  /** Writes a file beside the others, whose names never begin with a dot. */
  async function writeTemporary(text: string): Promise<string> {
    await mkdir(directory, { recursive: true });
    const path = join(directory, `.${randomUUID()}`);
    const file = await open(path, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return path;
  }

  return {
    async get(name) {
      const text = await read(name);
      return text === null ? null : { text, tag: tagOf(text) };
    },
    async put(name, text, condition) {
      return queue.run([name], async () => {
        if (condition !== undefined && condition.expected !== null) {
          const present = await read(name);
          if (present === null || tagOf(present) !== condition.expected) return null;
        }
        try {
          const path = await writeTemporary(text);
          if (condition?.expected !== null) await rename(path, join(directory, name));
          else if (!(await linked(path, join(directory, name)))) return null;
        } catch (error) {
          throw unavailable(error);
        }
        return tagOf(text);
      });
    },
  };
}

/** Gives a file its final name, unless the name is taken. */
async function linked(path: string, name: string): Promise<boolean> {
  try {
    await link(path, name);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(path);
  }
}

function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function unavailable(cause: unknown): Problem {
  return new Problem('store-unavailable', 'The files cannot be read or written.', {}, { cause });
}
