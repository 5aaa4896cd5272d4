import { createBoundedCache } from '../../base/concurrency/bounded-cache.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type Caller, faultOf } from '../access/caller.ts';
import { embedText } from '../models/embed-text.ts';
import type { ComparedText, ComparingEmbedder } from '../models/similarity.ts';
import type { ObjectContext } from '../objects/context.ts';
import { isReadable } from '../objects/present.ts';
import { type SearchParameters, type SearchResult, searcher } from '../objects/search.ts';
import { storedObject, wholeVersion } from '../objects/stored-versions.ts';
import { parseQuery } from '../search/parser.ts';
import { filteredBy } from '../search/phrase-queries.ts';
import type { QueryNode } from '../search/syntax-tree.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import type { HeadState, ObjectKey, SearchPage, SearchRequest } from '../store/object-store.ts';
import { embeddedText } from './embedded-text.ts';
import { fuseRanks } from './fuse-ranks.ts';
import { queryText } from './query-text.ts';
import { MAX_RANKED, rankedCursor, rankedPlace } from './ranked-pages.ts';

/** How a search compares: by the words of the query, by what they mean, or by both ranks in one. */
export type SearchMode = 'words' | 'meaning' | 'both';

export type MeaningParameters = Omit<SearchParameters, 'sort'> & {
  readonly mode: Exclude<SearchMode, 'words'>;
  /** Id of an object whose text is compared instead of the query's; null: the query's. */
  readonly similarTo: string | null;
};

/** A result, and how it was found: `words` if the model is away. */
export type MeaningResult = SearchResult & {
  readonly mode: SearchMode;
  /** Whether this is the last page although there may be more that match: each rank has {@link MAX_RANKED} results at most. */
  readonly isCut?: boolean;
};

export type MeaningContext = Pick<ObjectContext, 'store' | 'config' | 'logger' | 'forwarding'>;

/** Searches by meaning. @throws Problem as `search` does; `model-unavailable` (503), `not-found` (404) for an unknown `similarTo` */
export type SearchByMeaning = (
  ctx: MeaningContext,
  parameters: MeaningParameters,
  caller: Caller,
) => Promise<MeaningResult>;

/** Vectors of queries that are kept, for further pages. */
const CACHED_QUERIES = 200;

const MAX_QUERY_CHARACTERS = 4_000;

const EVERYTHING: QueryNode = { kind: 'all' };

/**
 * @param embedder of this process
 * @returns a search that ranks the objects that the caller may read. With `both`, an object's place is by reciprocal rank fusion of its
 *   places in the search for all of the words and in that for the meaning
 */
export function createSearchByMeaning(embedder: ComparingEmbedder): SearchByMeaning {
  const vectors = createBoundedCache<string, Float32Array>(CACHED_QUERIES);
  let isAway = false;

  async function vectorOf({ text, kind }: ComparedText, signal: AbortSignal): Promise<Float32Array> {
    const name = `${kind} ${text}`;
    const known = vectors.get(name);
    if (known !== undefined) return known;
    const vector = await embedText(embedder, text, signal, kind);
    vectors.set(name, vector);
    return vector;
  }

  async function compare(compared: ComparedText, timeoutMs: number) {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const [vector, similarity] = await Promise.all([
        vectorOf(compared, timeout),
        embedder.similarity(compared, timeout),
      ]);
      return { nearest: { model: embedder.model, vector }, similarity };
    } catch (error) {
      if (!timeout.aborted) throw error;
      throw new Problem('model-timeout', 'The embedding model did not respond in the time of a search.');
    }
  }

  /** Null if the model is away, and words are enough. */
  async function meantHits(ctx: MeaningContext, wanted: Wanted): Promise<readonly HeadState[] | null> {
    const { compared, mode, request, filter } = wanted;
    if (compared.text === '') return [];
    try {
      const { nearest, similarity } = await compare(compared, request.timeoutMs);
      isAway = false;
      const { hits, similarities = [] } = await ctx.store.searchStates({ ...request, query: filter, nearest });
      return hits.filter((_hit, place) => similarity(similarities[place] ?? 0) > 0);
    } catch (error) {
      if (mode === 'meaning' || !(error instanceof Problem && error.code.startsWith('model-'))) throw error;
      if (!isAway)
        ctx.logger.warn('NETWORK', 'The embedding model is away; words are compared', { error: String(error) });
      isAway = true;
      return null;
    }
  }

  return async (ctx, parameters, caller) => {
    const fault = faultOf(caller);
    if (fault !== null) throw fault;
    const start = startOf(parameters);
    const wanted = await read(ctx, parameters, caller);
    const { query, filter, request } = wanted;
    const [worded, meant] = await Promise.all([
      query === null ? [] : ctx.store.searchStates({ ...request, query: filteredBy(query, filter) }).then(hitsOf),
      meantHits(ctx, wanted),
    ]);
    const ranked = fuseRanks([worded, meant ?? []], ({ key }) => key).filter(({ key }) => key !== wanted.except);
    const { cursor, countTo, size } = parameters;
    const end = start + size;
    const isLast = size > 0 && ranked.length <= end;
    return {
      hits: ranked.slice(start, end).filter((hit) => isReadable(ctx, hit, caller)),
      next: size > 0 && !isLast ? rankedCursor(end) : null,
      total: countTo === undefined || cursor !== null ? undefined : Math.min(ranked.length, countTo),
      mode: meant === null ? 'words' : parameters.mode,
      isCut: isLast && [worded, meant].some((rank) => rank?.length === MAX_RANKED),
    };
  };
}

/** What a search compares. */
type Wanted = {
  readonly mode: MeaningParameters['mode'];
  /** Empty: nothing is compared by its meaning. */
  readonly compared: ComparedText;
  /** Whose words are compared; null: none. */
  readonly query: QueryNode | null;
  readonly filter: QueryNode;
  /** Object that is not a result. */
  readonly except: ObjectKey | null;
  readonly request: Omit<SearchRequest, 'query'>;
};

async function read(ctx: MeaningContext, parameters: MeaningParameters, caller: Caller): Promise<Wanted> {
  const { mode, q, similarTo, indexHint, filter = null } = parameters;
  const common = {
    mode,
    filter: filter === null ? EVERYTHING : parseQuery(filter, { regex: false }),
    request: {
      types: indexHint === null ? null : parseIndexHint(indexHint),
      caller: searcher(caller),
      sort: [],
      offset: 0,
      limit: MAX_RANKED,
      cursor: null,
      timeoutMs: ctx.config.searchDeadline,
    },
  };
  if (similarTo !== null) {
    const { key, text } = await similarObject(ctx, similarTo, caller);
    return { ...common, compared: { text, kind: 'document' }, query: null, except: key };
  }
  const query = mode === 'both' ? requireAll(parseQuery(q, { regex: false })) : null;
  const text = (query === null ? q : queryText(query)).trim().slice(0, MAX_QUERY_CHARACTERS);
  if (mode === 'meaning' && (text === '' || text === '*')) {
    throw new Problem('invalid-parameter', 'A search by meaning needs a text to compare.', { where: 'q' });
  }
  return { ...common, compared: { text, kind: 'query' }, query, except: null };
}

/**
 * What has one word of many, or one part of a notation such as `3.NF.A`, says little: as a rank beside that of the meaning, it would
 * displace what means the same, and what has all of it.
 */
function requireAll(query: QueryNode): QueryNode {
  const isChoice = query.kind === 'bool' && query.must.length === 0 && query.should.length > 1;
  return isChoice ? { ...query, must: query.should.map(asPhrase), should: [] } : asPhrase(query);
}

function asPhrase(node: QueryNode): QueryNode {
  return node.kind === 'term' ? { ...node, kind: 'phrase', slop: 0 } : node;
}

function hitsOf({ hits }: SearchPage): readonly HeadState[] {
  return hits;
}

function startOf({ cursor, start }: Pick<SearchParameters, 'cursor' | 'start'>): number {
  if (cursor === null) return start;
  const place = rankedPlace(cursor);
  if (place !== null) return place;
  throw new Problem('invalid-parameter', 'The cursor is not one of a search by meaning.', { where: 'cursor' });
}

async function similarObject(ctx: MeaningContext, id: string, caller: Caller) {
  const [state = null] = await ctx.store.heads([id]);
  const head = state !== null && isReadable(ctx, state, caller) ? await wholeVersion(ctx.store, state) : null;
  if (head === null)
    throw new Problem('not-found', 'There is no such object that you may read.', { where: 'similarTo' });
  const text = embeddedText(storedObject(head));
  if (text !== null) return { key: head.key, text };
  throw new Problem('invalid-parameter', 'The object has no text that could be compared.', { where: 'similarTo' });
}
