import { ANONYMOUS, type Caller, joinCallers } from '../access/caller.ts';
import type { Context } from '../context.ts';

/**
 * The caller that signature sheets prove, before keys are forwarded.
 *
 * @param sheets null, undefined and empty ones are ignored
 * @throws Problem `too-many-entries` (400)
 */
export async function callerBySheets(
  { sheets: verifier }: Pick<Context, 'sheets'>,
  sheets: readonly (string | null | undefined)[],
): Promise<Caller> {
  const texts = sheets.filter((sheet) => typeof sheet === 'string').filter((sheet) => sheet !== '');
  return texts.length === 0 ? ANONYMOUS : verifier.verify(texts);
}

/** A WebSocket handshake, on any platform. */
export type Handshake = {
  readonly url: string;
  readonly headers: Headers;
  /** Address of the other end of the connection; undefined where it is not known. */
  readonly peerAddress: string | undefined;
};

/**
 * The caller that a WebSocket handshake proves, by the signature sheet, the session cookie or the bearer token in its headers. A cookie
 * counts only for pages of this service and of CORS_ORIGINS. The caller is that before keys are forwarded: connections live long, and
 * apply forwarding with each use (specification: Internal event bus).
 *
 * @throws Problem `too-many-entries` (400)
 */
export async function callerOfHandshake(
  ctx: Pick<Context, 'sheets' | 'signOn'>,
  { url, headers, peerAddress }: Handshake,
): Promise<Caller> {
  const request = { method: 'GET', url, headers };
  const [bySheet, bySignOn] = await Promise.all([
    callerBySheets(ctx, [headers.get('signatureSheet')]),
    ctx.signOn?.identify({ request, peerAddress, isHandshake: true }),
  ]);
  return bySignOn === undefined ? bySheet : joinCallers(bySheet, bySignOn.caller);
}
