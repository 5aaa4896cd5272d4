import { ANONYMOUS, type Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { Payload } from './payload.ts';

/**
 * Who is calling, from every signature sheet that the request carries: header, form part, JSON envelope
 * (specification: Authentication 1).
 *
 * @throws Problem `too-many-entries` (400)
 */
export async function callerOf(ctx: Pick<Context, 'sheets'>, request: Request, payload?: Payload): Promise<Caller> {
  const sources = [request.headers.get('signatureSheet'), payload?.part('signatureSheet')].filter(isText);
  return sources.length === 0 ? ANONYMOUS : ctx.sheets.verify(sources);
}

function isText(source: string | null | undefined): source is string {
  return source !== null && source !== undefined && source !== '';
}
