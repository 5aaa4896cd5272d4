import { decodeBase64Url } from '../base/crypto/base64.ts';
import { fromUtf8 } from '../base/crypto/text-encoding.ts';
import { ANONYMOUS, type Caller, joinCallers } from '../repository/access/caller.ts';
import type { Context } from '../repository/context.ts';

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
 * The subprotocol by which a page proves keys: browsers let it set no other header of a handshake. The next one that it names is the
 * signature sheet, as base64url.
 */
const SHEET_PROTOCOL = 'signature-sheet';

/** The header that accepts the subprotocol of a handshake (RFC 6455, 4.2.2); none where it names none. */
export function protocolHeader(headers: Headers): Readonly<Record<string, string>> {
  return protocolsOf(headers)[0] === SHEET_PROTOCOL ? { 'Sec-WebSocket-Protocol': SHEET_PROTOCOL } : {};
}

function sheetInProtocols(headers: Headers): string | null {
  const [name, encoded] = protocolsOf(headers);
  if (name !== SHEET_PROTOCOL || encoded === undefined) return null;
  const bytes = decodeBase64Url(encoded);
  return (bytes && fromUtf8(bytes)) ?? encoded; // not a sheet: refused as such
}

function protocolsOf(headers: Headers): readonly string[] {
  return (headers.get('sec-websocket-protocol') ?? '').split(',').map((protocol) => protocol.trim());
}

/**
 * The caller that a WebSocket handshake proves, by the signature sheet, the session cookie or the bearer token in its headers; pages send
 * the sheet as a subprotocol. A cookie counts only for pages of this service and of CORS_ORIGINS. The caller is that before keys are
 * forwarded: connections live long, and apply forwarding with each use (specification: Internal event bus).
 *
 * @throws Problem `too-many-entries` (400)
 */
export async function callerOfHandshake(
  ctx: Pick<Context, 'sheets' | 'signOn'>,
  { url, headers, peerAddress }: Handshake,
): Promise<Caller> {
  const request = { method: 'GET', url, headers };
  const [bySheet, bySignOn] = await Promise.all([
    callerBySheets(ctx, [headers.get('signatureSheet') ?? sheetInProtocols(headers)]),
    ctx.signOn?.identify({ request, peerAddress, isHandshake: true }),
  ]);
  return bySignOn === undefined ? bySheet : joinCallers(bySheet, bySignOn.caller);
}
