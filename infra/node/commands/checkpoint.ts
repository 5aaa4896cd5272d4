import { createHash } from 'node:crypto';
import type { PrivateKey } from '../../../shared/crypto/private-key.ts';
import type { KeyValueStore } from '../../../shared/store/key-value-store.ts';
import type { Checkpoint } from '../../../shared/transfer/copy-report.ts';

/**
 * The note of how far a copy from a server is, kept beside what was copied: purged with it. Other keys are shown other
 * objects, so theirs is another copy.
 */
export function createCheckpoint(keyValues: KeyValueStore, base: string, keys: readonly PrivateKey[]): Checkpoint {
  const shown = [base, ...keys.map((key) => key.publicKey.id).sort()];
  const name = `copy:${createHash('sha256').update(JSON.stringify(shown)).digest('hex')}`;
  return {
    read: async () => (await keyValues.get(name))?.value ?? null,
    write: async (mark) => void (await keyValues.set(name, mark)),
    clear: async () => void (await keyValues.delete(name)),
  };
}
