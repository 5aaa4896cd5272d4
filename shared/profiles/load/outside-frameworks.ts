import { Problem } from '../../errors/problem.ts';
import type { StoredVersion } from '../../store/object-store.ts';
import { findObjects, queriesFor, searcher } from './find-objects.ts';
import { shortIdOf } from './ids.ts';
import { inParallel } from './in-parallel.ts';
import type { LoadContext } from './load-context.ts';
import { isFramework, listedIn } from './read-members.ts';
import { type ReadObject, readStored } from './read-objects.ts';
import type { ProfileRights } from './rights.ts';

/** Paths of the lists of a framework. */
const LISTS = ['competency', 'relation'];

/** Frameworks read at a time: one may take megabytes. */
const PAGE = 50;

/** More frameworks that list the same competencies are a load, not knowledge. */
const MAX_FRAMEWORKS = 5000;

/** Searches at a time. */
const AT_ONCE = 4;

/** A framework with those of the competencies asked for that it lists. */
export type OutsideFramework = ReadObject & { readonly lists: readonly string[] };

/**
 * The frameworks that the caller may read and that list one of these competencies, in whichever list, each once, by id.
 *
 * @param competencies short ids
 * @throws Problem `profile-too-large` (422) beyond {@link MAX_FRAMEWORKS}
 */
export async function frameworksListing(
  ctx: LoadContext,
  competencies: readonly string[],
  rights: ProfileRights,
): Promise<readonly OutsideFramework[]> {
  const wanted = new Set(competencies);
  const found = new Map<string, OutsideFramework>();

  async function take(hit: StoredVersion): Promise<void> {
    const read = found.has(hit.shortId) ? null : await readStored(ctx, hit, rights);
    if (read === null || !isFramework(read.object)) return;
    const { competency, relation } = listedIn(read.object);
    const listed = new Set([...competency, ...relation].map((id) => shortIdOf(id, ctx.config.bases)));
    const lists = [...listed].filter((id) => wanted.has(id));
    if (lists.length > 0) found.set(hit.shortId, { ...read, lists });
    if (found.size > MAX_FRAMEWORKS) {
      throw new Problem('profile-too-large', `Relations lead to more than ${MAX_FRAMEWORKS} other frameworks.`);
    }
  }

  await inParallel(queriesFor(LISTS, competencies), AT_ONCE, async (query) => {
    const finding = { query, types: '*framework', caller: searcher(rights), page: PAGE };
    for await (const hits of findObjects(ctx, finding)) for (const hit of hits) await take(hit);
  });
  return [...found.values()].sort((a, b) => (a.shortId < b.shortId ? -1 : 1));
}
