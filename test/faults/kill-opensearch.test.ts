import { describe, it, onTestFinished } from 'vitest';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { newPrefix, startInstance } from '../support/instances.ts';
import { KILLS, seed, survivesKills } from '../support/kill-loop.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const engine = await openSearchForTests();

describe.skipIf(engine === null)(`on OpenSearch (SEED=${seed})`, () => {
  const endpoint = engine?.endpoint ?? '';

  it(`G1 G2 I11 loses no acknowledged write to ${KILLS} kill -9 during saves, batches and deletes`, () => {
    const prefix = newPrefix();
    onTestFinished(() => removeIndices(endpoint, prefix));
    return survivesKills((environment, directory) => startInstance(endpoint, prefix, environment, directory));
  });
});
