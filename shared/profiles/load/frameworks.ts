import { mapLimit } from '../../base/concurrency/map-limit.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Caller } from '../../repository/access/caller.ts';
import { mayRead } from '../../repository/access/permissions.ts';
import { ownKind } from '../../repository/frameworks/kinds.ts';
import { shortIdOf } from '../../repository/linked-data/references.ts';
import { notFound } from '../../repository/objects/read.ts';
import { namesOf } from '../../repository/objects/reference.ts';
import { wholeVersion } from '../../repository/objects/stored-versions.ts';
import { queriesFor } from '../../repository/search/phrase-queries.ts';
import type { HeadState, StoredVersion } from '../../repository/store/object-store.ts';
import type { LoadContext } from './context.ts';
import { listedIn } from './members.ts';
import { findObjects, type ReadObject, readStored, searcher } from './objects.ts';
import type { ProfileRights } from './rights.ts';

/** The members that list the contents of a framework. */
const LISTS = ['competency', 'relation'];

/** Small: one framework may take megabytes. */
const PAGE_SIZE = 50;

/** Frameworks that list competencies of the graph, besides its own. */
const MAX_FRAMEWORKS = 5000;

const MAX_CONCURRENCY = 4;

/** The current object that a request names by its id, versioned or not, or by an alias. Null when the caller can read none. */
export async function findFramework(ctx: LoadContext, id: string, caller: Caller): Promise<HeadState | null> {
  const heads = await ctx.store.heads(namesOf(id.trim(), ctx.config.bases));
  return heads.find((head) => head && !head.deleted && mayRead(head.access, caller, head.shortId)) ?? null;
}

/**
 * Reads the framework that was found.
 *
 * @param head null: none was found
 * @throws Problem `not-found` (404), or `not-a-framework` (422) for another object and for an encrypted framework that no acting
 *   key decrypts
 */
export async function readFramework(
  ctx: LoadContext,
  head: HeadState | null,
  rights: ProfileRights,
): Promise<ReadObject> {
  const stored = head === null ? null : await wholeVersion(ctx.store, head);
  const framework = stored === null ? null : await readStored(ctx, stored, rights);
  if (framework === null) {
    const { code, message, extras } = notFound(rights.caller);
    throw code === 'not-found'
      ? new Problem(code, 'There is no framework with this id, or it may not be read.', { where: 'frameworkId' })
      : new Problem(code, message, extras);
  }
  if (ownKind(framework.object) === 'framework') return framework;
  throw new Problem('not-a-framework', 'The object that "frameworkId" names is not a readable framework.', {
    where: 'frameworkId',
  });
}

/** A framework, and which of the given competencies it lists. */
export type ListingFramework = ReadObject & { readonly lists: readonly string[] };

/**
 * The frameworks that the caller may read and that list one of these competencies, by id.
 *
 * @param competencies short ids
 * @throws Problem `profile-too-large` (422) beyond {@link MAX_FRAMEWORKS}
 */
export async function frameworksListing(
  ctx: LoadContext,
  competencies: readonly string[],
  rights: ProfileRights,
): Promise<readonly ListingFramework[]> {
  const wanted = new Set(competencies);
  const found = new Map<string, ListingFramework>();

  async function addHit(hit: StoredVersion): Promise<void> {
    const read = found.has(hit.shortId) ? null : await readStored(ctx, hit, rights);
    if (read === null || ownKind(read.object) !== 'framework') return;
    const { competency, relation } = listedIn(read.object);
    const listed = new Set([...competency, ...relation].map((id) => shortIdOf(id, ctx.config.bases)));
    const lists = [...listed].filter((id) => wanted.has(id));
    if (lists.length > 0) found.set(hit.shortId, { ...read, lists });
    if (found.size > MAX_FRAMEWORKS) {
      throw new Problem('profile-too-large', `Relations lead to more than ${MAX_FRAMEWORKS} other frameworks.`);
    }
  }

  await mapLimit(queriesFor(LISTS, competencies), MAX_CONCURRENCY, async (query) => {
    const search = { query, types: '*framework', caller: searcher(rights), page: PAGE_SIZE };
    for await (const hits of findObjects(ctx, search)) for (const hit of hits) await addHit(hit);
  });
  return [...found.values()].sort((a, b) => (a.shortId < b.shortId ? -1 : 1));
}
