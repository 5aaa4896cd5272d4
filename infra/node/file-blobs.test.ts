import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blobName } from '../../shared/repository/store/blob-store.ts';
import { blobStoreContract } from '../../shared/repository/store/contract/blob-store.contract.ts';
import { createFileBlobs } from './file-blobs.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'blobs-'));
});
afterAll(() => rm(directory, { recursive: true }));

blobStoreContract(async () => createFileBlobs(join(directory, 'pna')));

test('writes that did not take place leave nothing behind', async () => {
  const store = createFileBlobs(join(directory, 'left'));
  const name = blobName('one');
  if (name === null) throw new Error('The name is not one.');
  await Promise.all([1, 2, 3].map((text) => store.put(name, String(text), { expected: null })));
  await store.put(name, '4', { expected: 'x' });
  expect(await readdir(join(directory, 'left'))).toEqual(['one']);
});

test.each([
  '',
  '.',
  '..',
  '../x',
  'a/b',
  'a\\b',
  '/etc/passwd',
  '.hidden',
  'a\0b',
  'a%2e',
  'a b',
  'ä',
  'x'.repeat(201),
])('a name is never %j', (text) => {
  expect(blobName(text)).toBeNull();
});
