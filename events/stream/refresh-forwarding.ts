import { REKEY_TYPE_KEYS } from '../../shared/repository/access/kbac-types.ts';
import type { Connection } from '../connections.ts';
import type { StreamedEntry } from './deliver.ts';

const REKEYS: ReadonlySet<string> = new Set(REKEY_TYPE_KEYS);

/**
 * Keeps the forwarding table (specification: Internal event bus) as recent as the delivered entries, since a replaced key no longer
 * proves anything. It is not needed while no subscriber has proved a key.
 *
 * @param refresh reloads the table if it is older than `age` milliseconds, or than the default
 * @returns called before each delivery, never during one
 */
export function refreshForwardingFor(
  refresh: (age?: number) => Promise<void>,
): (entries: readonly StreamedEntry[], connections: readonly Connection[]) => Promise<void> {
  return async (entries, connections) => {
    if (connections.every(({ proofs }) => proofs.length === 0)) return;
    await (entries.some(changesForwarding) ? refresh(0) : refresh());
  };
}

function changesForwarding({ entry }: StreamedEntry): boolean {
  return entry.kind === 'change' && entry.change.objects.some(({ typeKey }) => REKEYS.has(typeKey));
}
