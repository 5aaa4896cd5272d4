import { ANONYMOUS, type Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';

/** A body that may bring a signature sheet along. */
type SheetPart = { readonly part: (name: 'signatureSheet') => string | undefined };

/**
 * Who is calling, from every signature sheet that the request carries: header, form part, JSON envelope
 * (specification: Authentication 1).
 *
 * @throws Problem `too-many-entries` (400)
 */
export async function callerOf(
  ctx: Pick<Context, 'sheets' | 'forwarding'>,
  request: Request,
  payload?: SheetPart,
): Promise<Caller> {
  const callerNow = await stayingCaller(ctx, [request.headers.get('signatureSheet'), payload?.part('signatureSheet')]);
  return callerNow();
}

/**
 * Who is calling and stays, from the sheets of the handshake: to be asked anew at each use, since keys may be forwarded
 * meanwhile (specification: Internal event bus).
 *
 * @throws Problem `too-many-entries` (400)
 */
export async function stayingCaller(
  ctx: Pick<Context, 'sheets' | 'forwarding'>,
  sources: readonly (string | null | undefined)[],
): Promise<() => Caller> {
  const texts = sources.filter(isText);
  const proved = texts.length === 0 ? ANONYMOUS : await ctx.sheets.verify(texts);
  return () => ctx.forwarding.apply(proved);
}

function isText(source: string | null | undefined): source is string {
  return source !== null && source !== undefined && source !== '';
}
