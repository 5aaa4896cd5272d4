import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { Checkpoint } from './copy-report.ts';

/**
 * The progress of a copy from a server, stored beside the copied objects and purged with them. With other keys the server shows
 * other objects, so each set of keys has a checkpoint of its own.
 *
 * @param base address of the server
 * @param keyIds of the keys that sign the requests
 */
export function createCheckpoint(
  keyValues: Pick<KeyValueStore, 'get' | 'set' | 'delete'>,
  base: string,
  keyIds: readonly string[],
): Checkpoint {
  const source = JSON.stringify([base, ...keyIds.toSorted()]);
  const name = `copy:${bytesToHex(sha256(utf8ToBytes(source)))}`;
  return {
    read: async () => (await keyValues.get(name))?.value ?? null,
    write: async (cursor) => void (await keyValues.set(name, cursor)),
    clear: async () => void (await keyValues.delete(name)),
  };
}
