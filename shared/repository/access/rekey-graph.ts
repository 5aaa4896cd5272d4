import type { KeyId, PublicKey } from '../../base/crypto/public-key.ts';
import type { ObjectKey } from '../linked-data/identifiers.ts';
import type { Rekey } from './rekey-request.ts';

/** A stored RekeyRequest that verifies. */
export type StoredRekey = Rekey & {
  readonly request: ObjectKey;
  /** Of the request. */
  readonly version: number;
  /** When it was written, UTC milliseconds. */
  readonly time: number;
};

/** The keys in stored RekeyRequests, and which leads to which. Of several requests for one old key the oldest counts. */
export type RekeyGraph = {
  readonly isEmpty: () => boolean;
  /** Whether some request is from or to this key. */
  readonly knows: (key: KeyId) => boolean;
  readonly get: (request: ObjectKey) => StoredRekey | undefined;
  readonly requests: () => Iterable<ObjectKey>;
  readonly add: (rekey: StoredRekey) => void;
  readonly remove: (request: ObjectKey) => void;
  /** The requests for an old key, the one that counts first. */
  readonly from: (key: KeyId) => readonly StoredRekey[];
  /** Whether this key leads to another, and not back to itself: all keys of a cycle would be lost. */
  readonly isRetired: (key: KeyId) => boolean;
  /** Keys that lead to this one, over any number of steps; the nearest, where there are more than `limit`. */
  readonly leadingTo: (key: KeyId, limit: number) => readonly PublicKey[];
};

/** Steps within which a cycle is found. Cycles are refused; only requests that several processes store concurrently can form one. */
const MAX_CIRCLE = 1000;

/** A graph without keys. */
export function createRekeyGraph(): RekeyGraph {
  const requests = new Map<ObjectKey, StoredRekey>();
  const byOld = new Map<KeyId, readonly StoredRekey[]>();
  const byNew = new Map<KeyId, Map<KeyId, PublicKey>>();

  const from = (key: KeyId): readonly StoredRekey[] => byOld.get(key) ?? [];

  function replace(old: PublicKey, next: readonly StoredRekey[]): void {
    const was = from(old.id)[0]?.to.id;
    const is = next[0]?.to.id;
    if (next.length === 0) byOld.delete(old.id);
    else byOld.set(old.id, next);
    if (was === is) return;
    if (was !== undefined) unlink(was, old.id);
    if (is === undefined) return;
    const others = byNew.get(is);
    if (others === undefined) byNew.set(is, new Map([[old.id, old]]));
    else others.set(old.id, old);
  }

  function unlink(to: KeyId, old: KeyId): void {
    const others = byNew.get(to);
    others?.delete(old);
    if (others?.size === 0) byNew.delete(to);
  }

  function remove(request: ObjectKey): void {
    const rekey = requests.get(request);
    if (rekey === undefined) return;
    requests.delete(request);
    replace(
      rekey.from,
      from(rekey.from.id).filter((one) => one.request !== request),
    );
  }

  return {
    isEmpty: () => requests.size === 0,
    knows: (key) => byOld.has(key) || byNew.has(key),
    get: (request) => requests.get(request),
    requests: () => requests.keys(),
    from,
    remove,

    add(rekey) {
      remove(rekey.request);
      requests.set(rekey.request, rekey);
      replace(rekey.from, [...from(rekey.from.id), rekey].sort(byAge));
    },

    isRetired(key) {
      let at = from(key)[0]?.to.id;
      if (at === undefined) return false;
      for (let step = 0; at !== undefined && step < MAX_CIRCLE; step++) {
        if (at === key) return false;
        at = from(at)[0]?.to.id;
      }
      return true;
    },

    leadingTo(key, limit) {
      const found = new Map<KeyId, PublicKey>();
      const waiting = [key];
      for (let at = 0; at < waiting.length; at++) {
        for (const [id, old] of byNew.get(waiting[at] ?? key) ?? []) {
          if (found.size >= limit) return [...found.values()];
          if (id === key || found.has(id)) continue;
          found.set(id, old);
          waiting.push(id);
        }
      }
      return [...found.values()];
    },
  };
}

/** The same order wherever and whenever the requests are read. */
function byAge(left: StoredRekey, right: StoredRekey): number {
  return left.time - right.time || (left.request < right.request ? -1 : 1);
}
