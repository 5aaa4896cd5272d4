import { afterAll, beforeAll, describe } from 'vitest';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { describeFanOut } from '../support/fan-out.ts';
import { newPrefix, startInstance } from '../support/instances.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import type { TestServer } from '../support/server.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';
const prefix = newPrefix();

describe.skipIf(engine === null)('notifications of two instances on one cluster', () => {
  let instances: readonly [TestServer, TestServer];

  beforeAll(async () => {
    const settings = { SHEET_SERVER_CHECK: 'warn' }; // sheets are signed for the address of one instance
    instances = [await startInstance(endpoint, prefix, settings), await startInstance(endpoint, prefix, settings)];
  });
  afterAll(async () => {
    await Promise.all(instances.map((server) => server.dispose()));
    await removeIndices(endpoint, prefix);
  });

  describeFanOut(() => instances);
});
