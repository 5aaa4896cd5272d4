import { describe, expect, it } from 'vitest';
import { type BlobName, blobName } from '../blob-store.ts';
import type { ByteRange, DumpFiles, OpenFile } from '../dump-files.ts';

function named(text: string): BlobName {
  const name = blobName(text);
  if (name === null) throw new Error('The name is not one.');
  return name;
}

async function bytesOf(file: OpenFile | null, range?: ByteRange): Promise<Uint8Array> {
  return new Uint8Array(await new Response(file?.read(range)).arrayBuffer());
}

/** What every place of dumps does. @param open the files of an empty place, the same for each call */
export function dumpFilesContract(open: () => DumpFiles): void {
  describe('a place of dumps', () => {
    it('has no files at first', async () => {
      expect(await open().list()).toEqual([]);
      expect(await open().open(named('other'))).toBeNull();
      await open().delete(named('other'));
    });

    it('returns a file as a whole, and in part', async () => {
      const name = named('one.ndjson.gz');
      await open().put(name, new Uint8Array([0, 1, 2, 3, 4]));
      const file = await open().open(name);
      expect(file?.size).toBe(5);
      expect([...(await bytesOf(file))]).toEqual([0, 1, 2, 3, 4]);
      expect([...(await bytesOf(file, { first: 1, last: 3 }))]).toEqual([1, 2, 3]);
      expect(await open().list()).toEqual([name]);
    });

    it('replaces a file, and removes it', async () => {
      const name = named('index.json');
      await open().put(name, new TextEncoder().encode('{"a":"ä"}'));
      await open().put(name, new TextEncoder().encode('{}'));
      expect(String.fromCharCode(...(await bytesOf(await open().open(name))))).toBe('{}');
      await open().delete(name);
      await open().delete(name);
      expect(await open().open(name)).toBeNull();
      expect(await open().list()).not.toContain(name);
    });

    it('returns a large file unchanged, and stops reading when it is cancelled', async () => {
      const name = named('large.ndjson.gz');
      const bytes = new Uint8Array(9 << 20).map((_, index) => (index * 31) % 251);
      await open().put(name, bytes);
      const file = await open().open(name);
      expect(Buffer.compare(await bytesOf(file), bytes)).toBe(0);
      const reader = file?.read().getReader();
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      await reader?.cancel();
      await open().delete(name);
    });
  });
}
