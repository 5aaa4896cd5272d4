import { performance } from 'node:perf_hooks';
import type { KeyId } from '../../../base/crypto/public-key.ts';
import { Problem } from '../../../base/errors/problem.ts';
import type { SearchCaller } from '../../../repository/store/object-store.ts';
import { EVERY, PUBLIC, readerTerm } from '../index/index-entry.ts';
import { type Algebra, createAlgebra } from './clause.ts';
import type { Library } from './library.ts';

/** The state of one search: what its caller may find, and its limits. */
export type Scope = {
  readonly library: Library;
  readonly algebra: Algebra;
  /** FTS5 expression that matches what the caller may find. */
  readonly visible: string;
  /** Whether the caller proved this key or is an admin. */
  readonly proves: (key: KeyId) => boolean;
  /** Whether the caller may find a document with this term. */
  readonly seesTerm: (term: string) => boolean;
  /** @throws Problem `search-timeout` past the deadline */
  readonly check: () => void;
  /** Counts phrases that the query expands to. @throws Problem `query-too-broad` above the limit */
  readonly spend: (phrases: number) => void;
};

/** Phrases that a query may expand to: fields times words. */
const MAX_PHRASES = 16_384;

/** @param until value of `performance.now()` at which the search times out */
export function openScope(library: Library, caller: SearchCaller, until: number): Scope {
  const keys = new Set<string>(caller.keys);
  const visible = visibleTo(caller);
  const sees = library.prepare('SELECT 1 FROM terms WHERE terms MATCH ? LIMIT 1');
  let phrases = 0;
  const scope: Scope = {
    library,
    algebra: createAlgebra(visible),
    visible,
    proves: (key) => caller.admin || keys.has(key),
    seesTerm: (term) => {
      scope.check();
      return sees.get(`(${visible}) AND "${term}"`) !== undefined;
    },
    check: () => {
      if (performance.now() > until) throw timeout();
    },
    spend: (count) => {
      phrases += count;
      if (phrases > MAX_PHRASES)
        throw new Problem('query-too-broad', 'The query asks for too many words in too many fields.');
    },
  };
  return scope;
}

function visibleTo(caller: SearchCaller): string {
  if (caller.admin) return `"${EVERY}"`;
  return [PUBLIC, ...caller.keys.map(readerTerm)].map((term) => `"${term}"`).join(' OR ');
}

/** The error of a search that timed out. */
export function timeout(): Problem {
  return new Problem(
    'search-timeout',
    'The search did not finish in the time allowed: ask for less, or more precisely.',
    {
      retryAfter: 5,
    },
  );
}
