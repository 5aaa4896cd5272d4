import { createBoundedCache } from '../../base/concurrency/bounded-cache.ts';
import { createLimiter } from '../../base/concurrency/limiter.ts';
import type { Caller } from '../access/caller.ts';
import { mayRead } from '../access/permissions.ts';
import { typeKey } from '../linked-data/type-key.ts';
import type { ChangedObject } from '../objects/change-feed.ts';
import { storedObject, wholeVersion } from '../objects/stored-versions.ts';
import type { AccessFacts, ObjectStore, VersionState } from '../store/object-store.ts';

/** A superseded state of an object. */
export type FormerState = Pick<ChangedObject, 'version' | 'access' | 'typeKey'>;

/**
 * Returns the superseded states of an object that other callers could read than its newest state, the newest first, each with the
 * rights that differ from those of later ones.
 *
 * @throws Problem `store-unavailable` (503)
 */
export type FormerStates = (object: Pick<ChangedObject, 'key' | 'writeId'>) => Promise<readonly FormerState[]>;

/** Most objects have fewer versions. */
const FEW_VERSIONS = 64;

/** As many versions as a history shows. */
const MAX_VERSIONS = 10_000;

/** Versions may be long: their texts are in memory until their types are known. */
const MAX_CONCURRENCY = 4;

/** Changes whose former states are remembered: all subscribers ask for those of the latest ones. */
const MAX_CACHED = 10_000;

/** Creates a reader of former states, which remembers those of the latest changes. */
export function createFormerStates(store: Pick<ObjectStore, 'history' | 'texts'>): FormerStates {
  const cache = createBoundedCache<string, Promise<readonly FormerState[]>>(MAX_CACHED);
  const limit = createLimiter(MAX_CONCURRENCY);

  async function read(key: ChangedObject['key']): Promise<readonly FormerState[]> {
    const few = await store.history(key, FEW_VERSIONS);
    const [newest, ...former] = few.length < FEW_VERSIONS ? few : await store.history(key, MAX_VERSIONS);
    const known = new Set(newest === undefined ? [] : [rightsOf(newest.access)]);
    const states: FormerState[] = [];
    for (const version of former) {
      const rights = rightsOf(version.access);
      if (known.has(rights)) continue;
      known.add(rights);
      states.push(...(await stateOf(version)));
    }
    return states;
  }

  async function stateOf(version: VersionState): Promise<readonly FormerState[]> {
    const whole = await wholeVersion(store, version);
    if (whole === null) return []; // purged since
    return [{ version: version.version, access: version.access, typeKey: typeKey(storedObject(whole)) }];
  }

  return ({ key, writeId }) => {
    const cached = cache.get(writeId);
    if (cached !== undefined) return cached;
    const states = limit(() => read(key));
    cache.set(writeId, states);
    states.catch(() => cache.delete(writeId));
    return states;
  };
}

/** Equal for states that the same callers may read. */
function rightsOf({ hidden, owners, readers }: AccessFacts): string {
  return hidden ? JSON.stringify([owners, readers]) : '';
}

/**
 * Changes as a caller that keeps a copy has to know of them: an object that it may no longer read is deleted for it, after the newest
 * version that it could read. That version stays readable in the history, so this tells it nothing of the hidden one but that the object
 * has changed. Objects that it could never read are left as they are, for the filter of the subscriber to remove.
 *
 * @throws Problem `store-unavailable` (503)
 */
export function changesOfCopy(
  objects: readonly ChangedObject[],
  caller: Caller,
  formerStates: FormerStates,
): Promise<readonly ChangedObject[]> {
  return Promise.all(
    objects.map(async (object) => {
      const { access, shortId, key, writeId, time } = object;
      if (mayRead(access, caller, shortId)) return object;
      const state = (await formerStates(object)).find((former) => mayRead(former.access, caller, shortId));
      return state === undefined ? object : { ...state, key, shortId, writeId, time, deleted: true };
    }),
  );
}
