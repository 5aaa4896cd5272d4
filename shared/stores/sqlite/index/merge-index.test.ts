import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { found, makeWrite, putAll } from '../../../repository/store/contract/fixtures.ts';
import { term } from '../../../repository/store/contract/queries.ts';
import { FILE_NAME } from '../engine/database.ts';
import type { SqliteStore } from '../open.ts';
import { useStoreDirectory } from '../testing/use-store-directory.ts';

const { directory, open } = useStoreDirectory();

const COUNT = 1_200;

function onFile<T>(use: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(directory(), FILE_NAME));
  try {
    return use(db);
  } finally {
    db.close();
  }
}

function indexBytes(): number {
  return Number(onFile((db) => db.prepare('SELECT sum(length(block)) AS bytes FROM terms_data').get())?.['bytes']);
}

/** Writes objects and removes all but the first. */
async function writeAndRemove({ objects }: SqliteStore): Promise<void> {
  const names = Array.from({ length: COUNT }, (_, index) => `object${index}`);
  const heads = await putAll(
    objects,
    names.map((name) => makeWrite(name, { members: { name: `word ${name}` } })),
  );
  const removals = heads.slice(1).map(({ key, writeId, time }) => ({ key, expected: writeId, time: time + 1 }));
  await objects.remove(removals);
}

it('maintenance deletes removed entries from the full-text index, and the others are found', async () => {
  const store = await open();
  await writeAndRemove(store);
  const before = indexBytes();
  await store.objects.tend();
  expect(indexBytes()).toBeLessThan(before / 20);
  expect(await found(store.objects, term('word'))).toEqual(['object0']);
});

it('a rebuild does too', async () => {
  const store = await open();
  await writeAndRemove(store);
  const before = indexBytes();
  await store.objects.rebuild();
  expect(indexBytes()).toBeLessThan(before / 20);
  expect(await found(store.objects, term('word'))).toEqual(['object0']);
});

it('removals do not merge the index of a file that an earlier version made either', async () => {
  await (await open()).close();
  onFile((db) => db.exec(`INSERT INTO terms (terms, rank) VALUES ('deletemerge', 10)`)); // the default
  await writeAndRemove(await open());
  expect(onFile((db) => db.prepare(`SELECT v FROM terms_config WHERE k = 'deletemerge'`).get())).toEqual({ v: 0 });
});
