import * as z from 'zod/mini';
import { aliasOfIndex } from '../indices/index-names.ts';
import type { Answers, BulkAction, ReadOperation, Reads, SearchBody, SearchHeader, SortValue } from './api-types.ts';
import { docsOf, itemsOf } from './document-answers.ts';
import { gatherReads } from './gather-reads.ts';
import { EngineFailure, type EngineRequest, type OpenSearchTransport } from './transport.ts';

/** A document of the store, as it is written. */
export type DocumentSource = { readonly [name: string]: unknown };

/** The body of a document as JSON text, for one that is large. */
export class BodyText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** The body of a document. */
export type RequestBody = DocumentSource | BodyText;

/** A document with the revision that compare-and-set needs. */
export type EngineDocument = {
  readonly id: string;
  readonly source: unknown;
  readonly version: number;
  readonly revision: Revision;
  /** The member `text` was not read, and is empty in `source`. */
  readonly textless?: true;
};

/** The state of a document that a write can depend on, in the index of that name (not an alias). */
export type Revision = { readonly index: string; readonly seqNo: number; readonly primaryTerm: number };

/**
 * One step of a bulk. Without `routing` a document is routed by its id. A step with a `revision` goes to the index of that
 * revision, even if the alias has moved: sequence numbers mean nothing in another index.
 */
export type BulkStep = { readonly index: string; readonly id: string; readonly routing?: string } & (
  | { readonly kind: 'create'; readonly body: RequestBody }
  /** Replaces the document; with `revision`, only in that state. */
  | { readonly kind: 'index'; readonly body: RequestBody; readonly revision?: Revision }
  /** Writes unless the document has a higher version. */
  | { readonly kind: 'version'; readonly body: RequestBody; readonly version: number }
  | { readonly kind: 'delete'; readonly revision: Revision }
);

/** The result of one step: 2xx done, 409 not in the expected state, 404 no such document or index, other 4xx: cannot be done. */
export type BulkResult = { readonly status: number; readonly revision: Revision | null };

/**
 * Part of a search body: requests no stored fields of the hits, not even their ids. Unpacking them is up to a third of the
 * engine's work for a page. The ids equal the keys, which are doc values.
 */
export const KEYS_ONLY = { stored_fields: '_none_', docvalue_fields: ['key'] } satisfies SearchBody;

/** One hit: its id, the version of the document, its sort values. */
export type EngineHit = { readonly id: string; readonly version: number; readonly sort: readonly SortValue[] };

export type SearchAnswer = {
  readonly hits: readonly EngineHit[];
  /** All hits up to `track_total_hits`; null if they were not counted. */
  readonly total: number | null;
  /** The keys of each terms aggregation, by its name. */
  readonly buckets: Readonly<Record<string, readonly string[]>>;
};

/** The calls that the store makes. Each is one request, except that long lists of ids are read in chunks. */
export type Engine = {
  /** Reads one document per item, in order; null for a missing one. Sees every acknowledged write, even before a refresh. */
  read(items: readonly ReadItem[]): Promise<readonly (EngineDocument | null)[]>;
  /**
   * Like `read`, but in a single call, for documents that are not large.
   *
   * @throws EngineFailure `large` when one document exceeds {@link MAX_ANSWER_OF_ONE_BYTES}, or several together exceed
   *   {@link MAX_ANSWER_BYTES}
   */
  readSmall(items: readonly ReadItem[]): Promise<readonly (EngineDocument | null)[]>;
  /**
   * Executes the steps. Those with the same routing are executed in order.
   *
   * @param refresh whether searches see them when this resolves
   * @throws EngineFailure when the response is lost, or the engine refused a step for lack of resources
   */
  bulk(steps: readonly BulkStep[], refresh: boolean): Promise<readonly BulkResult[]>;
  /**
   * Runs several searches in one call.
   *
   * @param timeout for each search, in milliseconds
   * @param shards numbers of the shards to search, one per body; absent: all
   */
  search(
    index: string,
    bodies: readonly SearchBody[],
    timeout: number,
    shards?: readonly number[],
  ): Promise<readonly SearchAnswer[]>;
  /**
   * Makes all writes visible to searches.
   *
   * @param optional whether the index may be missing
   * @throws EngineFailure also when only a part of the index could be refreshed
   */
  refresh(index: string, options?: { readonly optional: boolean }): Promise<void>;
  /** Any other call. @throws EngineFailure for every status of 400 and above, except those in `allowed` */
  call(
    request: Omit<EngineRequest, 'timeout'> & { readonly timeout?: number },
    allowed?: readonly number[],
  ): Promise<{ readonly status: number; readonly body: unknown }>;
};

export type ReadItem = {
  readonly index: string;
  readonly id: string;
  readonly routing?: string;
  /** False: only the state of the document is read. */
  readonly source?: boolean | 'without text';
};

const READ_CHUNK_SIZE = 500;

/** Maximum size of a response with several documents. */
const MAX_ANSWER_BYTES = 8_388_608;

/** Maximum size of a response with a single document that is not large. */
const MAX_ANSWER_OF_ONE_BYTES = 1_048_576;

/** How often one read is repeated because an alias moved. */
const MAX_ALIAS_MOVES = 2;

// Schemas are created at first use: creating all of them takes a tenth of the start-up time of a function.
const FAULT = z.lazy(() =>
  z.object({ error: z.optional(z.union([z.string(), z.object({ type: z.optional(z.string()) })])) }),
);
const ANSWER = z.lazy(() =>
  z.object({
    timed_out: z.boolean(),
    hits: z.object({
      total: z.optional(z.object({ value: z.number() })),
      hits: z.array(
        z.object({
          /** Absent if no stored fields were requested: the id is then the doc value `key`. */
          _id: z.optional(z.string()),
          fields: z.optional(z.object({ key: z.optional(z.tuple([z.string()])) })),
          _version: z.optional(z.number()),
          sort: z.optional(z.array(z.nullable(z.union([z.string(), z.number()])))),
        }),
      ),
    }),
    aggregations: z.optional(z.record(z.string(), z.object({ buckets: z.array(z.object({ key: z.string() })) }))),
  }),
);
const REFRESH = z.lazy(() => z.object({ _shards: z.object({ failed: z.number() }) }));
const ANSWERS = z.lazy(() => z.object({ responses: z.array(z.unknown()) }));

/**
 * How a bulk becomes visible to searches: `immediate` refreshes at once, `wait` waits for the next refresh, within a second.
 * Either way its writes are visible when the bulk is done.
 */
export type RefreshPolicy = 'immediate' | 'wait';

/** @param timeoutMs for each call that is not a search */
export function createEngine(transport: OpenSearchTransport, timeoutMs: number, policy: RefreshPolicy): Engine {
  const call: Engine['call'] = async (request, allowed = []) => {
    const response = await transport.request({ timeout: timeoutMs, ...request });
    if (response.status >= 400 && !allowed.includes(response.status)) throw refusal(response.status, response.body);
    return response;
  };

  async function readOnce(
    items: readonly ReadItem[],
    maxBytes: number | null,
    attempt = 0,
  ): Promise<(EngineDocument | null)[]> {
    const docs = items.map(({ index, id, routing, source = true }): ReadOperation => {
      return {
        _index: index,
        _id: id,
        ...(routing === undefined ? {} : { routing }),
        ...(source === true ? {} : { _source: source === false ? false : { excludes: ['text'] } }),
      };
    });
    const { body } = await call({
      method: 'POST',
      path: '_mget',
      body: JSON.stringify({ docs }),
      ...(maxBytes !== null && { maxBytes }),
    });
    const found = docsOf(body);
    // The alias moved while the read was in flight, and its old index is gone.
    const moved = found.some(({ error }) => error?.type === 'index_not_found_exception');
    if (moved && attempt < MAX_ALIAS_MOVES) return readOnce(items, maxBytes, attempt + 1);
    return found.map((doc) => {
      if (doc.error !== undefined) throw refusal(503, { error: doc.error });
      if (doc.found !== true) return null;
      const revision = { index: doc._index, seqNo: doc._seq_no ?? 0, primaryTerm: doc._primary_term ?? 0 };
      return { id: doc._id, source: doc._source, version: doc._version ?? 0, revision };
    });
  }

  const isFinal = (error: unknown) => !(error instanceof EngineFailure) || error.kind === 'timeout';
  const readSmall = gatherReads(
    (items: readonly ReadItem[]) => readOnce(items, items.length === 1 ? MAX_ANSWER_OF_ONE_BYTES : MAX_ANSWER_BYTES),
    isFinal,
  );

  /** Splits a read whose response would be too large. */
  async function readWhole(items: readonly ReadItem[]): Promise<readonly (EngineDocument | null)[]> {
    try {
      return await readSmall(items);
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.kind !== 'large') throw error;
    }
    if (items.length === 1) return readOnce(items, null);
    const half = Math.ceil(items.length / 2);
    return [...(await readWhole(items.slice(0, half))), ...(await readWhole(items.slice(half)))];
  }

  return {
    call,
    readSmall,
    async read(items) {
      const found: (EngineDocument | null)[] = [];
      for (let from = 0; from < items.length; from += READ_CHUNK_SIZE) {
        found.push(...(await readWhole(items.slice(from, from + READ_CHUNK_SIZE))));
      }
      return found;
    },
    async bulk(steps, refresh) {
      if (steps.length === 0) return [];
      const when = refresh && policy === 'wait' ? 'wait_for' : refresh;
      const path = `_bulk?require_alias=true&refresh=${when}&_source=false`;
      const { body } = await call({ method: 'POST', path, body: steps.map(linesOf).join('') });
      const items = itemsOf(body);
      return steps.map((_, index) => {
        const item = items[index];
        if (item === undefined)
          throw new EngineFailure('away', 'The response to a bulk has fewer items than the bulk.');
        if (REFUSED.has(item.status))
          throw new EngineFailure('refused', `A step of a bulk: ${item.error?.type}`, item.status, item.error?.type);
        if (item._seq_no === undefined || item._primary_term === undefined)
          return { status: item.status, revision: null };
        const revision = { index: item._index, seqNo: item._seq_no, primaryTerm: item._primary_term };
        return { status: item.status, revision };
      });
    },
    async search(index, bodies, timeout, shards = []) {
      const limits = { timeout: `${Math.max(1, Math.ceil(timeout))}ms` };
      const lines = bodies.map((body, at) => {
        const preference = shards[at] === undefined ? {} : { preference: `_shards:${shards[at]}` };
        const header: SearchHeader = { index, allow_partial_search_results: false, ...preference };
        return `${JSON.stringify(header)}\n${JSON.stringify({ ...body, ...limits })}\n`;
      });
      const response = await call({ method: 'POST', path: '_msearch', body: lines.join(''), timeout });
      const { responses }: Reads<Answers['msearch'], typeof ANSWERS> = z.parse(ANSWERS, response.body);
      return responses.map(toAnswer);
    },
    async refresh(index, { optional } = { optional: false }) {
      const { status, body } = await call({ method: 'POST', path: `${index}/_refresh` }, optional ? [404] : []);
      if (status === 404) return;
      const { _shards: shards }: Reads<Answers['refresh'], typeof REFRESH> = z.parse(REFRESH, body);
      if (shards.failed > 0) throw refusal(503, body);
    },
  };
}

/** Temporary refusals: too many requests, the write block of a full disk, unavailable shards, timeouts. */
const REFUSED = new Set([403, 429, 500, 502, 503, 504]);

function toAnswer(response: unknown): SearchAnswer {
  if (typeof response === 'object' && response !== null && 'error' in response) {
    throw refusal('status' in response && typeof response.status === 'number' ? response.status : 500, response);
  }
  const answer: Reads<Answers['search'], typeof ANSWER> = z.parse(ANSWER, response);
  const { timed_out: late, hits, aggregations = {} } = answer;
  if (late) throw new EngineFailure('timeout', 'The search was cancelled at its deadline.');
  return {
    total: hits.total?.value ?? null,
    hits: hits.hits.map(({ _id, fields, _version, sort }) => {
      return { id: _id ?? fields?.key?.[0] ?? '', version: _version ?? 0, sort: sort ?? [] };
    }),
    buckets: Object.fromEntries(
      Object.entries(aggregations).map(([name, { buckets }]) => [name, buckets.map(({ key }) => key)]),
    ),
  };
}

type Target = { readonly _index: string; readonly _id: string; readonly routing?: string };
type State = { readonly if_seq_no: number; readonly if_primary_term: number };

function linesOf(step: BulkStep): string {
  const revision = step.kind === 'index' || step.kind === 'delete' ? step.revision : undefined;
  const target = {
    _index: revision ? aliasOfIndex(revision.index) : step.index,
    _id: step.id,
    ...(step.routing !== undefined && { routing: step.routing }),
  };
  const state = revision && { if_seq_no: revision.seqNo, if_primary_term: revision.primaryTerm };
  const line = `${JSON.stringify(actionOf(step, target, state))}\n`;
  if (step.kind === 'delete') return line;
  return `${line}${step.body instanceof BodyText ? step.body.json : JSON.stringify(step.body)}\n`;
}

function actionOf(step: BulkStep, target: Target, state: State | undefined): BulkAction {
  switch (step.kind) {
    case 'create':
      return { create: target };
    case 'index':
      return { index: { ...target, ...state } };
    case 'version':
      return { index: { ...target, version: step.version, version_type: 'external_gte' } };
    case 'delete':
      return { delete: { ...target, ...state } };
  }
}

/** The failure for a refusal by the engine, with the name of its innermost cause. */
function refusal(status: number, body: unknown): EngineFailure {
  const text = JSON.stringify(body) ?? '';
  const types = [...text.matchAll(/"type":"([a-z_]+)"/g)].map(([, type]) => type ?? '');
  const known = types.find((type) => NAMED.has(type));
  const { data } = z.safeParse(FAULT, body);
  const own = typeof data?.error === 'object' ? (data.error.type ?? null) : null;
  return new EngineFailure('refused', `Status ${status}: ${text.slice(0, 1_000)}`, status, known ?? own);
}

const NAMED = new Set([
  'too_many_clauses',
  'too_many_nested_clauses',
  'too_complex_to_determinize_exception',
  'task_cancelled_exception',
  'resource_already_exists_exception',
]);
