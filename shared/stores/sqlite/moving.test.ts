import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { runUntilKilled } from '../../../test/support/run-until-killed.ts';
import { describeStored, found, makeWrite, put, putAll } from '../../repository/store/contract/fixtures.ts';
import { allScanned, removeObject, writeNext } from '../../repository/store/contract/moving.ts';
import { ALL, term, wildcard } from '../../repository/store/contract/queries.ts';
import { FILE_NAME } from './engine/database.ts';
import { useStoreDirectory } from './testing/use-store-directory.ts';

/** Parts of a rebuild after which it is in the middle. */
const PARTS = 3;

describe('rebuilding and removing everything in a SQLite file', () => {
  const { directory, open, closeAll } = useStoreDirectory();
  const inFile = (sql: string) => {
    const db = new DatabaseSync(join(directory(), FILE_NAME));
    const rows = db.prepare(sql).all();
    db.close();
    return rows;
  };

  it('I11 finds every object after a rebuild was killed', async () => {
    const { objects } = await open();
    const names = Array.from({ length: 400 }, (_, index) => `o${index}`);
    await putAll(
      objects,
      names.map((name) => makeWrite(name, { members: { name: `word${name}`, text: 'filler '.repeat(100) } })),
    );
    await closeAll();
    const rebuilder = new URL('./testing/crash-rebuilder.ts', import.meta.url);
    expect(await runUntilKilled(PARTS, rebuilder, directory())).toBeGreaterThan(PARTS);
    const again = (await open()).objects;
    expect((await found(again, ALL, { limit: 1_000 })).sort()).toEqual([...names].sort());
    for (const name of ['o0', 'o49', 'o50', 'o123', 'o399']) {
      expect(await found(again, term(`word${name}`, 'name'))).toEqual([name]);
      expect(await found(again, wildcard(`*ord${name}`))).toEqual([name]);
    }
    expect(await again.rebuild()).toBe(400);
    expect(await found(again, ALL, { limit: 1_000 })).toHaveLength(400);
  });

  it('drops words, paths and type keys that no object has any more, and adds them again in every process', async () => {
    const [one, two] = [(await open()).objects, (await open()).objects];
    const members = { name: 'gone', onlyHere: 'gone' };
    await put(one, 'a', { members: { name: 'stays' } });
    await put(two, 'b', { members, typeKey: 'example.org.other' });
    expect(await found(one, term('gone', '*Here'))).toEqual(['b']);
    await removeObject(two, 'b');
    await one.rebuild();
    expect(inFile(`SELECT word FROM words WHERE word IN ('gone', 'stays')`)).toEqual([{ word: 'stays' }]);
    expect(inFile(`SELECT name FROM paths WHERE name IN ('name', 'onlyHere')`)).toEqual([{ name: 'name' }]);
    expect(inFile('SELECT name FROM type_keys')).toEqual([{ name: 'example.org.thing' }]);
    await put(one, 'c', { members: { different: 'fresh' } });
    await put(two, 'd', { members, typeKey: 'example.org.other' });
    for (const store of [one, two]) {
      expect(await found(store, wildcard('*one'))).toEqual(['d']);
      expect(await found(store, term('gone', '*Here'))).toEqual(['d']);
      expect(await found(store, term('fresh', '*ifferent'))).toEqual(['c']);
      expect(await found(store, ALL, { types: { include: [['example.org.other']], exclude: [] } })).toEqual(['d']);
    }
  });

  it('keeps the words and names of writes during a sweep', async () => {
    const { objects } = await open();
    const names = Array.from({ length: 60 }, (_, index) => `o${index}`);
    await putAll(
      objects,
      names.map((name) => makeWrite(name, { members: { [`field${name}`]: `word${name}` } })),
    );
    for (const name of names) await removeObject(objects, name);
    const rebuilt = objects.rebuild();
    await Promise.all(
      names.map((name) => writeNext(objects, name, { [`field${name}`]: `word${name}`, [`second${name}`]: 'value' })),
    );
    await rebuilt;
    for (const name of names) {
      expect(await found(objects, wildcard(`*rd${name}`, `field${name}`))).toEqual([name]);
      expect(await found(objects, term('value', `second${name}`))).toEqual([name]);
    }
  });

  it('ends a rebuild with the reason where an object cannot be described, and loses nothing', async () => {
    const { objects } = await open({
      describe: (object) => {
        if (object.shortId.endsWith('/o60')) throw new Error('This object cannot be read.');
        return describeStored(object);
      },
    });
    const names = Array.from({ length: 100 }, (_, index) => `o${index}`);
    await putAll(
      objects,
      names.map((name) => makeWrite(name, { members: { name: 'word' } })),
    );
    await expect(objects.rebuild()).rejects.toThrow('This object cannot be read.');
    expect(await found(objects, term('word'), { limit: 1_000 })).toHaveLength(100);
    expect(await objects.health()).toEqual({ ready: true });
  });

  it('answers a rebuild with 503 when the store is closed during it', async () => {
    const store = await open();
    await putAll(
      store.objects,
      Array.from({ length: 200 }, (_, index) => makeWrite(`o${index}`)),
    );
    const rebuilt = store.objects.rebuild();
    const refused = expect(rebuilt).rejects.toMatchObject({ code: 'store-unavailable' });
    await store.close();
    await refused;
    expect(await found((await open()).objects, ALL, { limit: 1_000 })).toHaveLength(200);
  });

  it('leaves no text of purged objects in its files', async () => {
    const { objects, keyValues } = await open();
    const text = 'Unmistakable'.repeat(1_000);
    await putAll(
      objects,
      Array.from({ length: 50 }, (_, index) => makeWrite(`o${index}`, { members: { name: `${text} ${index}` } })),
    );
    await keyValues.set('a', '1');
    await objects.purge();
    for (const name of await readdir(directory())) {
      const bytes = await readFile(join(directory(), name));
      expect(bytes.toString('latin1').toLowerCase().includes('unmistakable')).toBe(false);
    }
    expect((await keyValues.get('a'))?.value).toBe('1');
    await put(objects, 'o1', { members: { name: 'after' } });
    expect(await found(objects, term('after'))).toEqual(['o1']);
  });

  it('reads everything from files that were made before there were scans', async () => {
    const { objects } = await open();
    await put(objects, 'a', { aliases: [{ name: 'guid', strength: 'strong' }] });
    await closeAll();
    inFile('DROP INDEX aliases_by_doc');
    const scanned = await allScanned((await open()).objects);
    expect(scanned.map(({ aliases }) => aliases)).toEqual([[{ name: 'guid', strength: 'strong' }]]);
    expect(inFile(`SELECT name FROM sqlite_schema WHERE name = 'aliases_by_doc'`)).toHaveLength(1);
  });
});
