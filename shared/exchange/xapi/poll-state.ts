import * as z from 'zod/mini';
import type { XapiConfig } from '../../base/config/xapi.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Context } from '../../repository/context.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { Page } from './record-store.ts';

/** Milliseconds between the starts of two polls of all record stores. */
export const POLL_PERIOD_MS = 60_000;

/** The key under which the states are stored. */
const KEY = 'xapi-poll/state';

const STATE = z.object({
  /** When the store was last polled, UTC milliseconds; null: never. */
  polledAt: z.nullable(z.number()),
  /** Everything that it stored until this time is here, ISO 8601; null: nothing. */
  storedUntil: z.nullable(z.string()),
  /** Statements since the first poll. Those received twice count twice. */
  stored: z.number(),
  ignored: z.number(),
  rejected: z.number(),
  /** The last fault, also if polls have succeeded since; null: none. */
  fault: z.nullable(z.object({ at: z.number(), detail: z.string() })),
  /** The store asks not to be polled before, UTC milliseconds; 0: it does not. */
  retryAt: z.number(),
});

/** The state of the polls of a record store. */
export type PollState = z.infer<typeof STATE>;

const BEGIN: PollState = {
  polledAt: null,
  storedUntil: null,
  stored: 0,
  ignored: 0,
  rejected: 0,
  fault: null,
  retryAt: 0,
};

type States = Readonly<Record<string, PollState>>;

/** Reads the states, by the names of the sources. @throws Problem `store-unavailable` (503) */
export async function readPollStates(keyValues: Pick<KeyValueStore, 'get'>): Promise<States> {
  const entry = await keyValues.get(KEY);
  return entry === null ? {} : z.parse(z.record(z.string(), STATE), JSON.parse(entry.value));
}

/** Saves the state of one source. To be called by the holder of the lease, which alone writes. @throws as {@link readPollStates} */
export async function savePollState(
  keyValues: Pick<KeyValueStore, 'get' | 'set'>,
  name: string,
  change: (before: PollState) => PollState,
): Promise<void> {
  const states = await readPollStates(keyValues);
  await keyValues.set(KEY, JSON.stringify({ ...states, [name]: change(states[name] ?? BEGIN) }));
}

/** The state after a page. */
export function afterPage(state: PollState, { taken, storedUntil, retryAt }: Page, now: number): PollState {
  if (taken === null) return { ...state, retryAt };
  return {
    polledAt: now,
    storedUntil,
    fault: state.fault,
    retryAt,
    stored: state.stored + taken.stored,
    ignored: state.ignored + taken.ignored,
    rejected: state.rejected + taken.rejected,
  };
}

/** The state after a poll that failed. */
export function afterFault(state: PollState, error: unknown, now: number): PollState {
  // The causes of other errors are in the log.
  const detail = error instanceof Problem ? error.message : 'The service failed to poll it. The log has the cause.';
  return { ...state, polledAt: now, fault: { at: now, detail } };
}

/** A configured record store with the state of its polls, as the API returns it. */
export type RecordStoreStatus = {
  readonly name: string;
  /** The address of the record store, without credentials. */
  readonly endpoint: string;
  readonly enabled: boolean;
  /** ISO 8601, UTC. */
  readonly polledAt: string | null;
  readonly storedUntil: string | null;
  readonly stored: number;
  readonly ignored: number;
  readonly rejected: number;
  readonly fault: { readonly at: string; readonly detail: string } | null;
  /** It is polled at this time or later, ISO 8601, UTC; null: it is not polled, or was not yet. */
  readonly nextPollAt: string | null;
};

/** The configured record stores. @throws Problem `store-unavailable` (503) */
export async function recordStoreStatuses({
  config,
  keyValues,
}: Pick<Context, 'config' | 'keyValues'>): Promise<readonly RecordStoreStatus[]> {
  const states = await readPollStates(keyValues);
  const isOn = !config.disabledAdapters.includes('xapi');
  return config.xapi.sources.map((source) => statusOf(source, isOn && source.isEnabled, states[source.name] ?? BEGIN));
}

function statusOf(source: XapiConfig['sources'][number], enabled: boolean, state: PollState): RecordStoreStatus {
  const { polledAt, storedUntil, stored, ignored, rejected, fault, retryAt } = state;
  const next = polledAt === null || !enabled ? null : Math.max(retryAt, polledAt + POLL_PERIOD_MS);
  const isoOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
  return {
    name: source.name,
    endpoint: withoutCredentials(source.endpoint),
    enabled,
    polledAt: isoOf(polledAt),
    storedUntil,
    stored,
    ignored,
    rejected,
    nextPollAt: isoOf(next),
    fault: fault && { ...fault, at: new Date(fault.at).toISOString() },
  };
}

/** Names, passwords and tokens may be parts of an address. */
function withoutCredentials(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
