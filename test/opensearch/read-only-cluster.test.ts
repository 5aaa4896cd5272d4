import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenSearchCluster } from '../../tools/engines/opensearch/cluster.ts';
import { type Client, createClient } from '../support/client.ts';
import { newPrefix, startInstance } from '../support/instances.ts';
import { openSearchForTests, ownOpenSearch } from '../support/opensearch.ts';
import type { TestServer } from '../support/server.ts';
import { newThing } from '../support/things.ts';

const shared = await openSearchForTests();

describe.skipIf(shared === null)('a cluster that an administrator set to read-only as a whole', () => {
  let cluster: OpenSearchCluster | null = null;
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    cluster = await ownOpenSearch({ heap: '256m' }); // the setting applies to all indices
    server = await startInstance(cluster?.endpoint ?? '', newPrefix());
    client = createClient(server);
  });
  afterAll(async () => {
    await server?.dispose().catch(() => {});
    await cluster?.stop();
  });

  async function block(value: true | null): Promise<void> {
    const answer = await fetch(`${cluster?.endpoint}/_cluster/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ persistent: { 'cluster.blocks.read_only': value } }),
    });
    expect(answer.status).toBe(200);
  }

  it('G4 I12 is reported by readyz and by refused saves, with a remedy, until it accepts writes again', async () => {
    const save = () => {
      const thing = newThing(server);
      return client.call(thing['@id'], { json: thing });
    };
    const ready = () => client.call('/readyz');
    expect((await save()).status).toBe(200);
    await block(true);
    const refused = await save();
    expect(refused.status).toBe(503);
    expect(refused.json().detail).toMatch(/nothing is lost\. .*read-only.*lift the block/);
    for (let round = 0; round < 2; round++) {
      expect((await ready()).json()).toMatchObject({
        status: 'unavailable',
        detail: expect.stringContaining('lift the block'),
      });
    }
    await block(null);
    expect((await ready()).status).toBe(200);
    expect((await save()).status).toBe(200);
  });
});
