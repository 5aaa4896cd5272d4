import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { openSearchForTests } from '../../../test/support/opensearch.ts';
import { describeKeyValueStore } from '../key-value-store.contract.ts';
import { type ContractGroup, describeObjectStore } from '../object-store.contract.ts';
import type { KeyValueStoreHarness, ObjectStoreHarness } from '../testing/harness.ts';
import { plannedWrites } from '../testing/planned-writes.ts';
import { indexNames } from './index-names.ts';
import type { OpenSearchStore } from './open.ts';
import { openTestStore } from './testing/open-test-store.ts';
import { removeIndices } from './testing/remove-indices.ts';
import { createFetchTransport, EngineFailure, type OpenSearchTransport } from './transport.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';

/** The files that the contract is spread over: each test makes and removes indices, which takes its time. */
type Part = 'writing' | 'searching' | 'moving';

const PART_OF: Readonly<Record<ContractGroup, Part>> = {
  writes: 'writing',
  faults: 'writing',
  search: 'searching',
  visibility: 'searching',
  paging: 'searching',
  moving: 'moving',
  restore: 'moving',
  rebuild: 'moving',
  changes: 'searching',
};

/** Runs a part of the contract on a real cluster. */
export function describeOnCluster(part: Part): void {
  describe.skipIf(engine === null)('on a real cluster', () => {
    describeObjectStore('OpenSearch', openObjectHarness, (group) => PART_OF[group] === part);
    if (part === 'writing') describeKeyValueStore('OpenSearch', openKeyValueHarness);
  });
}

/** Instances over new indices, with a line to the engine that can be cut. */
async function openInstances(clock: () => number = Date.now) {
  const whole = createFetchTransport({ endpoint, authorization: null });
  const line = { cut: false };
  const transport: OpenSearchTransport = {
    async request(request) {
      if (line.cut) throw new EngineFailure('away', 'The line is cut.');
      return whole.request(request);
    },
  };
  const prefix = `test-${randomUUID()}-`;
  const instances: OpenSearchStore[] = [];
  const open = async () => {
    const instance = await openTestStore(transport, prefix, clock);
    instances.push(instance);
    return instance;
  };
  const closeAll = async () => {
    await Promise.all(instances.map((instance) => instance.close()));
  };
  return {
    line,
    prefix,
    first: await open(),
    open,
    closeAll,
    reopen: async () => {
      await closeAll();
      return open();
    },
    close: async () => {
      await closeAll();
      await removeIndices(endpoint, prefix);
    },
  };
}

async function openObjectHarness(): Promise<ObjectStoreHarness> {
  const { line, prefix, first, open, reopen, close, closeAll } = await openInstances();
  return {
    store: first.objects,
    another: async () => (await open()).objects,
    reopen: async () => (await reopen()).objects,
    close,
    async crash() {
      await closeAll();
      const asked = plannedWrites();
      const count = await writeUntilKilled(prefix);
      return { store: (await open()).objects, acknowledged: asked.slice(0, count), asked };
    },
    async damageSearch() {
      const body = JSON.stringify({ query: { match: { words: 'red' } } });
      const path = `${indexNames(prefix).search}/_delete_by_query?refresh=true`;
      await createFetchTransport({ endpoint, authorization: null }).request({
        method: 'POST',
        path,
        body,
        timeout: 10_000,
      });
    },
    async breakEngine() {
      line.cut = true;
      return async () => {
        line.cut = false;
      };
    },
  };
}

async function openKeyValueHarness(): Promise<KeyValueStoreHarness> {
  let ahead = 0;
  const { first, open, reopen, close } = await openInstances(() => Date.now() + ahead);
  return {
    store: first.keyValues,
    another: async () => (await open()).keyValues,
    reopen: async () => (await reopen()).keyValues,
    close,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

/** Runs a process that does the planned writes, and kills it in the middle. Gives how many it had acknowledged. */
function writeUntilKilled(prefix: string): Promise<number> {
  const script = new URL('./testing/crash-writer.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, endpoint, prefix], { stdio: ['ignore', 'pipe', 'inherit'] });
  let acknowledged = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    acknowledged += chunk.length; // one character per acknowledged write
    if (acknowledged > 120) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.on('close', () => resolve(acknowledged)));
}
