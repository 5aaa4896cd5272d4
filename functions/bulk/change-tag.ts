import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Problem } from '../../shared/base/errors/problem.ts';
import { positionBefore } from '../../shared/exchange/bulk/readable-objects.ts';
import { preconditionOf } from '../../shared/http/object-answer.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';

/** Tells the position in the changes that is followed by all that what is read from now on may lack. */
export type Positions = (ctx: Pick<Context, 'store' | 'now'>) => Promise<string>;

/** Positions that stay the same, as texts, while nothing in the store changes: a store seals each of its own anew. */
export function createPositions(): Positions {
  let last: string | null = null;
  return async (ctx) => {
    if (last !== null && (await isCurrent(ctx.store, last))) return last;
    last = await positionBefore(ctx);
    return last;
  };
}

/**
 * The entity tag of an answer: the position in the changes that it contains at least, with a digest of who asked for what. It is weak, as
 * the answer may be compressed, and may contain later changes.
 */
export function tagOf(request: Request, caller: Caller, position: string): string {
  return `W/"${position}.${digestOf(request, caller)}"`;
}

/**
 * The entity tag that the request names if nothing in the store has changed since (RFC 9110, 13.1.2); null otherwise.
 *
 * @throws Problem `store-unavailable` (503)
 */
export async function unchangedTag(
  store: Pick<ObjectStore, 'changes'>,
  request: Request,
  caller: Caller,
): Promise<string | null> {
  const end = `.${digestOf(request, caller)}"`;
  const tag = preconditionOf(request).ifNoneMatch?.find((one) => one.startsWith('"') && one.endsWith(end));
  if (tag === undefined) return null;
  return (await isCurrent(store, tag.slice(1, -end.length))) ? `W/${tag}` : null;
}

/** Whether no change follows a position; false for what is none of this store. @throws Problem `store-unavailable` (503) */
async function isCurrent(store: Pick<ObjectStore, 'changes'>, position: string): Promise<boolean> {
  try {
    const { objects, more, purged = false } = await store.changes(position, 64);
    return objects.length === 0 && !more && !purged;
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid-parameter') return false;
    throw error;
  }
}

/** Equal for requests of the same by callers who see the same. */
function digestOf({ url }: Request, { proofs, held }: Caller): string {
  const proved = proofs.map(({ key, server, everywhere, admin }) => `${key.id} ${admin} ${everywhere ? '' : server}`);
  const facts = [new URL(url).search, [...new Set(proved)].sort(), held.map(({ publicKey }) => publicKey.id).sort()];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(facts)))).slice(0, 32);
}
