import { describe } from 'vitest';
import { newPrefix } from '../../../test/support/instances.ts';
import type { SharedOpenSearch } from '../../../test/support/opensearch.ts';
import { runUntilKilled } from '../../../test/support/run-until-killed.ts';
import type { ObjectStoreHarness } from '../../repository/store/contract/harness.ts';
import {
  ENOUGH_WRITES,
  type Instance,
  type Instances,
  objectHarness,
  openInstances,
  openKeyValueHarness,
} from '../../repository/store/contract/instances.ts';
import { describeKeyValueStore } from '../../repository/store/contract/key-value-store.contract.ts';
import { type ContractGroup, describeObjectStore } from '../../repository/store/contract/object-store.contract.ts';
import { createFetchTransport, EngineFailure, type OpenSearchTransport } from './engine/transport.ts';
import { indexNames } from './indices/index-names.ts';
import type { OpenSearchStoreOptions } from './open.ts';
import { openTestStore } from './testing/open-test-store.ts';
import { removeIndices } from './testing/remove-indices.ts';

/** The test files that share the contract: each test creates and removes indices, which takes long. */
type Part = 'writing' | 'searching' | 'moving' | 'vectors';

const PART_OF: Readonly<Record<ContractGroup, Part>> = {
  writes: 'writing',
  large: 'writing',
  faults: 'writing',
  search: 'searching',
  visibility: 'searching',
  paging: 'searching',
  moving: 'moving',
  restore: 'moving',
  resolve: 'moving',
  rebuild: 'moving',
  recent: 'writing',
  changes: 'searching',
  texts: 'writing',
  trail: 'moving',
  vectors: 'vectors',
};

/** The cluster of a test file, and how its stores are opened. */
type Cluster = {
  readonly endpoint: string;
  readonly whole: OpenSearchTransport;
  readonly options: Partial<OpenSearchStoreOptions>;
};

/** Runs a part of the contract on a real cluster; null: there is none. */
export function describeOnCluster(
  part: Part,
  engine: Pick<SharedOpenSearch, 'endpoint'> | null,
  options: Cluster['options'] = {},
): void {
  const endpoint = engine?.endpoint ?? '';
  const cluster = { endpoint, options, whole: createFetchTransport({ endpoint, authorization: null }) };
  describe.skipIf(engine === null)('on a real cluster', () => {
    describeObjectStore(
      'OpenSearch',
      () => openObjectHarness(cluster),
      (group) => PART_OF[group] === part,
    );
    if (part === 'writing') {
      describeKeyValueStore('OpenSearch', () => {
        const prefix = newPrefix();
        return openKeyValueHarness(
          (clock) => openOnCluster(cluster, cluster.whole, prefix, clock),
          (instances) => emptied(cluster, instances, prefix),
        );
      });
    }
  });
}

/** Instances over the indices with this prefix, which they remove at the end. */
function openOnCluster(
  { endpoint, options }: Cluster,
  transport: OpenSearchTransport,
  prefix: string,
  clock?: () => number,
): Promise<Instances> {
  return openInstances(
    () => openTestStore(transport, prefix, clock, options),
    () => removeIndices(endpoint, prefix),
  );
}

/**
 * Removes all documents, including the store's own notes, so that an instance that opens afterwards finds the state of new
 * indices. This takes a tenth of the time of creating and deleting indices.
 */
async function emptied({ whole }: Cluster, { closeAll, open }: Instances, prefix: string): Promise<Instance> {
  await closeAll();
  const body = JSON.stringify({ query: { match_all: {} } });
  for (const index of Object.values(indexNames(prefix))) {
    const call = { method: 'POST', timeout: 30_000 } as const;
    await whole.request({ ...call, path: `${index}/_refresh`, body: '' });
    await whole.request({ ...call, path: `${index}/_delete_by_query?refresh=true`, body });
  }
  return open();
}

async function openObjectHarness(cluster: Cluster): Promise<ObjectStoreHarness> {
  const { endpoint, whole } = cluster;
  const prefix = newPrefix();
  const line = { cut: false };
  const transport: OpenSearchTransport = {
    async request(request) {
      if (line.cut) throw new EngineFailure('away', 'The line is cut.');
      return whole.request(request);
    },
  };
  const writer = new URL('./testing/crash-writer.ts', import.meta.url);
  const killed = () => runUntilKilled(ENOUGH_WRITES, writer, endpoint, prefix);
  const instances = await openOnCluster(cluster, transport, prefix);
  return Object.assign(
    objectHarness(instances, () => emptied(cluster, instances, prefix), killed),
    {
      async damageSearch() {
        const body = JSON.stringify({ query: { match: { words: 'red' } } });
        const path = `${indexNames(prefix).search}/_delete_by_query?refresh=true`;
        await whole.request({ method: 'POST', path, body, timeout: 10_000 });
      },
      async breakEngine() {
        line.cut = true;
        return async () => {
          line.cut = false;
        };
      },
    },
  );
}
