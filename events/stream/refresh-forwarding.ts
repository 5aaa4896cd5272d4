import { REKEY_TYPE_KEYS } from '../../shared/access/kbac-types.ts';
import type { Connection } from '../connections.ts';
import type { Delivered } from './deliver.ts';

const REKEYS: ReadonlySet<string> = new Set(REKEY_TYPE_KEYS);

/**
 * Keeps the forwarding table (specification: Internal event bus) as new as what is delivered: a key that was given up proves
 * nothing any more. Where no listener proved a key it is not needed.
 *
 * @param refresh makes the table at most `age` milliseconds old, or as old as any caller may find it
 * @returns to be awaited before a delivery, and not while one is under way
 */
export function refreshForwardingFor(
  refresh: (age?: number) => Promise<void>,
): (entries: readonly Delivered[], connections: readonly Connection[]) => Promise<void> {
  return async (entries, connections) => {
    if (connections.every(({ proofs }) => proofs.length === 0)) return;
    await (entries.some(changesForwarding) ? refresh(0) : refresh());
  };
}

function changesForwarding({ entry }: Delivered): boolean {
  return entry.kind === 'change' && entry.change.objects.some(({ typeKey }) => REKEYS.has(typeKey));
}
