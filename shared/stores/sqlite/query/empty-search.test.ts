import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseIndexHint } from '../../../repository/search/type-key-filter.ts';
import { describeStored, makeWrite, searchRequest } from '../../../repository/store/contract/fixtures.ts';
import { ALL } from '../../../repository/store/contract/queries.ts';
import { openSqliteStore } from '../open.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it('finds the first object of a type, which another process wrote', async () => {
  const own = await openSqliteStore({ directory, describe: describeStored });
  const other = await openSqliteStore({ directory, describe: describeStored });
  const found = async (): Promise<number> => (await own.objects.searchStates(request)).hits.length;
  const write = makeWrite('a', { typeKey: 'example.org.first' });
  const request = searchRequest(ALL, { types: parseIndexHint('example.org.none,example.org.first') });
  expect(await found()).toBe(0);
  await other.objects.write([write]);
  expect(await found()).toBe(1);
  await own.close();
  await other.close();
});
