import type { ProfileResource } from '../../profile-engine/model.ts';
import type { QueryNode } from '../../search/syntax-tree.ts';
import type { StoredVersion } from '../../store/object-store.ts';
import type { CompetencyIds } from './competency-ids.ts';
import { findObjects, MAX_ALTERNATIVES, queriesFor, searcher } from './find-objects.ts';
import { inParallel } from './in-parallel.ts';
import type { LoadContext } from './load-context.ts';
import { readResource } from './read-members.ts';
import { readStored } from './read-objects.ts';
import type { ProfileRights } from './rights.ts';

const TARGET = 'educationalAlignment.targetUrl';

/** Resources read at a time, and so many are looked through one by one rather than asked for by competency. */
const PAGE = 500;

/** Resources that one query may give: anybody may align any number of them, and the first by `@id` will do then. */
const MAX_FOUND = 10_000;

const AT_ONCE = 4;

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
  rights: ProfileRights,
): Promise<readonly ProfileResource[]> {
  const wanted = new Set(competencies);
  const found = new Map<string, ProfileResource>();

  async function take(hits: readonly StoredVersion[]): Promise<void> {
    for (const hit of hits) {
      const read = found.has(hit.shortId) ? null : await readStored(ctx, hit, rights);
      if (read === null) continue;
      const resource = readResource(read, ctx.config.bases);
      const targets = resource.targets.map((id) => ids.resolve(id));
      if (targets.some((id) => wanted.has(id))) found.set(hit.shortId, { ...resource, targets });
    }
  }

  const find = (query: QueryNode) =>
    findObjects(ctx, { query, types: '*creativework', caller: searcher(rights), page: PAGE });

  if (competencies.length > MAX_ALTERNATIVES) {
    const all = await firstPage(ctx, rights);
    if (all !== null) {
      await take(all);
      return [...found.values()];
    }
  }
  await inParallel(queriesFor([TARGET], competencies), AT_ONCE, async (query) => {
    let looked = 0;
    for await (const hits of find(query)) {
      await take(hits);
      looked += hits.length;
      if (looked >= MAX_FOUND) return;
    }
  });
  return [...found.values()];
}

/** Every aligned resource, when one page holds them all; else null. */
async function firstPage(ctx: LoadContext, rights: ProfileRights): Promise<readonly StoredVersion[] | null> {
  const query: QueryNode = { kind: 'exists', field: { pattern: [TARGET] } };
  const pages = findObjects(ctx, { query, types: '*creativework', caller: searcher(rights), page: PAGE });
  const first = await pages.next();
  if (first.done === true) return [];
  const { value: hits } = first;
  return hits.length < PAGE ? hits : null;
}
