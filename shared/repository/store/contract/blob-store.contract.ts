import { describe, expect, it } from 'vitest';
import { type BlobName, type BlobStore, blobName } from '../blob-store.ts';

let count = 0;

function newName(): BlobName {
  const name = blobName(`Name-${process.pid}_${++count}.json`);
  if (name === null) throw new Error('The name is not one.');
  return name;
}

/** What every blob store does. @param open a store, which may have been used before */
export function blobStoreContract(open: () => Promise<BlobStore>): void {
  describe('a blob store', () => {
    it('returns what was written last, with a tag that changes with it', async () => {
      const store = await open();
      const name = newName();
      expect(await store.get(name)).toBeNull();
      const first = await store.put(name, '{"a":"ä€😀"}');
      expect(await store.get(name)).toEqual({ text: '{"a":"ä€😀"}', tag: first });
      const second = await store.put(name, '{}');
      expect(await store.get(name)).toEqual({ text: '{}', tag: second });
      expect(second).not.toBe(first);
      expect(await (await open()).get(name)).toEqual({ text: '{}', tag: second });
    });

    it('writes only what was expected', async () => {
      const store = await open();
      const name = newName();
      const first = await store.put(name, '1', { expected: null });
      expect(first).not.toBeNull();
      expect(await store.put(name, '2', { expected: null })).toBeNull();
      expect(await store.put(name, '2', { expected: 'x' })).toBeNull();
      expect(await store.get(name)).toEqual({ text: '1', tag: first });
      expect(await store.put(name, '2', { expected: first })).not.toBeNull();
      expect(await store.put(name, '3', { expected: first })).toBeNull();
      expect(await store.get(name)).toMatchObject({ text: '2' });
      expect(await store.put(newName(), '1', { expected: 'x' })).toBeNull();
    });

    it('of several that write at once, one wins', async () => {
      const store = await open();
      const name = newName();
      const tags = await Promise.all(
        Array.from({ length: 8 }, (_, index) => store.put(name, String(index), { expected: null })),
      );
      expect(tags.filter((tag) => tag !== null)).toHaveLength(1);
      expect(await store.get(name)).toMatchObject({ text: String(tags.findIndex((tag) => tag !== null)) });
    });

    it('keeps a text of megabytes', async () => {
      const store = await open();
      const name = newName();
      const text = JSON.stringify('x'.repeat(5_000_000));
      await store.put(name, text);
      expect((await store.get(name))?.text.length).toBe(text.length);
    });
  });
}
