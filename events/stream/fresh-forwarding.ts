import { REKEY_TYPE_KEYS } from '../../shared/access/kbac-types.ts';
import type { Context } from '../../shared/context.ts';
import { loadForwarding } from '../../shared/objects/load-forwarding.ts';
import type { Connection } from '../connections.ts';
import type { Delivered } from './deliver.ts';

/** Milliseconds after which the table is loaded anew: other processes of the function may have seen what this one has not. */
const FRESH = 60_000;

const REKEYS: ReadonlySet<string> = new Set(REKEY_TYPE_KEYS);

/**
 * Keeps the forwarding table (specification: Internal event bus) as new as what is delivered: a key that was given up proves
 * nothing any more. Where no listener proved a key it is not needed.
 *
 * @returns to be awaited before a delivery, and not while one is under way
 */
export function createFreshForwarding(
  ctx: Pick<Context, 'store' | 'config' | 'forwarding' | 'now'>,
): (entries: readonly Delivered[], connections: readonly Connection[]) => Promise<void> {
  let loaded = Number.NEGATIVE_INFINITY;
  return async (entries, connections) => {
    if (connections.every(({ proofs }) => proofs.length === 0)) return;
    const now = ctx.now();
    if (now - loaded < FRESH && !entries.some(changesForwarding)) return;
    loaded = Number.NEGATIVE_INFINITY;
    ctx.forwarding.clear();
    await loadForwarding(ctx);
    loaded = now;
  };
}

function changesForwarding({ entry }: Delivered): boolean {
  return entry.kind === 'change' && entry.change.objects.some(({ typeKey }) => REKEYS.has(typeKey));
}
