import { randomUUID } from 'node:crypto';
import { Client } from '@opensearch-project/opensearch';
import { afterAll, describe, expect, test } from 'vitest';
import type { MoreMappings, SearchBody } from '../../shared/stores/opensearch/engine/api-types.ts';
import { createEngine, type Engine, KEYS_ONLY } from '../../shared/stores/opensearch/engine/engine.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { checkEngine } from '../../shared/stores/opensearch/health.ts';
import { LAYOUTS } from '../../shared/stores/opensearch/indices/index-definitions.ts';
import { aliasOfGone, aliasOfIndex, indexNames } from '../../shared/stores/opensearch/indices/index-names.ts';
import { createIndex, deleteIndices, moveAliases, readIndex } from '../../shared/stores/opensearch/indices/indices.ts';
import { countObjects } from '../../shared/stores/opensearch/read/scan.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const shared = await openSearchForTests();
const endpoint = shared?.endpoint ?? '';

/** The names of the indices of one of the two clients. */
type Names = { readonly prefix: string; readonly index: string; readonly alias: string };

/** A kind of call, as the store makes it, and as the official client does. */
type Call = {
  readonly kind: string;
  readonly ours: (engine: Engine, names: Names) => Promise<unknown>;
  readonly official: (client: Client, names: Names) => Promise<{ readonly body: unknown }>;
};

const { settings, mappings, layout } = LAYOUTS.objects;

const MORE: MoreMappings = { properties: { extra: { type: 'keyword' } } };

/** The second write replaces the state that the first one created. */
const REVISION = { seqNo: 0, primaryTerm: 1 };
const ONE = { kind: 'head', key: 'one', stamp: 1 };
const TWO = { kind: 'head', key: 'two', stamp: 2 };

const NEWEST: SearchBody = { query: { term: { kind: 'head' } }, sort: [{ stamp: 'desc' }], size: 10, ...KEYS_ONLY };
const COUNTED = { terms: { field: 'key', order: { _key: 'asc' }, execution_hint: 'map' } } as const;
const TIME_LIMIT_MS = 10_000;

const STATS = ['indices.*.shards.*.routing.primary', 'indices.*.shards.*.seq_no.global_checkpoint'];

/** Calls in an order in which each can be made. */
const CALLS: readonly Call[] = [
  {
    kind: 'the version of the engine',
    ours: (engine) => checkEngine(engine, () => {}),
    official: (client) => client.info(),
  },
  {
    kind: 'a new index',
    ours: (engine, { index, alias }) =>
      createIndex(engine, index, LAYOUTS.objects, { shards: 1, replicas: 0 }, [alias]),
    official: (client, { index, alias }) =>
      client.indices.create({
        index,
        wait_for_active_shards: 1,
        body: {
          settings: { index: { number_of_shards: 1, number_of_replicas: 0, ...settings } },
          mappings: { ...mappings, _meta: { layout } },
          aliases: { [aliasOfIndex(index)]: { is_write_index: true }, [alias]: { is_write_index: true } },
        },
      }),
  },
  {
    kind: 'the state of an index',
    ours: (engine, { alias }) => readIndex(engine, alias),
    official: (client, { alias }) => client.indices.get({ index: alias }),
  },
  {
    kind: 'more mappings',
    ours: (engine, { alias }) => engine.call({ method: 'PUT', path: `${alias}/_mapping`, body: JSON.stringify(MORE) }),
    official: (client, { alias }) => client.indices.putMapping({ index: alias, body: MORE }),
  },
  {
    kind: 'moved aliases',
    ours: (engine, { prefix, index }) => moveAliases(engine, [{ kind: 'join', index, alias: aliasOfGone(prefix) }]),
    official: (client, { prefix, index }) =>
      client.indices.updateAliases({ body: { actions: [{ add: { index, alias: aliasOfGone(prefix) } }] } }),
  },
  {
    kind: 'writes',
    ours: (engine, { index, alias }) =>
      engine.bulk(
        [
          { kind: 'create', index: alias, id: 'one', body: ONE },
          { kind: 'index', index: alias, id: 'one', body: ONE, revision: { index, ...REVISION } },
          { kind: 'version', index: alias, id: 'two', body: TWO, version: 7 },
          { kind: 'delete', index: alias, id: 'two', revision: { index, ...REVISION } },
        ],
        true,
      ),
    official: (client, { index, alias }) => {
      const state = { _index: aliasOfIndex(index), if_seq_no: REVISION.seqNo, if_primary_term: REVISION.primaryTerm };
      return client.bulk({
        require_alias: true,
        refresh: true,
        _source: false,
        body: [
          { create: { _index: alias, _id: 'one' } },
          ONE,
          { index: { ...state, _id: 'one' } },
          ONE,
          { index: { _index: alias, _id: 'two', version: 7, version_type: 'external_gte' } },
          TWO,
          { delete: { ...state, _id: 'two' } },
        ],
      });
    },
  },
  {
    kind: 'reads',
    ours: (engine, { alias }) => engine.read(['one', 'none'].map((id) => ({ index: alias, id }))),
    official: (client, { alias }) =>
      client.mget({ body: { docs: ['one', 'none'].map((_id) => ({ _index: alias, _id })) } }),
  },
  {
    kind: 'searches',
    ours: (engine, { alias }) =>
      engine.search(alias, [NEWEST, { size: 0, aggregations: { found: COUNTED } }], TIME_LIMIT_MS),
    official: (client, { alias }) => {
      const header = { index: alias, allow_partial_search_results: false };
      const timeout = `${TIME_LIMIT_MS}ms`;
      const { query, sort, size } = { sort: [], ...NEWEST };
      return client.msearch({
        body: [
          header,
          { ...(query && { query }), sort, ...(size && { size }), ...KEYS_ONLY, timeout },
          header,
          { size: 0, aggregations: { found: COUNTED }, timeout },
        ],
      });
    },
  },
  {
    kind: 'a refresh',
    ours: (engine, { alias }) => engine.refresh(alias),
    official: (client, { alias }) => client.indices.refresh({ index: alias }),
  },
  {
    kind: 'a count',
    ours: (engine, { prefix }) => countObjects({ engine, names: indexNames(prefix) }),
    official: async (client, { alias }) => {
      await client.indices.refresh({ index: alias });
      return client.count({ index: alias, body: { query: { term: { kind: 'head' } } } });
    },
  },
  {
    kind: 'the checkpoints of shards',
    ours: (engine, { alias }) =>
      engine.call({ method: 'GET', path: `${alias}/_stats/docs?level=shards&filter_path=${STATS}` }),
    official: (client, { alias }) =>
      client.indices.stats({ index: alias, metric: ['docs'], level: 'shards', filter_path: STATS }),
  },
  {
    kind: 'settings',
    ours: (engine, { alias }) => engine.call({ method: 'GET', path: `${alias}/_settings?flat_settings=true` }),
    official: (client, { alias }) => client.indices.getSettings({ index: alias, flat_settings: true }),
  },
  {
    kind: 'the health of indices',
    ours: (engine, { alias }) =>
      engine.call({ method: 'GET', path: `_cluster/health/${alias}?wait_for_status=yellow&timeout=1s` }),
    official: (client, { alias }) => client.cluster.health({ index: alias, wait_for_status: 'yellow', timeout: '1s' }),
  },
  {
    kind: 'a deleted index',
    ours: (engine, { index }) => deleteIndices(engine, [index]),
    official: (client, { index }) => client.indices.delete({ index }),
  },
];

describe.skipIf(shared === null)('the official client gets the answer of the store', () => {
  const [own, other] = [namesUnder(`test-${randomUUID()}-`), namesUnder(`test-${randomUUID()}-`)];
  const client = new Client({ node: endpoint });
  const transport = createFetchTransport({ endpoint, authorization: null });
  let answer: unknown;
  const engine = createEngine(
    {
      async request(request) {
        const response = await transport.request(request);
        answer = response.body;
        return response;
      },
    },
    TIME_LIMIT_MS,
    'immediate',
  );

  afterAll(async () => {
    await client.close();
    for (const { prefix } of [own, other]) await removeIndices(endpoint, prefix);
  });

  test.each(CALLS.map((call) => [call.kind, call] as const))('to a call for %s', async (_kind, { ours, official }) => {
    await ours(engine, own);
    const { body } = await official(client, other);
    expect(comparable(body, other)).toEqual(comparable(answer, own));
  });
});

function namesUnder(prefix: string): Names {
  return { prefix, index: `${prefix}objects-1-1`, alias: indexNames(prefix).objects };
}

/** Members that vary: times, ids that the engine generates, and other activity of the cluster. */
const ACCIDENTAL =
  /^(?:index\.)?(?:took|uuid|index_uuid|creation_date|number_of_pending_tasks|number_of_in_flight_fetch|task_max_waiting_in_queue_millis)$/;

function comparable(body: unknown, { prefix }: Names): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(prefix, ''), (name, value) =>
    ACCIDENTAL.test(name) ? null : value,
  );
}
