import { Problem } from '../../base/errors/problem.ts';
import type { Actor } from '../access/actor.ts';
import { type Caller, isAdmin, keysFor, refusal } from '../access/caller.ts';
import type { Rekey } from '../access/rekey-request.ts';
import { withVersion } from '../linked-data/identifiers.ts';
import { type Alias, aliasesOf } from '../linked-data/names.ts';
import { MAX_VERSION } from '../linked-data/split-id.ts';
import { searchDocument } from '../search/search-copy.ts';
import type { HeadState, WriteRequest } from '../store/object-store.ts';
import { authorize } from './authorize.ts';
import type { ObjectContext } from './context.ts';
import { checkPrecondition } from './precondition.ts';
import type { PreparedItem, PutItem } from './prepare-item.ts';
import { type WriteOperation, writtenText } from './trail.ts';

/** An item that is about to be written. */
export type Pending = PreparedItem & {
  /** Position in the batch. */
  readonly index: number;
  readonly item: PutItem;
};

/** The sender of a batch. */
export type Author = { readonly caller: Caller; readonly actor: Actor };

/** Dependencies of {@link decideWrite}. */
export type DecideContext = Pick<
  ObjectContext,
  'store' | 'logger' | 'memory' | 'large' | 'forwarding' | 'readKey' | 'now'
>;

/**
 * Applies the rules to one object against the state that it is to replace.
 *
 * @param head of the object
 * @param atUrl head of the object that the address of the save names
 * @throws Problem `not-owner` (401), `identifier-taken`, `version-conflict` (409), `precondition-failed` (412), `invalid-object` (400)
 */
export async function decideWrite(
  ctx: DecideContext,
  one: Pending,
  head: HeadState | null,
  atUrl: HeadState | null,
  { caller, actor }: Author,
): Promise<WriteRequest> {
  const { identity, access } = one.prepared;
  const urlId = urlIdOf(one);
  const override = authorize(ctx, head, caller, 'change');
  const aliases = aliasesOf(identity, urlId);
  if (atUrl !== null && atUrl.key !== identity.key && !isStrong(urlId, aliases)) {
    authorize(ctx, atUrl, caller, 'change');
    throw new Problem('identifier-taken', 'The address of this save belongs to an object with another @id.', {
      where: '@id',
    });
  }
  await checkPrecondition(ctx, one.item.precondition, head, caller);
  requireSoundOwners(one, head);
  if (one.rekey !== null) {
    ctx.forwarding.admit(identity.key, one.rekey);
    requireSide(one.rekey, caller, identity.shortId);
  }
  const time = ctx.now();
  const version = nextVersion(one, head, time);
  const id = withVersion(identity, version);
  return {
    key: identity.key,
    shortId: identity.shortId,
    id,
    version,
    time,
    access,
    aliases,
    expected: head?.writeId ?? null,
    written: writtenText(operationOn(head), actor, override),
    ...contents(ctx, one.prepared, id),
  };
}

/**
 * Refuses owners that could never change the object, nor delete it, since no request can be signed with their keys. Those that it has
 * already may stay.
 */
function requireSoundOwners({ prepared: { unsoundOwners } }: Pending, head: HeadState | null): void {
  if (unsoundOwners.every((key) => head?.access.owners.includes(key))) return;
  const why = 'The key of an owner cannot sign requests: it must be an RSA key of 2048 to 8192 bits.';
  throw new Problem('invalid-object', why, { where: 'owner' });
}

/**
 * Requires that one of the two sides of a RekeyRequest sends it. The signatures of both in it do not expire: others that have a copy
 * could put a request back that was withdrawn.
 */
function requireSide({ from, to }: Rekey, caller: Caller, shortId: string): void {
  const keys = keysFor(caller, shortId);
  if (keys.has(from.id) || keys.has(to.id) || isAdmin(caller, shortId)) return;
  const who = 'A RekeyRequest may be saved with the key that it replaces, or with the new one, only.';
  throw refusal(caller, new Problem('not-owner', who));
}

export function operationOn(head: HeadState | null): WriteOperation {
  return head === null || head.deleted ? 'create' : 'change';
}

/** The id that the address of a save names; null when it has none. */
export function urlIdOf({ item }: Pending): string | null {
  return item.target?.name ?? null;
}

/** A strong alias belongs to this object even while another has it as a weak one; the store decides between two strong ones. */
function isStrong(name: string | null, aliases: readonly Alias[]): boolean {
  return aliases.some((alias) => alias.strength === 'strong' && alias.name === name);
}

/**
 * The version of a write (specification: Versioning 2): the one in the address or the `@id`, if it is above the
 * current one; else the one after the current one (invariant I5); for a new object without any, the time if it is local
 * and 1 if it is from elsewhere.
 */
function nextVersion({ item, prepared: { identity } }: Pending, head: HeadState | null, time: number): number {
  const asked = item.target?.version ?? identity.version;
  if (head === null) return asked ?? (identity.local ? time : 1);
  if (asked !== null && asked > head.version) return asked;
  if (head.version >= MAX_VERSION)
    throw new Problem('version-conflict', 'The object already has the highest possible version.');
  return head.version + 1;
}

/** The stored form of an object under this id, and its search document. */
function contents(
  ctx: DecideContext,
  prepared: PreparedItem['prepared'],
  id: string,
): Pick<WriteRequest, 'text' | 'search'> {
  if ('text' in prepared) return { text: prepared.text.join(JSON.stringify(id)), search: null };
  const { object, access, participants } = prepared;
  object['@id'] = id;
  return { text: JSON.stringify(object), search: searchDocument(object, access, ctx.readKey, participants) };
}
