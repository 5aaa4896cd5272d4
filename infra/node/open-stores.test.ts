import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { embeddedStore, networkFileSystem } from './open-stores.ts';

it('a network file system is recognized by its magic number, even as a signed number', () => {
  expect([0x6969, 0xff534d42, 0xff534d42 | 0].map(networkFileSystem)).toEqual(['NFS', 'SMB', 'SMB']);
  expect([0xef53, 0x01021994].map(networkFileSystem)).toEqual([null, null]);
});

it('a store on a local disk creates its missing directory, and uses a write-ahead log', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'data-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const directory = join(parent, 'new', 'data');
  expect(await embeddedStore({ dataDirectory: directory, dataDirectoryOn: 'local' })).toEqual({
    directory,
    journal: 'wal',
  });
  expect((await statfs(directory)).type).toBeTypeOf('number');
});

it('a store uses a rollback journal if its directory is declared to be on a network', async () => {
  const given = { dataDirectory: '/mnt/data', dataDirectoryOn: 'network' } as const;
  expect(await embeddedStore(given)).toEqual({ directory: '/mnt/data', journal: 'rollback' });
});
