import { Problem, problemFrom } from '../../base/errors/problem.ts';
import type { Caller } from '../access/caller.ts';
import type { Rekey } from '../access/rekey-request.ts';
import { signAsOwner } from '../access/sign-object.ts';
import { type Json, parseJson } from '../linked-data/json.ts';
import { JsonText } from '../linked-data/json-scan.ts';
import type { ObjectContext } from './context.ts';
import type { Precondition } from './precondition.ts';
import { claimedId, type LargeObject, type PreparedObject, prepare } from './prepare.ts';
import type { Reference } from './reference.ts';

/** One object to save. */
export type PutItem = {
  /** The object, freshly parsed: it is changed in place. Large ones come as text. */
  readonly object: Json | JsonText;
  /** The address that it is saved to, if it has one of its own. */
  readonly target?: Reference;
  readonly precondition?: Precondition;
};

/** An object of a batch that may be stored, as far as the object alone shows. */
export type PreparedItem = {
  readonly prepared: PreparedObject | LargeObject;
  /** Its contents as a RekeyRequest; null for other objects. */
  readonly rekey: Rekey | null;
};

/** Why nothing is stored of an object, and the `@id` that it claims. */
export type PreparationFailure = { readonly problem: Problem; readonly id: string | null };

/**
 * Prepares one object of a batch; large ones come as text, are prepared by {@link ObjectContext.large}, and are not signed on
 * behalf of signed-in users.
 */
export async function prepareItem(
  ctx: Pick<ObjectContext, 'config' | 'readKey' | 'large' | 'forwarding'>,
  { object }: PutItem,
  caller: Pick<Caller, 'held'>,
): Promise<PreparedItem | PreparationFailure> {
  if (!(object instanceof JsonText)) return prepareParsed(ctx, object, caller);
  const result = await ctx.large.prepare(object.text, object.values, ctx.config.bases);
  if ('large' in result) return { prepared: result.large, rekey: null }; // `prepareText` refuses large RekeyRequests
  if ('small' in result) return prepareParsed(ctx, parseJson(result.small, 'The object'), caller);
  return { problem: problemFrom(result.problem), id: result.id };
}

async function prepareParsed(
  { config, readKey, forwarding }: Parameters<typeof prepareItem>[0],
  object: Json,
  { held }: Pick<Caller, 'held'>,
): Promise<PreparedItem | PreparationFailure> {
  let prepared: PreparedObject;
  try {
    prepared = prepare(object, config.bases, readKey);
  } catch (error) {
    if (error instanceof Problem) return { problem: error, id: claimedId(object) };
    throw error;
  }
  if (held.length > 0) await signAsOwner(prepared.object, held, readKey);
  return { prepared, rekey: await forwarding.read(prepared.object) };
}
