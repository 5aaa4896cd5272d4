import { mapLimit } from '../../base/concurrency/map-limit.ts';
import type { ObjectReader } from '../../repository/frameworks/object-reader.ts';
import { BY_ID } from '../../repository/objects/search.ts';
import { MAX_ALTERNATIVES, queriesFor } from '../../repository/search/phrase-queries.ts';
import type { QueryNode } from '../../repository/search/syntax-tree.ts';
import type { HeadState } from '../../repository/store/object-store.ts';
import type { ProfileResource } from '../engine/model.ts';
import type { LoadContext } from './context.ts';
import type { CompetencyIds } from './ids.ts';
import { readResource } from './members.ts';

const TARGET = 'educationalAlignment.targetUrl';

/** If all resources fit into one page, they are filtered here instead of being searched by competency. */
const PAGE_SIZE = 500;

/** Maximum number of hits read per query, the first by `@id`: any caller may align any number of resources. */
const MAX_HITS = 10_000;

const MAX_CONCURRENCY = 4;

/**
 * The learning resources that the caller may read and that are aligned to one of these competencies (specification: profile
 * rule 2).
 *
 * @param competencies short ids
 */
export async function loadResources(
  ctx: LoadContext,
  competencies: readonly string[],
  ids: CompetencyIds,
): Promise<readonly ProfileResource[]> {
  const wanted = new Set(competencies);
  const found = new Map<string, ProfileResource>();

  async function addHits(hits: readonly HeadState[]): Promise<void> {
    for await (const read of ctx.reader.readVersions(hits.filter(({ shortId }) => !found.has(shortId)))) {
      const resource = readResource(read, ctx.config.bases);
      const targets = resource.targets.map((id) => ids.resolve(id));
      if (targets.some((id) => wanted.has(id))) found.set(read.shortId, { ...resource, targets });
    }
  }

  if (competencies.length > MAX_ALTERNATIVES) {
    const all = await firstPage(ctx.reader);
    if (all !== null) {
      await addHits(all);
      return [...found.values()];
    }
  }
  await mapLimit(queriesFor([TARGET], competencies), MAX_CONCURRENCY, async (query) => {
    let hitCount = 0;
    for await (const hits of find(ctx.reader, query)) {
      await addHits(hits);
      hitCount += hits.length;
      if (hitCount >= MAX_HITS) return;
    }
  });
  return [...found.values()];
}

/** All aligned resources if they fit into one page; else null. */
async function firstPage(reader: ObjectReader): Promise<readonly HeadState[] | null> {
  const query: QueryNode = { kind: 'exists', field: { pattern: [TARGET] } };
  const first = await find(reader, query).next();
  if (first.done === true) return [];
  const { value: hits } = first;
  return hits.length < PAGE_SIZE ? hits : null;
}

function find(reader: ObjectReader, query: QueryNode): AsyncGenerator<readonly HeadState[]> {
  return reader.search({ query, types: '*creativework', sort: BY_ID, page: PAGE_SIZE });
}
