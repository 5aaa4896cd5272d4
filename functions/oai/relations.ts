import type { FrameworkRelation } from '../../shared/exchange/frameworks/model.ts';
import { relationOf } from '../../shared/exchange/frameworks/stored.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import { createObjectReader, type ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import { shortIdOf } from '../../shared/repository/linked-data/references.ts';
import { queriesFor } from '../../shared/repository/search/phrase-queries.ts';

/** Relations per page of a search. */
const PAGE_SIZE = 250;

/** Relations that are read for the items of a page; further ones are left out. */
const MAX_RELATIONS = 5_000;

/** Relations of one item that are shown. */
const MAX_SHOWN = 100;

/** The hierarchy of a framework is not an alignment. */
const HIERARCHY: ReadonlySet<string> = new Set(['narrows', 'broadens']);

/** The ids of what competencies are aligned with, by the public relations at them, by their id. */
export async function alignmentsOf(
  ctx: ReadContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
  for await (const { type, source, target } of relationsAt(ctx, ids)) {
    if (HIERARCHY.has(type) || source === target) continue;
    for (const [end, other] of [[source, target] as const, [target, source] as const]) {
      const shown = found.get(end);
      if (shown !== undefined && shown.size < MAX_SHOWN) shown.add(other);
    }
  }
  return new Map([...found].map(([id, others]) => [id, [...others]]));
}

async function* relationsAt(ctx: ReadContext, ids: readonly string[]): AsyncGenerator<FrameworkRelation> {
  const { bases } = ctx.config;
  let left = MAX_RELATIONS;
  for (const query of queriesFor(['source', 'target'], ids)) {
    const pages = createObjectReader(ctx, ANONYMOUS).search({ query, types: '*.relation', page: PAGE_SIZE });
    for await (const page of pages) {
      for await (const { object, shortId, modified } of createObjectReader(ctx, ANONYMOUS).readVersions(page)) {
        const relation = relationOf(object, shortId, modified, (end) => shortIdOf(end, bases));
        if (relation !== null) yield relation;
      }
      left -= page.length;
      if (left <= 0) return;
    }
  }
}
