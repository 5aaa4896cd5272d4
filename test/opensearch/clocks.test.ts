import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { HUB, newPrefix, startInstance } from '../support/instances.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { startServer, type TestServer } from '../support/server.ts';

const HOUR = 3_600_000;
const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';

/** Settings of a process whose clock is this many milliseconds ahead of the machine's clock. */
function clockAhead(milliseconds: number): Record<string, string> {
  const moved = `const now = Date.now; Date.now = () => now() + ${milliseconds};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(moved)}` };
}

type Saved = { readonly '@id': string; readonly name: string };

/** Saves an object under the version of its client's clock, and returns the version that it got. */
async function save(server: TestServer, guid: string, name: string, version = Date.now()): Promise<number> {
  const id = `${HUB}data/schema.org.Thing/${guid}`;
  const response = await fetch(`${server.api}data/schema.org.Thing/${guid}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ '@context': 'https://schema.org', '@type': 'Thing', '@id': `${id}/${version}`, name }),
  });
  expect(response.status).toBe(200);
  const saved = (await response.json()) as Saved; // the response to a save
  return Number(saved['@id'].slice(id.length + 1));
}

async function found(server: TestServer, q: string): Promise<string[]> {
  const response = await fetch(`${server.api}sky/repo/search?${new URLSearchParams({ q })}`);
  return ((await response.json()) as Saved[]).map(({ name }) => name);
}

/** Saves and searches while the clock goes back by an hour between two processes on the same data. */
async function goBack(start: (environment: Record<string, string>, directory?: string) => Promise<TestServer>) {
  const guid = randomUUID();
  const early = await start(clockAhead(HOUR));
  onTestFinished(() => early.dispose());
  const versions = [await save(early, guid, 'first', Date.now() + HOUR), await save(early, guid, 'second')];
  await early.stop();
  const late = await start({}, early.directory);
  onTestFinished(() => late.stop());
  expect(await found(late, 'second')).toEqual(['second']);
  versions.push(await save(late, guid, 'third'), await save(late, guid, 'fourth'));
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  expect(await found(late, 'fourth')).toEqual(['fourth']);
  expect(await found(late, 'first OR second OR third')).toEqual([]);
  const history = (await (await fetch(`${late.api}data/${guid}?history=true`)).json()) as Saved[];
  expect(history.map(({ name }) => name)).toEqual(['fourth', 'third', 'second', 'first']);
}

describe('a clock that goes back by an hour', () => {
  it('G19 loses nothing on the embedded store: versions rise, and search finds all', () =>
    goBack((environment, directory) => startServer({ SVC_EXTERNAL_ENDPOINT: HUB, ...environment }, directory)));

  it.skipIf(engine === null)('G19 loses nothing on OpenSearch: versions rise, and search finds all', async () => {
    const prefix = newPrefix();
    onTestFinished(() => removeIndices(endpoint, prefix));
    await goBack((environment, directory) => startInstance(endpoint, prefix, environment, directory));
  });
});

describe.skipIf(engine === null)('instances whose clocks differ', () => {
  it("I1 G19 each find the other's acknowledged writes immediately, and page through all of them", async () => {
    const prefix = newPrefix();
    onTestFinished(() => removeIndices(endpoint, prefix));
    const [ahead, behind] = [
      await startInstance(endpoint, prefix, clockAhead(5_000)),
      await startInstance(endpoint, prefix, clockAhead(-5_000)),
    ];
    onTestFinished(async () => void (await Promise.all([ahead.dispose(), behind.dispose()])));
    const guid = randomUUID();
    const versions: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (const [writer, reader] of [
        [ahead, behind],
        [behind, ahead],
      ] as const) {
        const word = `round${round}at${writer.port}`;
        versions.push(await save(writer, guid, word));
        await save(writer, randomUUID(), `other ${word}`);
        expect((await found(reader, word)).sort()).toEqual([`other ${word}`, word]);
      }
    }
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });
});
