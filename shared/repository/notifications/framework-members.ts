import { chunks } from '../../base/concurrency/chunks.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Caller } from '../access/caller.ts';
import { mayRead } from '../access/permissions.ts';
import type { Context } from '../context.ts';
import { mayBeFramework } from '../frameworks/kinds.ts';
import { mentionedIn } from '../frameworks/listed.ts';
import { namesOf } from '../objects/reference.ts';
import { storedObject, wholeVersion } from '../objects/stored-versions.ts';
import type { AccessFacts } from '../store/object-store.ts';

/** A framework and its current members. */
export type FrameworkMembers = {
  readonly shortId: string;
  readonly access: AccessFacts;
  /** Short ids of its competencies, relations and levels. */
  readonly listed: ReadonlySet<string>;
};

/** The members that list what a subscriber of a framework follows (specification: Framework). */
const LISTS = ['competency', 'relation', 'level'];

/**
 * Reads the members of a framework; of a deleted framework, the members of its last version. Encrypted lists are left
 * out.
 *
 * @param id with or without a version, or another name of the object
 * @returns null when the object does not exist or is not a framework
 * @throws Problem `store-unavailable` (503)
 */
export async function frameworkMembers(
  ctx: Pick<Context, 'store'> & { readonly config: Pick<Context['config'], 'bases'> },
  id: string,
): Promise<FrameworkMembers | null> {
  const { bases } = ctx.config;
  const heads = await ctx.store.heads(namesOf(id, bases));
  const [found] = heads.flatMap((one) => one ?? []);
  const head = found === undefined ? null : await wholeVersion(ctx.store, found);
  if (head === null) return null;
  const object = storedObject(head);
  if (!mayBeFramework(object)) return null;
  const { ids } = mentionedIn(object, LISTS);
  return { shortId: head.shortId, access: head.access, listed: await shortIdsOf(ctx, ids) };
}

/** A URL of this service with type and GUID, which needs no lookup: it is the short id. */
const PLAIN_ADDRESS = /\/data\/[^/?#%]+\/(?![0-9a-f]{32}$)[^/?#%]+$/;

const LOOKUP_SIZE = 500;

/** The short ids of listed objects. Other URLs of this service are resolved by the store. */
async function shortIdsOf(
  { store, config }: Parameters<typeof frameworkMembers>[0],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const shortIds = new Set<string>();
  const names: string[] = [];
  for (const id of ids) {
    const [shortId, ...others] = namesOf(id, config.bases);
    shortIds.add(shortId);
    if (!PLAIN_ADDRESS.test(shortId)) for (const name of others) names.push(name);
  }
  for (const batch of chunks(names, LOOKUP_SIZE)) {
    for (const head of await store.heads(batch)) if (head !== null) shortIds.add(head.shortId);
  }
  return shortIds;
}

/**
 * Checks that a subscriber may subscribe to a framework.
 *
 * @param notifyHidden allows frameworks that it may not read
 * @throws Problem `not-found` (404)
 */
export function requireFramework(
  framework: FrameworkMembers | null,
  caller: Caller,
  notifyHidden: boolean,
): FrameworkMembers {
  if (framework !== null && (notifyHidden || mayRead(framework.access, caller, framework.shortId))) return framework;
  throw new Problem('not-found', 'There is no framework with this id, or it may not be read.', { where: 'framework' });
}

/**
 * The short ids that a subscriber of this framework receives: the framework's own, and its members' if the subscriber
 * may read it.
 *
 * @param notifyHidden includes the members of a framework that it may not read
 */
export function visibleMembers(
  framework: FrameworkMembers,
  caller: Caller,
  notifyHidden: boolean,
): ReadonlySet<string> {
  const { shortId, access, listed } = framework;
  const isVisible = notifyHidden || mayRead(access, caller, shortId);
  return new Set([shortId, ...(isVisible ? listed : [])]);
}
