import type { KeyId } from '../../../base/crypto/public-key.ts';
import { Problem } from '../../../base/errors/problem.ts';
import { compilePattern, literalText } from '../../../repository/search/pattern.ts';
import type { Pattern, TypeKeyFilter } from '../../../repository/search/syntax-tree.ts';
import type { SearchCaller, SearchRequest } from '../../../repository/store/object-store.ts';
import type { SearchBody } from '../engine/api-types.ts';
import type { Engine, SearchAnswer } from '../engine/engine.ts';
import { searchTimeout } from '../engine/engine-errors.ts';
import { ANYBODY, EVERYBODY } from '../publish/terms.ts';
import { and, type Clause, matching, not, or, term, toQuery, wildcardText } from './clause.ts';

/** The caller and the limits of one search. */
export type Scope = {
  /** The objects of the requested types that the caller may find. */
  readonly visible: Clause;
  /** Whether the caller proved this key, or is an admin. */
  proves(key: KeyId): boolean;
  /** The remaining time in milliseconds. @throws Problem `search-timeout` when no time is left */
  timeLeft(): number;
  /**
   * The paths that match a pattern, among the objects that the caller can find and that match `within`.
   *
   * @throws Problem `query-too-broad` for more than {@link MAX_FIELDS} paths
   */
  paths(pattern: Pattern, within: Clause): Promise<readonly string[]>;
  /** @throws Problem `query-too-broad` when a pattern matches too many words of the objects that the caller can find */
  checkWords(pattern: Pattern, within: Clause): Promise<void>;
  /** Counts phrases that the query expands to. @throws Problem `query-too-broad` when there are too many */
  spend(phrases: number): void;
};

/** Maximum number of phrases that a query may expand to: the product of fields and words. */
const MAX_PHRASES = 16_384;
/** Maximum number of fields that one pattern over field names may match. */
const MAX_FIELDS = 256;
/** Maximum number of words that one wildcard may match, in the first objects of each shard that have one of them. */
const MAX_WORDS = 1_024;
const MAX_EXAMINED_OBJECTS = 2_000;

export type ScopeOptions = {
  readonly engine: Engine;
  /** Name of the search index. */
  readonly index: string;
  readonly request: SearchRequest;
  /** Deadline of the search, UTC milliseconds. */
  readonly until: number;
  readonly clock: () => number;
};

export function openScope({ engine, index, request, until, clock }: ScopeOptions): Scope {
  const keys = new Set<string>(request.caller.keys);
  const visible = and([visibleTo(request.caller), typeClause(request.types)]);
  const ask = combineAggregations((bodies) => engine.search(index, bodies, timeLeft()));
  let phrases = 0;

  function timeLeft(): number {
    const left = until - clock();
    if (left <= 0) throw searchTimeout();
    return left;
  }

  async function bucketsOf(
    field: string,
    pattern: Pattern,
    within: Clause,
    size: number,
    examined: SearchBody,
  ): Promise<readonly string[]> {
    const include = regexText(pattern);
    const aggregations: NonNullable<SearchBody['aggregations']> = {
      found: { terms: { field, include, size, order: { _key: 'asc' }, execution_hint: 'map' } },
    };
    const query = toQuery(and([visible, within]));
    const answer = await ask({ size: 0, track_total_hits: false, query, aggregations, ...examined });
    return answer.buckets.found ?? [];
  }

  return {
    visible,
    timeLeft,
    proves: (key) => request.caller.admin || keys.has(key),
    async paths(pattern, within) {
      const found = await bucketsOf('present', pattern, within, MAX_FIELDS + 1, {});
      if (found.length > MAX_FIELDS) {
        throw new Problem('query-too-broad', `A pattern over field names matches more than ${MAX_FIELDS} fields.`);
      }
      return found.filter(compilePattern(pattern));
    },
    async checkWords(pattern, within) {
      const found = await bucketsOf('vocabulary', pattern, within, MAX_WORDS + 1, {
        terminate_after: MAX_EXAMINED_OBJECTS,
      });
      if (found.length > MAX_WORDS) {
        throw new Problem('query-too-broad', `A wildcard term matches more than ${MAX_WORDS} words.`);
      }
    },
    spend(count) {
      phrases += count;
      if (phrases > MAX_PHRASES) {
        throw new Problem('query-too-broad', 'The query asks for too many words in too many fields.');
      }
    },
  };
}

function visibleTo(caller: SearchCaller): Clause {
  if (caller.admin) return term('readers', EVERYBODY);
  return { kind: 'terms', field: 'readers', terms: [ANYBODY, ...caller.keys] };
}

function typeClause(filter: TypeKeyFilter | null): Clause {
  if (filter === null) return { kind: 'all' };
  return and([or(filter.include.map(typeMatching)), ...filter.exclude.map((pattern) => not(typeMatching(pattern)))]);
}

function typeMatching(pattern: Pattern): Clause {
  const literal = literalText(pattern);
  return literal === null ? matching({ wildcard: { type: { value: wildcardText(pattern) } } }) : term('type', literal);
}

/** Combines the aggregations that are requested in the same tick into one call. */
function combineAggregations(askAll: (bodies: readonly SearchBody[]) => Promise<readonly SearchAnswer[]>) {
  let waiting: { body: SearchBody; resolve: (answer: SearchAnswer) => void; reject: (reason: unknown) => void }[] = [];

  async function flush(): Promise<void> {
    const asked = waiting;
    waiting = [];
    try {
      const answers = await askAll(asked.map(({ body }) => body));
      for (const [index, { resolve }] of asked.entries())
        resolve(answers[index] ?? { total: null, hits: [], buckets: {} });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (body: SearchBody): Promise<SearchAnswer> =>
    new Promise((resolve, reject) => {
      waiting.push({ body, resolve, reject });
      if (waiting.length === 1) setTimeout(flush, 0);
    });
}

/** A pattern as a regular expression of Lucene, for aggregations. */
function regexText(pattern: Pattern): string {
  return pattern
    .map((part) => {
      if (typeof part === 'string') return part.replace(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, '\\$&');
      return part.wildcard === '*' ? '.*' : '.';
    })
    .join('');
}
