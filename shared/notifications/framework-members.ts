import type { Caller } from '../access/caller.ts';
import { mayRead } from '../access/permissions.ts';
import { chunks } from '../concurrency/chunks.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { frameworkReferences } from '../objects/framework-references.ts';
import { isFramework } from '../objects/framework-types.ts';
import { namesOf } from '../objects/reference.ts';
import { storedObject } from '../objects/stored-object.ts';
import { wholeVersion } from '../objects/whole-versions.ts';
import type { AccessFacts } from '../store/object-store.ts';

/** A framework and what it lists, as it is now. */
export type FrameworkMembers = {
  readonly shortId: string;
  readonly access: AccessFacts;
  /** Short ids of its competencies, relations and levels. */
  readonly listed: ReadonlySet<string>;
};

/** The members that list what belongs to a framework (specification: Framework), also with a prefix or as an address. */
const LISTS = /(?:^|[/#:])(?:competency|relation|level)$/;

/**
 * What belongs to the framework of this id; to a deleted one what belonged to it last. Lists that are encrypted are not known.
 *
 * @param id with a version or without, or another name of the object
 * @returns null when there is no such object, or when it is not a framework
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
  if (!isFramework(object)) return null;
  const { ids } = frameworkReferences(object, LISTS);
  return { shortId: head.shortId, access: head.access, listed: await shortIdsOf(ctx, ids) };
}

/** An own address by type and GUID: then it says itself which object it is of. */
const PLAIN_ADDRESS = /\/data\/[^/?#%]+\/(?![0-9a-f]{32}$)[^/?#%]+$/;

const LOOKUP_SIZE = 500;

/** The short ids of listed objects: of other addresses of this service those that they lead to now. */
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
 * The framework that a listener asked for.
 *
 * @param notifyHidden it need not be one that the listener can read
 * @throws Problem `not-found` (404) when there is none for this listener
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
 * The short ids that a listener hears of who asked for this framework: its own, and of those that may read it, what it lists.
 *
 * @param notifyHidden they need not be able to read it
 */
export function wantedMembers(framework: FrameworkMembers, caller: Caller, notifyHidden: boolean): ReadonlySet<string> {
  const { shortId, access, listed } = framework;
  const open = notifyHidden || mayRead(access, caller, shortId);
  return new Set([shortId, ...(open ? listed : [])]);
}
