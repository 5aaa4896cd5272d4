import { compareAndSet } from '../../repository/store/compare-and-set.ts';
import type { KeyValueEntry, KeyValueStore } from '../../repository/store/key-value-store.ts';

/**
 * A flag in the store that is set if profiles are used in this repository. As long as no profile is requested, writes need not
 * invalidate any, which saves one or two of the two to five engine calls of a put on OpenSearch
 * (docs/develop/decisions/0033-invalidation-where-profiles-are-used.md). In the embedded store an invalidation takes 25 µs, so it
 * needs no flag.
 *
 * The first request for a profile sets the flag; a purge removes it, and the next flag has another id. Two rules ensure that an
 * acknowledged write is part of every profile that is shared after it, even if the writer invalidated nothing:
 *
 * 1. A writer reads the flag before it writes, or relies on a read at most {@link MAX_READ_AGE_MS} before. It need not invalidate when
 *    the flag was not set and the write is visible, to searches too, within {@link QUICK_WRITE_MS} of the read.
 * 2. A profile is shared (cached, or returned to an equal request while it is calculated) only under the id that the flag had when its
 *    loading began, and only when this process knew at that time that the flag had been set for {@link SETTLE_MS}.
 *
 * *Proof.* A writer reads at time t that the flag is not set, and its write is visible at v < t + QUICK_WRITE_MS. A request that
 * begins after v gets only profiles under an id that was set after t, at s > t. Their loading began after
 * s + SETTLE_MS > t + QUICK_WRITE_MS > v, so it saw the write.
 *
 * Each process measures with its own clocks, from before its read or from after it first saw the flag; clocks of different
 * machines are not compared. SETTLE_MS is more than QUICK_WRITE_MS to allow for replicas that do not show the flag at the same
 * time and for machines that pause.
 */
export type UsageFlag = {
  /** For requests for profiles, before anything is loaded: sets the flag if it is not set. Fails as the store does. */
  readonly set: () => Promise<FlagState>;
  /**
   * For writers, before anything is written: begins to read the flag, unless it was read recently. Never fails: a failed read
   * is treated as a flag that is set.
   */
  readonly watch: () => Watch;
};

/** @property settled whether data that is loaded from now on may be shared under this id */
export type FlagState = { readonly id: string; readonly settled: boolean };

/** Resolves with whether profiles that were loaded after the read but lack this write may be shared, now or later. */
export type Watch = () => Promise<boolean>;

/** Clocks of this process in milliseconds: a monotonic one, which may stop while a machine sleeps, and one that may be set. */
export type Clocks = { readonly monotonic: () => number; readonly wall: () => number };

const KEY = 'profile/in-use';

/** Suffix of the id of a flag that is known to be old enough, so that processes that start need not wait. */
const SETTLED = ' settled';

/** Writers do not read the flag again within this time. */
export const MAX_READ_AGE_MS = 3_000;

/** Maximum time from a writer's read of the flag to the end of a write that invalidates nothing. */
export const QUICK_WRITE_MS = MAX_READ_AGE_MS + 1_000;

/** How long the flag must have been set before profiles are shared. */
export const SETTLE_MS = QUICK_WRITE_MS + 2_000;

/** For the embedded store: writes always invalidate. */
export const ALWAYS_USED: UsageFlag = {
  set: async () => ({ id: 'local', settled: true }),
  watch: () => async () => true,
};

/** For a store on a network. */
export function createUsageFlag(keyValues: KeyValueStore, { monotonic, wall }: Clocks): UsageFlag {
  /** The flag that was seen last, and when it was first seen. */
  let seen: { readonly id: string; readonly at: number } | null = null;
  /** Whether the flag was set once. It is not read again, so after a purge writes invalidate more than needed. */
  let known = false;
  /** The last read by a writer that found no flag, and when it began. */
  let unset: Moment | null = null;

  const now = (): Moment => ({ monotonic: monotonic(), wall: wall() });
  const since = (moment: Moment) => Math.max(monotonic() - moment.monotonic, wall() - moment.wall);

  return {
    async set() {
      const { value, revision } = await getOrCreate(keyValues, KEY, null);
      known = true;
      if (value.endsWith(SETTLED)) return { id: value.slice(0, -SETTLED.length), settled: true };
      if (seen?.id !== value) seen = { id: value, at: monotonic() };
      if (monotonic() - seen.at < SETTLE_MS) return { id: value, settled: false };
      // If this fails, another process or the next request does it.
      await keyValues.set(KEY, value + SETTLED, { expected: revision }).catch(() => null);
      return { id: value, settled: true };
    },
    watch() {
      if (known) return async () => true;
      if (unset !== null && since(unset) < MAX_READ_AGE_MS) {
        const read = unset;
        return async () => known || since(read) >= QUICK_WRITE_MS;
      }
      const start = now();
      const isSet = keyValues.get(KEY).then(
        (entry) => {
          if (entry === null) unset = start;
          else known = true;
          return entry !== null;
        },
        () => true,
      );
      return async () => known || (await isSet) || since(start) >= QUICK_WRITE_MS;
    },
  };
}

/** Readings of both clocks. */
type Moment = { readonly [Clock in keyof Clocks]: number };

/**
 * The entry with this key, created with a random value if it does not exist. All processes get the same one. Fails as the store
 * does.
 *
 * @param expires UTC milliseconds when a created entry expires; null: never
 */
export async function getOrCreate(
  keyValues: KeyValueStore,
  key: string,
  expires: number | null,
): Promise<KeyValueEntry> {
  return compareAndSet(
    async () =>
      (await keyValues.get(key)) ?? (await keyValues.set(key, crypto.randomUUID(), { expected: null, expires })),
  );
}
