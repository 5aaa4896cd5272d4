import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { newThing } from '../support/things.ts';

const DISK_BYTES = 16_000_000;

/** Free to begin with, and used up by another file while the service runs. */
const SPARE_BYTES = 6_000_000;

const disk = process.env.STORE === 'opensearch' ? null : await mountDisk();

describe.skipIf(disk === null)('G4 a full disk', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startServer({}, disk ?? '');
    client = createClient(server);
    await writeFile(join(disk ?? '', 'other'), Buffer.alloc(SPARE_BYTES));
  });
  afterAll(async () => {
    await server?.stop();
    if (disk === null) return;
    execFileSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  const save = (name: string, text = 'ordinary') => {
    const thing = newThing(server, { name, text });
    return client.call(thing['@id'], { json: thing });
  };
  const ready = () => client.call('/readyz');

  test('readyz is 200 only when the next save succeeds, says what to do, and recovers when there is space', async () => {
    let refused = await save('long', 'word '.repeat(20_000));
    for (let count = 0; refused.status === 200; count++) refused = await save(`${count}`, `${count} `.repeat(5_000));
    expect(refused).toMatchObject({ status: 503 });
    expect(refused.json().detail).toContain('free space on it, or enlarge it');
    expect(refused.headers.get('retry-after')).not.toBeNull();

    let unready = 0;
    for (let round = 0; unready < 3 && round < 50; round++) {
      const { status, text } = await ready();
      const { status: saved } = await save(`round ${round}`);
      if (status === 200) expect(saved).toBe(200);
      else {
        unready++;
        expect(JSON.parse(text)).toMatchObject({ status: 'unavailable', detail: expect.stringContaining('is full') });
        expect(text).not.toContain(disk);
      }
    }
    expect(unready).toBe(3);

    await rm(join(disk ?? '', 'other'));
    expect((await ready()).status).toBe(200);
    expect((await save('after')).status).toBe(200);
  });
});

/** A small disk of the test's own; null where only administrators may mount one, which is said in one line. */
async function mountDisk(): Promise<string | null> {
  const directory = await mkdtemp(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', directory], { stdio: 'ignore' });
    return directory;
  } catch {
    process.stderr.write('The tests of a full disk are skipped: this user may not mount one.\n');
    await rm(directory, { recursive: true });
    return null;
  }
}
