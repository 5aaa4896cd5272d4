import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { errorText } from '../../base/telemetry/logger.ts';
import { put } from '../../repository/store/contract/fixtures.ts';
import { FILE_NAME, toProblem } from './engine/database.ts';
import { useStoreDirectory } from './testing/use-store-directory.ts';

describe('the health of the embedded store', () => {
  const { directory, open } = useStoreDirectory();

  it('G4 a full store is not ready although it takes small entries, until ordinary objects can be saved again', async () => {
    const { objects, keyValues } = await open({ maxBytes: 1_200_000 });
    const save = (name: string) => put(objects, name, { members: { text: `word${name} `.repeat(500) } });
    let refusal: unknown = null;
    for (let count = 0; refusal === null; count++) {
      await save(`o${count}`).catch((error: unknown) => {
        refusal = error;
      });
    }
    expect(refusal).toMatchObject({ code: 'store-unavailable', message: expect.stringContaining('free space on it') });
    for (let round = 0; round < 3; round++) {
      await keyValues.set('small', `entry ${round}`);
      expect(await objects.health()).toMatchObject({
        ready: false,
        detail: expect.stringContaining('free space on it'),
      });
    }
    await objects.purge();
    expect(await objects.health()).toEqual({ ready: true });
    await save('after');
  });

  it('that a check finds is logged once, with the reason that its answer leaves out', async () => {
    const reported: unknown[] = [];
    const { objects } = await open({ lockTimeoutMs: 100, report: (error) => reported.push(error) });
    const other = new DatabaseSync(join(directory(), FILE_NAME));
    other.exec('DROP TABLE meta');
    for (let check = 0; check < 2; check++) expect(await objects.health()).toMatchObject({ ready: false });
    expect(reported.map(errorText)).toEqual([expect.stringContaining('no such table: meta')]);
    other.exec('CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT)');
    expect(await objects.health()).toEqual({ ready: true });
    other.close();
  });

  it('a test write leaves nothing in the file', async () => {
    const { objects } = await open({ lockTimeoutMs: 100 });
    const other = new DatabaseSync(join(directory(), FILE_NAME));
    other.exec('BEGIN IMMEDIATE');
    await expect(put(objects, 'a')).rejects.toMatchObject({ code: 'store-unavailable' });
    expect(await objects.health()).toMatchObject({ ready: false });
    other.exec('COMMIT');
    expect(await objects.health()).toEqual({ ready: true });
    expect(
      other
        .prepare('SELECT name FROM meta ORDER BY name')
        .all()
        .map(({ name }) => name),
    ).not.toContain('probe');
    other.close();
  });

  it('failed saves say what an operator can do, without paths or the words of the engine', async () => {
    await (await open()).close();
    const file = join(directory(), FILE_NAME);
    const readOnly = new DatabaseSync(file, { readOnly: true });
    const small = new DatabaseSync(file);
    small.exec('PRAGMA max_page_count = 1');
    const damaged = join(directory(), 'damaged.sqlite');
    await writeFile(damaged, 'no database '.repeat(100));
    const broken = new DatabaseSync(damaged);
    for (const [db, words] of [
      [readOnly, 'mount its disk for writing'],
      [small, 'free space on it'],
      [broken, 'restore a backup'],
    ] as const) {
      const write = () => db.exec(`CREATE TABLE t AS SELECT hex(zeroblob(100000)) AS text`);
      const problem = problemOf(write);
      expect(problem).toMatchObject({ code: 'store-unavailable', message: expect.stringContaining(words) });
      expect(String(problem)).not.toMatch(/sqlite|\/|database/i);
      db.close();
    }
  });

  function problemOf(write: () => void): unknown {
    try {
      write();
    } catch (error) {
      return toProblem(error);
    }
    throw new Error('The write succeeded.');
  }
});
