import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HUB } from '../support/instances.ts';
import { startLoad, untilAcknowledged } from '../support/load.ts';
import { randomFrom } from '../support/random.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { verifyLoad } from '../support/verify-load.ts';

const WRITES = process.env['CHECKS'] === 'full' ? 3000 : 250;
const KILLS = process.env['CHECKS'] === 'full' ? 40 : 4;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const NETWORK = { SVC_EXTERNAL_ENDPOINT: HUB, SVC_DATA_DIR_ON: 'network', SEARCH_ENDPOINT: '' };

type Saved = { readonly '@id': string; readonly name: string };

describe(`two processes on one directory of a network (SEED=${seed})`, () => {
  let directory = '';
  let first: TestServer;
  let second: TestServer;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'network-'));
    [first, second] = await Promise.all([startServer(NETWORK, directory), startServer(NETWORK, directory)]);
  });
  afterAll(async () => {
    await Promise.all([first, second].map((server) => server?.stop('SIGKILL')));
    await rm(directory, { recursive: true, force: true });
  });

  const save = (server: TestServer, name: string, word: string) =>
    fetch(`${server.api}data/schema.org.Thing/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        '@context': 'https://schema.org',
        '@type': 'Thing',
        '@id': `${HUB}data/schema.org.Thing/${name}/1`,
        name: word,
      }),
    });
  const found = async (server: TestServer, q: string) =>
    (await (await fetch(`${server.api}sky/repo/search?${new URLSearchParams({ q })}`)).json()) as Saved[];

  it("I1 each reads and finds the other's acknowledged writes immediately, and nothing that it deleted", async () => {
    for (let round = 0; round < 12; round++) {
      const [writer, reader] = round % 2 === 0 ? [first, second] : [second, first];
      const word = `word${round}`;
      expect((await save(writer, 'shared', word)).status).toBe(200);
      expect(await (await fetch(`${reader.api}data/shared`)).json()).toMatchObject({ name: word });
      expect(await found(reader, `name:${word}`)).toMatchObject([{ name: word }]);
      if (round % 3 !== 2) continue;
      expect((await fetch(`${writer.api}data/shared`, { method: 'DELETE' })).status).toBe(200);
      expect((await fetch(`${reader.api}data/shared`)).status).toBe(404);
      expect(await found(reader, `name:${word}`)).toEqual([]);
    }
  });

  it('G7 G8 writers of one object on both: each acknowledged save has its own, rising version, and the newest is current', async () => {
    const versions = await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        const own: number[] = [];
        for (let count = 0; count < 4; ) {
          const response = await save(writer % 2 === 0 ? first : second, 'one', `w${writer}x${count}`);
          const text = await response.text();
          if (response.status === 409) continue;
          expect(response.status, text).toBe(200);
          own.push(Number((JSON.parse(text) as Saved)['@id'].split('/').at(-1)));
          count++;
        }
        expect(own).toEqual([...own].sort((a, b) => a - b));
        return own;
      }),
    );
    const all = versions.flat().sort((a, b) => b - a);
    expect(new Set(all).size).toBe(64);
    for (const server of [first, second]) {
      const history = (await (await fetch(`${server.api}data/one?history=true`)).json()) as Saved[];
      expect(history.map((version) => Number(version['@id'].split('/').at(-1)))).toEqual(all);
    }
  });

  it('I11 every acknowledged save, batch and delete of both is visible to both, without an error or a refusal', async () => {
    const load = startLoad([first, second], { writers: 8, random: randomFrom(seed) });
    await untilAcknowledged(load, WRITES);
    await load.stop();
    for (const server of [first, second]) await verifyLoad(server, load.ledger);
    expect(load.ledger.refusals).toBe(0);
  });

  it('neither leaves a transaction open after a request: another program can lock the whole file immediately', async () => {
    const other = new DatabaseSync(join(directory, 'objects.sqlite'), { timeout: 0 });
    onTestFinished(() => other.close());
    const thing = (name: string) => ({
      '@context': 'https://schema.org',
      '@type': 'Thing',
      name: 'Oak',
      '@id': `${HUB}data/schema.org.Thing/${name}`,
    });
    const post = (path: string, body: unknown) => () =>
      fetch(`${first.api}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const get = (path: string) => () => fetch(`${first.api}${path}`);
    const requests: readonly (() => Promise<Response>)[] = [
      post('data/schema.org.Thing/a', thing('a')),
      post('sky/repo/multiPut', [thing('b'), thing('c')]),
      post('sky/repo/multiGet', [thing('b')['@id']]),
      get('data/a'),
      get('data/nothing'),
      get('data/a?history=true'),
      get('sky/repo/search?q=oak'),
      get('sky/repo/search?q=o*k%20AND%20name:%22an%20oak%22~3&sort=name'),
      get('sky/repo/search?q=((('),
      get('profile/latest?subject=nobody&frameworkId=none'),
      get('ping'),
      () => fetch(`${first.url}readyz`),
      () => fetch(`${first.api}data/a`, { method: 'DELETE' }),
      post('sky/repo/multiDelete', [thing('b')['@id']]),
    ];
    for (const request of requests) {
      const response = await request();
      await response.arrayBuffer();
      expect(response.status, response.url).toBeLessThan(500);
      other.exec('BEGIN EXCLUSIVE; COMMIT');
    }
  });

  it('G4 each answers 503 with Retry-After while another program locks the file, and recovers when it is released', async () => {
    const other = new DatabaseSync(join(directory, 'objects.sqlite'), { timeout: 5_000 });
    other.exec('BEGIN EXCLUSIVE');
    const answers = await Promise.all([
      save(first, 'busy', 'word'),
      fetch(`${first.api}data/one`),
      fetch(`${second.api}sky/repo/search?q=word`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { headers } of answers) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const waiting = save(second, 'busy', 'later');
    await sleep(300);
    other.close();
    expect((await waiting).status).toBe(200);
    expect(await (await fetch(`${first.api}data/busy`)).json()).toMatchObject({ name: 'later' });
  });
});

it(`G1 G2 I11 one of two processes is killed ${KILLS} times: the other continues, and no acknowledged write is lost (SEED=${seed})`, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'network-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const random = randomFrom(seed);
  const survivor = await startServer(NETWORK, directory);
  onTestFinished(() => survivor.stop('SIGKILL'));
  for (let round = 0; round < KILLS; round++) {
    const victim = await startServer(NETWORK, directory);
    onTestFinished(() => victim.stop('SIGKILL'));
    const dying = startLoad([victim], { writers: 4, random, crashes: true });
    const living = startLoad([survivor], { writers: 4, random });
    await untilAcknowledged(dying, 1 + random() * 40);
    await sleep(random() * 60);
    await victim.stop('SIGKILL');
    await dying.stop();
    await living.stop();
    for (const { ledger } of [dying, living]) await verifyLoad(survivor, ledger);
  }
});
