import { isAdmin, keysFor } from '../../access/caller.ts';
import { type SearchAll, searchAll, searchAllStates } from '../../objects/search-all.ts';
import { wholeVersions } from '../../objects/whole-versions.ts';
import type { QueryNode } from '../../search/syntax-tree.ts';
import { parseIndexHint } from '../../search/type-key-filter.ts';
import type { HeadState, SearchCaller, StoredVersion } from '../../store/object-store.ts';
import { inSlices } from './in-parallel.ts';
import type { LoadContext } from './load-context.ts';
import type { ProfileRights } from './rights.ts';

/** Alternatives in one query: each is a clause for the engine. */
export const MAX_ALTERNATIVES = 500;

/** What to look for. */
export type Finding = {
  readonly query: QueryNode;
  /** Index hint (specification: Search request parameters). */
  readonly types: string;
  readonly caller: SearchCaller;
  /** Objects read at a time. */
  readonly page: number;
};

/** Every current object that a query finds, page by page, by `@id`. */
export async function* findObjects(ctx: LoadContext, finding: Finding): AsyncGenerator<readonly StoredVersion[]> {
  for await (const page of searchAll(ctx, byId(finding))) yield* wholeVersions(ctx.store, page);
}

/** As {@link findObjects}, without what costs reading the texts. */
export function findStates(ctx: LoadContext, finding: Finding): AsyncGenerator<readonly HeadState[]> {
  return searchAllStates(ctx, byId(finding));
}

function byId({ types, ...finding }: Finding): SearchAll {
  return { ...finding, types: parseIndexHint(types), sort: [{ path: '@id', order: 'asc', missing: 'last' }] };
}

/** Objects that hold one of these texts at one of these paths, as few queries; a text is taken as it is, never as query language. */
export function queriesFor(paths: readonly string[], texts: readonly string[]): readonly QueryNode[] {
  return inSlices(texts, Math.floor(MAX_ALTERNATIVES / paths.length)).map((slice) =>
    anyOf(slice.flatMap((text) => paths.map((path) => phrase(path, text)))),
  );
}

/** Objects that one of these finds. */
export function anyOf(should: readonly QueryNode[]): QueryNode {
  return { kind: 'bool', must: [], should, mustNot: [], boost: 1 };
}

/** Objects that hold this text at a path; null: anywhere. */
export function phrase(path: string | null, text: string): QueryNode {
  return { kind: 'phrase', field: path === null ? null : { pattern: [path] }, text, slop: 0, boost: 1 };
}

/** Who searches where the ordinary read rules decide. */
export function searcher({ caller }: ProfileRights): SearchCaller {
  return { admin: isAdmin(caller, null), keys: [...keysFor(caller, null)] };
}
