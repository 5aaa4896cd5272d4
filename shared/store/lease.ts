import type { KeyValueStore } from './key-value-store.ts';

/** How a lease is taken. */
export type LeaseOptions = {
  readonly keyValues: KeyValueStore;
  /** UTC milliseconds. The clocks of the instances may differ by a small part of `duration`. */
  readonly now: () => number;
  /** What the lease is for: of all holders of one name there is one at a time. */
  readonly name: string;
  /** What the holder does with it, for who finds it taken. */
  readonly purpose: string;
  /** Milliseconds after which the lease of a holder that died is free; it is renewed four times in this time. */
  readonly duration: number;
  /** Is told when the lease cannot be renewed for now: it is tried again. */
  readonly report?: (error: unknown) => void;
};

/** A lease that this process holds. */
export type Lease = {
  /** Aborted once somebody else may hold the lease: it was not renewed in time, or is gone. */
  readonly lost: AbortSignal;
  /** Prolongs the lease now, besides the renewals that happen by themselves; false when it is lost. */
  renew(): Promise<boolean>;
  /** Gives the lease back, and ends its renewal. Never fails: one that cannot be given back runs out. */
  release(): Promise<void>;
};

/** Who holds a lease. */
export type LeaseHolder = {
  /** Unlike that of every other holder. */
  readonly owner: string;
  readonly purpose: string;
  /** Since when, UTC milliseconds. */
  readonly since: number;
};

/**
 * Takes a lease if it is free: of all processes over one store, one holds it at a time, and when that one dies, another can
 * take it soon. Held until it is released.
 *
 * @returns the lease, or who holds it
 * @throws Problem `store-unavailable` (503)
 */
export async function acquireLease(
  options: LeaseOptions,
): Promise<{ readonly lease: Lease } | { readonly holder: LeaseHolder }> {
  const { keyValues, name, purpose, now, duration } = options;
  const key = `lease/${name}`;
  const value = JSON.stringify({ owner: crypto.randomUUID(), purpose, since: now() } satisfies LeaseHolder);
  for (;;) {
    const expires = now() + duration;
    const taken = await keyValues.set(key, value, { expected: null, expires });
    if (taken !== null) return { lease: hold(options, { key, value, revision: taken.revision, expires }) };
    const other = await keyValues.get(key);
    if (other !== null) return { holder: JSON.parse(other.value) as LeaseHolder }; // written here and nowhere else
  }
}

type Held = { readonly key: string; readonly value: string; readonly revision: string; readonly expires: number };

function hold({ keyValues, now, duration, report }: LeaseOptions, first: Held): Lease {
  const lost = new AbortController();
  let held = first;
  let ended = false;
  /** Renewals and the release come one after the other: each needs the revision that the one before left. */
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
    const expires = now() + duration;
    const revision = (await renewed(held.revision, expires)) ?? (await renewed(await revisionLeft(), expires));
    if (revision === null) lose();
    else held = { ...held, revision, expires };
    return revision !== null;
  }

  async function renewed(expected: string | null, expires: number): Promise<string | null> {
    if (expected === null) return null;
    const entry = await keyValues.set(held.key, held.value, { expected, expires });
    return entry?.revision ?? null;
  }

  /** The state that a renewal left whose answer never came; null when the lease is not held any more. */
  async function revisionLeft(): Promise<string | null> {
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
    await keyValues.delete(held.key, held.revision).catch(() => false);
  }

  const timer = setInterval(() => {
    void renew().catch((error: unknown) => {
      report?.(error);
      if (now() >= held.expires) lose();
    });
  }, duration / 4);

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
