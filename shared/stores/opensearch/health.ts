import * as z from 'zod/mini';
import type { ObjectStore } from '../../repository/store/object-store.ts';
import type { Answers, Reads } from './engine/api-types.ts';
import type { Engine } from './engine/engine.ts';
import { faultInWords, READ_ONLY } from './engine/engine-errors.ts';
import { EngineFailure } from './engine/transport.ts';
import type { OpenSearchParts } from './parts.ts';

/** Tells whether the store can serve, by the reports of the engine and the results of writes. */
export type Health = {
  check: ObjectStore['health'];
  /** Records that a write succeeded. */
  worked(): void;
  /** Records that a write failed: from now on every check makes a write, until one succeeds. */
  failed(): void;
};

const PROBE = 'note:probe';

/** A check makes a write if none has succeeded for this long: settings do not show every block of the cluster. */
const PROVEN_MS = 30_000;

/** Time limit of each call. A check makes two concurrent calls, and one more after a failed write. */
const TIMEOUT_MS = 2_000;

const CLUSTER = z.object({ status: z.string() });
/** Settings of each index, by their flat names. */
const SETTINGS = z.record(z.string(), z.object({ settings: z.record(z.string(), z.unknown()) }));
const BLOCKS = ['read_only_allow_delete', 'read_only', 'write', 'read', 'metadata'].map(
  (name) => `index.blocks.${name}`,
);

export function createHealth({ engine, names, clock }: Pick<OpenSearchParts, 'engine' | 'names' | 'clock'>): Health {
  const aliases = [names.objects, names.search, names.values];
  let failing: number | null = null;
  let workedAt = Number.NEGATIVE_INFINITY;
  let down: number | null = null;
  let checking: ReturnType<ObjectStore['health']> | null = null;

  /** Whether the indices exist and accept writes. */
  async function troubleOfIndices(): Promise<string | null> {
    const path = `${aliases.join(',')}/_settings?flat_settings=true`;
    // 403: without the right to read settings, only a write can show it.
    const { status, body } = await engine.call({ method: 'GET', path, timeout: TIMEOUT_MS }, [403, 404]);
    if (status === 404) return missingIndex();
    const data: Reads<Answers['settings'], typeof SETTINGS> | undefined = z.safeParse(SETTINGS, body).data;
    const indices = Object.values(data ?? {});
    const blocked = indices.some(({ settings }) => BLOCKS.some((block) => settings[block] === 'true'));
    return blocked ? READ_ONLY : null;
  }

  async function missingIndex(): Promise<string> {
    const answers = await Promise.all(
      aliases.map((name) => engine.call({ method: 'GET', path: `${name}/_settings`, timeout: TIMEOUT_MS }, [403, 404])),
    );
    const missing = aliases.filter((_, index) => answers[index]?.status === 404);
    return `The search cluster has no index ${missing.join(' and no ')}: it was deleted. Restore it from a snapshot; a restart of this service makes an empty one.`;
  }

  async function troubleOfShards(): Promise<string | null> {
    const path = `_cluster/health/${aliases.join(',')}?wait_for_status=yellow&timeout=1s`;
    const { body } = await engine.call({ method: 'GET', path, timeout: TIMEOUT_MS }, [408]);
    const data: Reads<Answers['health'], typeof CLUSTER> | undefined = z.safeParse(CLUSTER, body).data;
    return data?.status === 'red' ? 'The search cluster has lost shards of the indices of this service.' : null;
  }

  async function troubleOfWriting(): Promise<string | null> {
    if (failing === null && Math.abs(clock() - workedAt) < PROVEN_MS) return null;
    const body = { value: String(clock()) };
    const probe = { kind: 'index', index: names.values, id: PROBE, body } as const;
    const [result] = await engine.bulk([probe], false);
    if (result?.revision === null) return `The search cluster refuses writes with status ${result.status}.`;
    worked();
    return null;
  }

  function worked(): void {
    failing = null;
    workedAt = clock();
  }

  async function trouble(): Promise<string | null> {
    try {
      // Awaits both, so that no rejection is unhandled; the result about the indices is more precise.
      const [indices, shards] = await Promise.allSettled([troubleOfIndices(), troubleOfShards()]);
      if (indices.status === 'rejected') throw indices.reason;
      if (indices.value !== null) return indices.value;
      if (shards.status === 'rejected') throw shards.reason;
      return shards.value ?? (await troubleOfWriting());
    } catch (error) {
      return error instanceof EngineFailure
        ? faultInWords(error)
        : 'The search cluster sends answers that are not those of OpenSearch.';
    }
  }

  async function check(): ReturnType<ObjectStore['health']> {
    const detail = await trouble();
    if (detail === null) {
      down = null;
      return { ready: true };
    }
    down ??= failing ?? clock();
    return { ready: false, detail, since: down };
  }

  return {
    check() {
      checking ??= check().finally(() => {
        checking = null;
      });
      return checking;
    },
    worked,
    failed() {
      failing ??= clock();
    },
  };
}

/** The version that OpenSearch 2 reports in compatibility mode. */
const COMPATIBILITY_VERSION = '7.10.2';

const INFO = z.object({ version: z.object({ number: z.string(), distribution: z.optional(z.string()) }) });

const NEWEST_TESTED_MAJOR = 3;

/**
 * Checks that the cluster runs an engine that this service works with. A newer major version than the tested ones is
 * announced and used: the store depends on documents, searches and aliases only.
 *
 * @param announce receives a sentence for the operator
 * @returns its major version
 * @throws Error with one sentence for the operator when the engine is not supported
 * @throws EngineFailure when it does not answer
 */
export async function checkEngine(engine: Engine, announce: (sentence: string) => void): Promise<number> {
  const { body } = await engine.call({ method: 'GET', path: '' }, [404]);
  const data: Reads<Answers['info'], typeof INFO> | undefined = z.safeParse(INFO, body).data;
  if (data === undefined || data.version.distribution !== 'opensearch') {
    throw new Error(
      'SEARCH_ENDPOINT is not an OpenSearch cluster: this service works with OpenSearch 2.19 and 3, not with Elasticsearch, and not with serverless collections, which show writes only after seconds.',
    );
  }
  const { number } = data.version;
  if (number === COMPATIBILITY_VERSION) {
    throw new Error(
      `The cluster calls itself version ${COMPATIBILITY_VERSION}: switch off its compatibility mode (compatibility.override_main_response_version), so that its own version is reported.`,
    );
  }
  const [major = 0, minor = 0] = number.split('.').map(Number);
  if (major < 2 || (major === 2 && minor < 19)) {
    throw new Error(`The cluster runs OpenSearch ${number}, and this service needs 2.19 or newer.`);
  }
  if (major > NEWEST_TESTED_MAJOR) {
    announce(`The cluster runs OpenSearch ${number}: this version of the service was tested with 2.19 and 3 only.`);
  }
  return major;
}
