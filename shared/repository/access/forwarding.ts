import { LRUCache } from 'lru-cache';
import type { KeyId, PublicKey, ReadKey } from '../../base/crypto/public-key.ts';
import { createSignatureVerifier } from '../../base/crypto/rsa.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Logger } from '../../base/telemetry/logger.ts';
import type { ObjectKey } from '../linked-data/identifiers.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { type Caller, createCaller, type Proof } from './caller.ts';
import { createRekeyGraph, type StoredRekey } from './rekey-graph.ts';
import { type Rekey, verifyRekeyRequest } from './rekey-request.ts';

/** The relevant part of an object's newest state. */
export type ObjectState = {
  readonly key: ObjectKey;
  readonly version: number;
  /** When it was written, UTC milliseconds. */
  readonly time: number;
  readonly deleted: boolean;
};

/**
 * Which keys lead to which others (specification: Internal event bus), by the RekeyRequests that are stored and current.
 */
export type Forwarding = {
  /** The contents of an object that is a verified RekeyRequest; null for every other object. */
  read(object: JsonObject): Promise<Rekey | null>;
  /**
   * Checks that a request may be stored: that its old key does not lead elsewhere already by another request, and that it closes no
   * cycle. Clients build tables of their own from all requests that they find: without this check, the holder of a forwarded key
   * could redirect it, and clients could loop for ever.
   *
   * @param request key of the object that is to hold it
   * @throws Problem `invalid-object` (400)
   */
  admit(request: ObjectKey, rekey: Rekey): void;
  /**
   * Updates the table with an object that was written or deleted. States of one object may come in any order.
   *
   * @param rekey what {@link read} found in it; null when it forwards no key, or is deleted
   */
  follow(state: ObjectState, rekey: Rekey | null): void;
  /**
   * The caller with the keys that apply now. A key that leads to another proves nothing; the one that it leads to, over
   * any number of steps, proves it too, for the same objects, up to {@link MAX_OLD_KEYS} altogether. Admin rights are
   * neither removed nor forwarded: only the operator grants them.
   */
  apply(caller: Caller): Caller;
  /**
   * Reloads the table: what `load` finds replaces what is known of those requests, and requests that it does not find are removed.
   * States that are followed during the load are newer than what it finds. When it fails, nothing is removed.
   */
  renew(load: (found: LoadedRequests) => Promise<void>): Promise<void>;
  /** Removes every request, after a purge of the store. */
  clear(): void;
};

/** Which state of a request this is. */
type StoredState = Pick<ObjectState, 'version' | 'time'>;

/** Receives what a load finds. */
export type LoadedRequests = {
  /** A state, and what {@link Forwarding.read} found in it. */
  readonly take: Forwarding['follow'];
  /** Whether this state of a request is in the table already, and need not be read. */
  readonly keep: (state: StoredState & Pick<ObjectState, 'key'>) => boolean;
};

/** Limit of the forwarded keys of a caller: each makes all searches of the caller a little larger. */
export const MAX_OLD_KEYS = 256;

/** Objects whose last state is cached, to recognize older states that arrive later. */
const MAX_CACHED_STATES = 1000;

/** A table in which no key leads anywhere. */
export function createForwarding(options: {
  readonly readKey: ReadKey;
  readonly logger: Pick<Logger, 'info'>;
}): Forwarding {
  const signatures = createSignatureVerifier();
  let graph = createRekeyGraph();
  const states = new LRUCache<ObjectKey, ObjectState>({ max: MAX_CACHED_STATES });
  /** Stored requests that forward no key, as they were last found: they need not be read again. */
  let idle: ReadonlyMap<ObjectKey, StoredState> = new Map();
  /** For each renewal under way, the states that were followed since it began. */
  const renewals = new Set<Map<ObjectKey, ObjectState>>();

  function put(state: ObjectState, rekey: Rekey | null): void {
    const { key, version, time, deleted } = state;
    states.set(key, { key, version, time, deleted });
    const before = graph.get(key);
    const now = deleted ? null : rekey;
    if (before !== undefined && before.from.id !== now?.from.id) change(before, () => graph.remove(key));
    if (now !== null) change(now, () => graph.add({ ...now, request: key, version, time }));
  }

  function forget(request: ObjectKey): void {
    states.delete(request);
    const before = graph.get(request);
    if (before !== undefined) change(before, () => graph.remove(request));
  }

  function change({ from }: Rekey, edit: () => void): void {
    const was = graph.from(from.id)[0]?.to;
    edit();
    const is = graph.from(from.id)[0]?.to;
    if (was?.id === is?.id) return;
    const message = is === undefined ? 'A key is no longer forwarded' : 'A key is forwarded to another';
    options.logger.info('AUTH', message, { from: from.fingerprint, to: fingerprintOf(is ?? was) });
  }

  return {
    read: (object) => verifyRekeyRequest(object, signatures, options.readKey),

    admit(request, { from, to }) {
      const others = (key: KeyId): readonly StoredRekey[] => graph.from(key).filter((one) => one.request !== request);
      if (others(from.id).some((other) => other.to.id !== to.id)) {
        throw refused('The old key of this RekeyRequest has already been replaced by another key.');
      }
      const passed = new Set<KeyId>();
      for (let at: KeyId | undefined = to.id; at !== undefined && !passed.has(at); at = others(at)[0]?.to.id) {
        if (at === from.id) throw refused('This RekeyRequest would close a cycle of keys.');
        passed.add(at);
      }
    },

    follow(state, rekey) {
      if (isLate(state, states.get(state.key))) return;
      put(state, rekey);
      for (const followed of renewals) followed.set(state.key, state);
    },

    apply(caller) {
      if (graph.isEmpty() || !caller.proofs.some(({ key }) => graph.knows(key.id))) return caller;
      let room = MAX_OLD_KEYS;
      const proofs = caller.proofs.flatMap((proof): readonly Proof[] => {
        if (graph.isRetired(proof.key.id)) return proof.admin ? [proof] : [];
        const older = graph.leadingTo(proof.key.id, room);
        room -= older.length;
        return [proof, ...older.map((key) => ({ ...proof, key, admin: false }))];
      });
      return createCaller(proofs, caller.faults, caller.held, caller.user);
    },

    async renew(load) {
      const before = [...graph.requests()];
      const taken = new Set<ObjectKey>();
      const found = new Map<ObjectKey, StoredState>();
      const followed = new Map<ObjectKey, ObjectState>();
      renewals.add(followed);
      try {
        await load({
          take(state, rekey) {
            taken.add(state.key);
            if (rekey === null) found.set(state.key, state);
            if (!isLate(state, followed.get(state.key))) put(state, rekey);
          },
          keep({ key, version, time }) {
            const same = (one: StoredState | undefined) => one?.version === version && one.time === time;
            const before = idle.get(key);
            if (before !== undefined && same(before)) found.set(key, before);
            else if (!same(graph.get(key))) return false;
            taken.add(key);
            return true;
          },
        });
        idle = found;
        for (const request of before) if (!taken.has(request) && !followed.has(request)) forget(request);
      } finally {
        renewals.delete(followed);
      }
    },

    clear() {
      graph = createRekeyGraph();
      states.clear();
    },
  };
}

/** Whether a newer state came before this one. */
function isLate({ version, deleted }: ObjectState, last: ObjectState | undefined): boolean {
  if (last === undefined) return false;
  return last.version > version || (last.version === version && last.deleted && !deleted);
}

function fingerprintOf(key: PublicKey | undefined): string | null {
  return key === undefined ? null : key.fingerprint;
}

function refused(why: string): Problem {
  return new Problem('invalid-object', why, { where: 'rekeyPk' });
}
