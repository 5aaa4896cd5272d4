import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { OpenSearchCluster } from '../../tools/engines/opensearch/cluster.ts';
import { newPrefix, startInstance } from '../support/instances.ts';
import { type Load, startLoad, untilAcknowledged } from '../support/load.ts';
import { openSearchForTests, ownOpenSearch } from '../support/opensearch.ts';
import { openProxy } from '../support/proxy.ts';
import { randomFrom } from '../support/random.ts';
import type { TestServer } from '../support/server.ts';
import { subscribeTo, type TestSubscriber } from '../support/subscriber.ts';
import { verifyLoad } from '../support/verify-load.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const NODES = 3;
const ROUNDS = process.env['CHECKS'] === 'full' ? 5 : 1;
const shared = await openSearchForTests();
const REPLICATED = { SEARCH_REPLICAS: '1' };

describe.skipIf(shared === null)(`a cluster of three nodes that loses one, kill -9 (SEED=${seed})`, () => {
  let started: OpenSearchCluster | null = null;
  const prefix = newPrefix();
  const random = randomFrom(seed);
  const cluster = (): OpenSearchCluster => {
    if (started === null) throw new Error('There is no cluster of our own.');
    return started;
  };

  beforeAll(async () => {
    started = await ownOpenSearch({ nodes: NODES, heap: '256m' });
    // Creates the indices, so that their shards are allocated.
    const server = await startInstance(cluster().endpoint, prefix, REPLICATED);
    await server.dispose();
  });
  afterAll(() => started?.stop());

  /** The nodes by their role: `primary` has the primary of the objects' first shard. */
  async function places(): Promise<{ readonly primary: number; readonly others: readonly number[] }> {
    const shards = (await engineSays(`_cat/shards/${prefix}objects*?format=json`)) as {
      prirep: string;
      node: string;
    }[];
    const primary = Number(shards.find(({ prirep }) => prirep === 'p')?.node.split('-')[1]) - 1;
    return { primary, others: [0, 1, 2].filter((node) => node !== primary) };
  }

  async function engineSays(path: string): Promise<unknown> {
    for (const endpoint of cluster().endpoints) {
      const response = await fetch(`${endpoint}/${path}`).catch(() => null);
      if (response?.ok) return response.json();
    }
    throw new Error('No node answers.');
  }

  async function start(...endpoints: readonly string[]): Promise<TestServer[]> {
    const servers = await Promise.all(endpoints.map((endpoint) => startInstance(endpoint, prefix, REPLICATED)));
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.dispose()))));
    return servers;
  }

  /** Expects that a subscriber receives every object with an acknowledged write. */
  async function expectHeard({ ledger }: Load, ids: TestSubscriber['ids']): Promise<void> {
    const changed = ledger.objects.filter(({ attempts }) => attempts.some(({ acknowledged }) => acknowledged === true));
    const missing = () => changed.map(({ shortId }) => shortId).filter((id) => !ids().includes(id));
    await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
  }

  it('K7 G14 instances on a node that stays and behind a load balancer lose no acknowledged write, show it exactly once, and notify every subscriber', async () => {
    const balancer = await openProxy(...cluster().endpoints);
    onTestFinished(() => balancer.close());
    for (let round = 1; round <= ROUNDS; round++) {
      await engineSays('_cluster/health?wait_for_status=green&timeout=60s');
      const { primary, others } = await places();
      const endpointOf = (node: number | undefined) => cluster().endpoints[node ?? 0] ?? '';
      const servers = await start(endpointOf(others[0]), balancer.endpoint);
      const subscribers = await Promise.all(
        servers.flatMap((server) => [subscribeTo(server), subscribeTo(server, { query: { cursors: 'true' } })]),
      );
      await expect.poll(() => subscribers[1]?.cursor()).not.toBeNull();
      const before = subscribers[1]?.cursor() ?? '';
      const load = startLoad(servers, { writers: 8, random });
      await untilAcknowledged(load, 60 + random() * 40);
      await cluster().killNode(primary);
      await untilAcknowledged(load, load.acknowledged() + 60);
      await load.stop();
      for (const server of servers) {
        expect(server.process.exitCode).toBeNull();
        await verifyLoad(server, load.ledger, false);
      }
      const [next] = await start(endpointOf(others[1]));
      if (next === undefined) throw new Error('No instance was started.');
      await verifyLoad(next, load.ledger);
      const whoWasAway = await subscribeTo(next, { query: { since: before } });
      for (const { ids } of [...subscribers, whoWasAway]) await expectHeard(load, ids);
      await Promise.all([...servers, next].map((server) => server?.stop()));
      if (round < ROUNDS) await cluster().startNode(primary);
    }
  });
});
