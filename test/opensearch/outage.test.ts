import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { OpenSearchCluster } from '../../tools/engines/opensearch/cluster.ts';
import { newPrefix, startInstance } from '../support/instances.ts';
import { startLoad, untilAcknowledged } from '../support/load.ts';
import { openSearchForTests, ownOpenSearch } from '../support/opensearch.ts';
import { randomFrom } from '../support/random.ts';
import type { TestServer } from '../support/server.ts';
import { verifyLoad } from '../support/verify-load.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const OUTAGES = process.env['CHECKS'] === 'full' ? 6 : 1;
const shared = await openSearchForTests();

describe.skipIf(shared === null)(`while the engine is away (SEED=${seed})`, () => {
  let engine: OpenSearchCluster | null = null;
  const node = (): OpenSearchCluster => {
    if (engine === null) throw new Error('There is no engine of our own.');
    return engine;
  };

  beforeAll(async () => {
    engine = await ownOpenSearch({ heap: '256m' });
  });
  afterAll(() => engine?.stop());

  const readyz = (server: TestServer) => fetch(`${server.url}readyz`);
  async function untilReady(server: TestServer): Promise<void> {
    while (!(await readyz(server)).ok) await sleep(100);
  }

  it('G13 I12 requests are answered 503 with Retry-After, no acknowledged write is lost, and the service recovers', async () => {
    const prefix = newPrefix();
    const server = await startInstance(node().endpoint, prefix);
    onTestFinished(() => server.dispose());
    const load = startLoad([server], { writers: 8, random: randomFrom(seed) });
    for (let outage = 0; outage < OUTAGES; outage++) {
      await untilAcknowledged(load, load.acknowledged() + 30);
      await (outage % 2 === 0 ? node().killNode(0) : node().stopNode(0));
      const refusals = load.ledger.refusals;
      while (load.ledger.refusals < refusals + 10 && load.ledger.violations.length === 0) await sleep(50);
      expect(load.ledger.violations).toEqual([]);
      expect((await readyz(server)).status).toBe(503);
      expect((await fetch(`${server.url}livez`)).status).toBe(200);
      await node().startNode(0);
      await untilReady(server);
      await untilAcknowledged(load, load.acknowledged() + 30);
    }
    await load.stop();
    expect(server.process.exitCode).toBeNull();
    await verifyLoad(server, load.ledger, false);
    const next = await startInstance(node().endpoint, prefix);
    onTestFinished(() => next.dispose());
    await verifyLoad(next, load.ledger);
  });
});
