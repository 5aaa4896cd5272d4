import { ANONYMOUS, type Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';

/**
 * Verifies signature sheets.
 *
 * @param sheets null, undefined and empty ones are ignored
 * @returns gives the caller that they prove, by the keys that count at that moment: long-lived connections ask at each use, since
 *   keys may be forwarded (specification: Internal event bus)
 * @throws Problem `too-many-entries` (400)
 */
export async function createCallerSource(
  ctx: Pick<Context, 'sheets' | 'forwarding'>,
  sheets: readonly (string | null | undefined)[],
): Promise<() => Caller> {
  const texts = sheets.filter((sheet) => typeof sheet === 'string').filter((sheet) => sheet !== '');
  const proved = texts.length === 0 ? ANONYMOUS : await ctx.sheets.verify(texts);
  return () => ctx.forwarding.apply(proved);
}
