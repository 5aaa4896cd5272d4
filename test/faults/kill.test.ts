import { rm } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { md5Hex } from '../../shared/crypto/md5.ts';
import { randomFrom } from '../support/random.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';

/** How often the process is killed: 200 times in the full run. */
const KILLS = process.env['CHECKS'] === 'full' ? 200 : 8;
const WRITERS = 4;

/** A write that the service acknowledged. */
type Acknowledged = {
  readonly shortId: string;
  readonly version: number;
  readonly word: string;
  readonly urlId: string;
};

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

it(`G1 G2 I11 loses no acknowledged write to ${KILLS} kill -9 during puts (SEED=${seed})`, async () => {
  const random = randomFrom(seed);
  const port = String(await freePort());
  let directory: string | undefined;
  let acknowledged: Acknowledged[] = [];
  let total = 0;
  onTestFinished(async () => {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  });
  for (let round = 0; round <= KILLS; round++) {
    const server = await startServer({ PORT: port }, directory);
    directory = server.directory;
    await verify(server, acknowledged);
    acknowledged = [];
    if (round === KILLS) {
      await server.stop();
      break;
    }
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(server, `${round}x${writer}`, acknowledged));
    await new Promise((resolve) => setTimeout(resolve, 30 + random() * 250));
    await server.stop('SIGKILL');
    await Promise.all(writers);
    total += acknowledged.length;
  }
  console.log(`${total} acknowledged writes, ${KILLS} kills, seed ${seed}`);
  expect(total).toBeGreaterThan(KILLS);
});

/** Puts one object after the other, every third one twice, until the service is gone. */
async function write(server: TestServer, name: string, acknowledged: Acknowledged[]): Promise<void> {
  for (let count = 0; ; count++) {
    const word = `word${name}x${Math.floor(count / 2)}`;
    const shortId = `${server.api}data/schema.org.Thing/guid-${word}`;
    const version = 1_000_000 + count;
    const urlId = `url-${word}`;
    const object = { '@context': 'https://schema.org', '@type': 'Thing', '@id': `${shortId}/${version}`, name: word };
    try {
      const response = await fetch(`${server.api}data/schema.org.Thing/${urlId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(object),
      });
      const saved = (await response.json()) as { '@id': string };
      expect(response.status).toBe(200);
      expect(saved['@id']).toBe(object['@id']);
      acknowledged.push({ shortId, version, word, urlId });
    } catch (error) {
      if (error instanceof TypeError || (error instanceof Error && error.name === 'AbortError')) return; // the kill
      throw error;
    }
  }
}

/** Every acknowledged version is in history; the newest is current under every name and found exactly once. */
async function verify(server: TestServer, acknowledged: readonly Acknowledged[]): Promise<void> {
  const newest = new Map<string, Acknowledged>();
  for (const one of acknowledged) newest.set(one.shortId, one);
  for (const { shortId, version, word, urlId } of acknowledged) {
    const old = await fetch(`${shortId}/${version}`);
    expect(old.status, `${shortId}/${version}`).toBe(200);
    expect(await old.json()).toMatchObject({ '@id': `${shortId}/${version}`, name: word });
    if (newest.get(shortId)?.version !== version) continue;
    const names = [`guid-${word}`, md5Hex(shortId), urlId, encodeURIComponent(shortId)];
    for (const name of names) {
      const current = (await (await fetch(`${server.api}data/${name}`)).json()) as { '@id': string };
      expect(Number(current['@id'].split('/').at(-1)), name).toBeGreaterThanOrEqual(version);
    }
    const history = (await (await fetch(`${shortId}?history=true`)).json()) as { '@id': string }[];
    expect(history.map((object) => object['@id'])).toContain(`${shortId}/${version}`);
    const hits = (await (await fetch(`${server.api}sky/repo/search?q=name:${word}`)).json()) as unknown[];
    expect(hits, word).toHaveLength(1);
  }
}
