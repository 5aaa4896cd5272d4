import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { found, keyOf, makeWrite, nameOf, put } from '../../repository/store/contract/fixtures.ts';
import { ALL, term } from '../../repository/store/contract/queries.ts';
import { FILE_NAME } from './engine/database.ts';
import { LAYOUT_VERSION } from './engine/layout.ts';
import { useStoreDirectory } from './testing/use-store-directory.ts';

describe('openSqliteStore', () => {
  const { directory, open } = useStoreDirectory();

  it('makes its directory, and files that no other user may read', async () => {
    const made = join(directory(), 'new', 'data');
    const { objects } = await open({ directory: made });
    await put(objects, 'a');
    const names = await readdir(made);
    expect(names).toContain(FILE_NAME);
    for (const name of names) expect((await stat(join(made, name))).mode & 0o077).toBe(0);
    expect((await stat(made)).mode & 0o077).toBe(0);
  });

  it('refuses a file that has lost its contents, and leaves the log beside it', async () => {
    const file = join(directory(), FILE_NAME);
    const longAgo = new Date(Date.now() - 3_600_000);
    await writeFile(file, '');
    await utimes(file, longAgo, longAgo);
    await expect(open()).rejects.toThrow(/objects\.sqlite is empty\. Restore it from a backup/);
    const now = new Date();
    await utimes(file, now, now);
    await writeFile(`${file}-wal`, 'what was committed last');
    await expect(open()).rejects.toThrow(/is empty/);
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0);
    await rm(`${file}-wal`);
    await open(); // as when another process has just created it
  });

  it('refuses a cursor of changes that a restored backup has not reached yet', async () => {
    const file = join(directory(), FILE_NAME);
    const first = await open();
    await put(first.objects, 'a');
    const reached = (await first.objects.changes(null, 1)).next;
    const backup = join(directory(), 'backup', FILE_NAME);
    await mkdir(join(directory(), 'backup'));
    const db = new DatabaseSync(file);
    db.exec(`VACUUM INTO '${backup}'`);
    db.close();
    await put(first.objects, 'b');
    const beyond = (await first.objects.changes(null, 1)).next;
    const { objects: restored } = await open({ directory: join(directory(), 'backup') });
    expect((await restored.changes(reached, 10)).objects).toEqual([]);
    await expect(restored.changes(beyond, 10)).rejects.toMatchObject({ code: 'invalid-parameter' });
  });

  it('frees the space of expired entries during maintenance, however many they are', async () => {
    let now = 1_000_000;
    const { objects, keyValues } = await open({ clock: () => now });
    const expiring = Array.from({ length: 1_200 }, (_, index) => keyValues.set(`${index}`, '', { expires: now + 1 }));
    await Promise.all([...expiring, keyValues.set('later', '', { expires: now + 10 }), keyValues.set('for ever', '')]);
    now += 5;
    await objects.tend();
    const db = new DatabaseSync(join(directory(), FILE_NAME), { readOnly: true });
    expect(db.prepare('SELECT key FROM key_values ORDER BY key').all()).toEqual([
      { key: 'for ever' },
      { key: 'later' },
    ]);
    db.close();
  });

  it('finds the order of changes in a file from before that was kept, and keeps it from then on', async () => {
    const first = (await open()).objects;
    const [old, gone] = [await put(first, 'old'), await put(first, 'gone')];
    await first.remove([{ key: gone.key, expected: gone.writeId, time: gone.time + 1_000 }]);
    await put(first, 'old', { version: 900, expected: old });
    await first.close();
    const db = new DatabaseSync(join(directory(), FILE_NAME));
    db.exec('DROP TRIGGER objects_change; DROP TABLE changes');
    db.close();

    const { objects } = await open();
    const namesSince = async (cursor: string) =>
      (await objects.changes(cursor, 64)).objects.map(({ head }) => nameOf(head));
    expect(await namesSince(await objects.changesSince(0))).toEqual(['gone', 'old']);
    expect(await namesSince(await objects.changesSince(Date.now()))).toEqual([]);
    const { next } = await objects.changes(null, 64);
    await put(objects, 'new');
    expect(await namesSince(next)).toEqual(['new']);
  });

  it('reads and writes a file from before versions could have a digest', async () => {
    const first = (await open()).objects;
    const old = await put(first, 'old');
    await first.close();
    const db = new DatabaseSync(join(directory(), FILE_NAME));
    db.exec('ALTER TABLE versions DROP COLUMN digest');
    db.close();

    const { objects } = await open();
    expect(await objects.heads(['old'])).toEqual([old]);
    await put(objects, 'old', { version: 900, expected: old });
    expect((await objects.heads(['old']))[0]?.version).toBe(900);
  });

  it('G18 refuses a file of a newer layout with a clear message, and does not change it', async () => {
    await (await open()).close();
    const db = new DatabaseSync(join(directory(), FILE_NAME));
    db.prepare(`UPDATE meta SET value = ? WHERE name = 'layout'`).run(String(LAYOUT_VERSION + 1));
    await expect(open()).rejects.toThrow(`has layout ${LAYOUT_VERSION + 1}, and this version of the service knows`);
    expect(db.prepare(`SELECT value FROM meta WHERE name = 'layout'`).get()?.value).toBe(String(LAYOUT_VERSION + 1));
    db.close();
  });

  it('refuses files that are not its own', async () => {
    const db = new DatabaseSync(join(directory(), FILE_NAME));
    db.exec('CREATE TABLE theirs (a)');
    db.close();
    await expect(open()).rejects.toThrow('belongs to another program');
    await writeFile(join(directory(), FILE_NAME), 'no database at all '.repeat(100));
    await expect(open()).rejects.toThrow(`The store in ${directory()} cannot be opened.`);
  });

  it('G4 answers 503 when the disk is full, keeps all acknowledged writes, and continues when there is space again', async () => {
    const small = await open({ maxBytes: 600_000 });
    const acknowledged: string[] = [];
    let refusal: unknown = null;
    for (let index = 0; refusal === null; index++) {
      const members = { name: `word${index}`, filler: 'much text '.repeat(500) };
      await put(small.objects, `o${index}`, { members }).then(
        () => acknowledged.push(`o${index}`),
        (error) => {
          refusal = error;
        },
      );
    }
    expect(refusal).toMatchObject({ code: 'store-unavailable', extras: { retryAfter: expect.any(Number) } });
    expect(acknowledged.length).toBeGreaterThan(5);
    expect((await found(small.objects, ALL, { limit: 1_000 })).reverse()).toEqual(acknowledged);
    const refused = `o${acknowledged.length}`;
    expect(await small.objects.heads([refused])).toEqual([null]);
    expect(await found(small.objects, term(`word${acknowledged.length}`))).toEqual([]);

    const large = await open();
    await put(large.objects, refused, { members: { name: `word${acknowledged.length}` } });
    expect(await found(large.objects, term(`word${acknowledged.length}`))).toEqual([refused]);
    expect(
      new DatabaseSync(join(directory(), FILE_NAME)).prepare('PRAGMA integrity_check').get()?.integrity_check,
    ).toBe('ok');
  });

  it('I10 G6 keeps one request that the engine cannot take from spoiling others at the same time', async () => {
    const { objects } = await open();
    const impossible = { ...makeWrite('bad'), time: Number.NaN };
    const [good, bad, also] = await Promise.allSettled([
      objects.write([makeWrite('good', { members: { name: 'word' } })]),
      objects.write([makeWrite('before', { members: { name: 'word', own: 1 } }), impossible]),
      objects.write([makeWrite('also', { members: { name: 'word', own: 2 } })]),
    ]);
    expect([good?.status, bad?.status, also?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await found(objects, term('word'))).sort()).toEqual(['also', 'good']);
    expect(await found(objects, term('2', 'own'))).toEqual(['also']);
    expect(await objects.heads(['before', 'bad'])).toEqual([null, null]);
    await put(objects, 'bad', { members: { own: 3 } });
    expect(await found(objects, term('3', 'own'))).toEqual(['bad']);
  });

  it('refuses regular expressions, which this store does not take, with words that say so', async () => {
    const { objects } = await open();
    const regex = { kind: 'regex', field: null, source: 'a+', boost: 1 } as const;
    await expect(found(objects, regex)).rejects.toMatchObject({
      code: 'invalid-query',
      message: expect.stringContaining('wildcards'),
    });
  });

  it('I1 shows the writes of one process to the searches of another immediately', async () => {
    const [one, two] = [await open(), await open()];
    for (let round = 0; round < 20; round++) {
      const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one];
      await put(writer.objects, `o${round}`, { members: { [`field${round}`]: `word${round}` } });
      expect(await found(reader.objects, term(`word${round}`, `field${round}`))).toEqual([`o${round}`]);
    }
  });

  it('G12 answers 503 for searches while the file cannot be read, and searches again when it can', async () => {
    const { objects } = await open();
    await put(objects, 'a');
    const db = new DatabaseSync(join(directory(), FILE_NAME));
    db.exec('ALTER TABLE entries RENAME TO away');
    db.exec('ALTER TABLE versions RENAME TO gone');
    await expect(found(objects, ALL)).rejects.toMatchObject({ code: 'store-unavailable' });
    await expect(objects.history(keyOf('a'), 1)).rejects.toMatchObject({ code: 'store-unavailable' });
    db.exec('ALTER TABLE away RENAME TO entries');
    db.exec('ALTER TABLE gone RENAME TO versions');
    db.close();
    expect(await found(objects, ALL)).toEqual(['a']);
    expect(await objects.history(keyOf('a'), 1)).toHaveLength(1);
  });
});
