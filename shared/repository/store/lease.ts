import { compareAndSet } from './compare-and-set.ts';
import type { KeyValueStore } from './key-value-store.ts';

/** Options of {@link acquireLease}. */
export type LeaseOptions = {
  readonly keyValues: KeyValueStore;
  /** UTC milliseconds. The clocks of the instances may differ by a small fraction of `ttlMs`. */
  readonly now: () => number;
  /** One process at a time holds the lease of a name. */
  readonly name: string;
  /** The holder's task, for the processes that fail to acquire the lease. */
  readonly purpose: string;
  /** Time after which the lease of a killed process expires. Renewed four times as often. */
  readonly ttlMs: number;
  /** Logs failed renewals, which are repeated, and a failed release: the lease then expires. */
  readonly report?: (error: unknown) => void;
};

/** A lease that this process holds. */
export type Lease = {
  /** Aborted when another process may hold the lease: it was not renewed in time, or its entry was removed. */
  readonly lost: AbortSignal;
  /** Renews the lease now, in addition to the periodic renewals; false when it is lost. */
  renew(): Promise<boolean>;
  /** Releases the lease and ends its renewal. Never throws: a lease that cannot be released expires. */
  release(): Promise<void>;
};

/** The holder of a lease. */
export type LeaseHolder = {
  /** Unique id. */
  readonly owner: string;
  readonly purpose: string;
  /** Time of acquisition, UTC milliseconds. */
  readonly since: number;
};

/**
 * Acquires a lease if it is free. Of all processes on a store, one holds it at a time; the lease of a killed process expires.
 *
 * @returns the lease, or its current holder
 * @throws Problem `store-unavailable` (503)
 */
export async function acquireLease(
  options: LeaseOptions,
): Promise<{ readonly lease: Lease } | { readonly holder: LeaseHolder }> {
  const { keyValues, name, purpose, now, ttlMs } = options;
  const key = `lease/${name}`;
  const value = JSON.stringify({ owner: crypto.randomUUID(), purpose, since: now() } satisfies LeaseHolder);
  return compareAndSet(async () => {
    const expires = now() + ttlMs;
    const taken = await keyValues.set(key, value, { expected: null, expires });
    if (taken !== null) return { lease: hold(options, { key, value, revision: taken.revision, expires }) };
    const other = await keyValues.get(key);
    return other === null ? null : { holder: JSON.parse(other.value) as LeaseHolder }; // written above only
  });
}

type Held = { readonly key: string; readonly value: string; readonly revision: string; readonly expires: number };

function hold({ keyValues, now, ttlMs, report }: LeaseOptions, first: Held): Lease {
  const lost = new AbortController();
  let held = first;
  let ended = false;
  /** Renewals and the release run one after the other, since each needs the revision that the previous one wrote. */
  let last: Promise<unknown> = Promise.resolve();

  function lose(): void {
    end();
    lost.abort();
  }

  function end(): void {
    ended = true;
    clearInterval(timer);
  }

  async function renewNow(): Promise<boolean> {
    if (ended) return false;
    const expires = now() + ttlMs;
    const revision = (await renewed(held.revision, expires)) ?? (await renewed(await currentRevision(), expires));
    if (revision === null) lose();
    else held = { ...held, revision, expires };
    return revision !== null;
  }

  async function renewed(expected: string | null, expires: number): Promise<string | null> {
    if (expected === null) return null;
    const entry = await keyValues.set(held.key, held.value, { expected, expires });
    return entry?.revision ?? null;
  }

  /** The revision written by a renewal whose response was lost; null when the lease is no longer held. */
  async function currentRevision(): Promise<string | null> {
    const entry = await keyValues.get(held.key);
    return entry?.value === held.value ? entry.revision : null;
  }

  function renew(): Promise<boolean> {
    const next = last.then(renewNow);
    last = next.catch(() => {});
    return next;
  }

  async function releaseNow(): Promise<void> {
    if (ended) return;
    end();
    await keyValues.delete(held.key, held.revision).catch((error: unknown) => report?.(error));
  }

  const timer = setInterval(() => {
    void renew().catch((error: unknown) => {
      report?.(error);
      if (now() >= held.expires) lose();
    });
  }, ttlMs / 4);

  return {
    lost: lost.signal,
    renew,
    release() {
      const next = last.then(releaseNow);
      last = next;
      return next;
    },
  };
}
