import { findObject } from '../../shared/exchange/frameworks/load.ts';
import { type Answer, EMPTY_ANSWER } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { isEncryptedValue } from '../../shared/repository/access/kbac-types.ts';
import type { Context } from '../../shared/repository/context.ts';
import { isRoot, kindOf } from '../../shared/repository/frameworks/kinds.ts';
import { addressOf } from '../../shared/repository/linked-data/names.ts';
import { notFound } from '../../shared/repository/objects/read.ts';
import { targetOf } from './target.ts';

/**
 * Sends a browser from the address of a CASE record to the page of its object (303: RFC 9110, 15.4.4).
 *
 * @throws Problem `not-found` (404) when the caller can read no such object
 */
export async function toPage(ctx: Context, call: Call, collection: string): Promise<Answer> {
  const { bases } = ctx.config;
  const caller = await call.caller();
  const { object, shortId } = await findObject({ ...ctx, hold: call.hold }, targetOf(call, collection, bases), caller);
  const kind = isEncryptedValue(object) ? null : kindOf(object);
  if (kind === null || isRoot(kind) !== (collection === 'CFDocuments')) throw notFound(caller);
  const headers = {
    ...EMPTY_ANSWER.headers,
    location: addressOf(shortId, bases),
    'cache-control': 'no-cache',
    vary: 'signatureSheet, Authorization, Cookie, Accept',
  };
  return { ...EMPTY_ANSWER, status: 303, headers };
}
