import * as z from 'zod/mini';
import { scheduleBookmark } from '../../repository/schedule/run-tick.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { TransferReport } from '../transfer/report.ts';

/** Maximum number of refused objects that the state lists. */
const MAX_REFUSED = 100;

/** A pass through the objects of a server by its search. */
const PASS = z.object({
  /** Whether it lists all objects, or those that were written lately. */
  whole: z.boolean(),
  /** UTC milliseconds. */
  begun: z.number(),
  /** Where to continue; null: at the start. */
  checkpoint: z.nullable(z.string()),
  /** The highest version so far. */
  latest: z.number(),
});

const STATE = z.object({
  /** The base URL of the peer. */
  peer: z.string(),
  /** How objects are read from the peer: by its changes, or else by its search; null before the first request. */
  way: z.nullable(z.enum(['changes', 'search'])),
  /** Why objects are not read by the changes of the peer; null otherwise. */
  noChanges: z.nullable(z.enum(['not-admin', 'not-offered'])),
  /** The position in the changes of the peer. */
  cursor: z.nullable(z.string()),
  /** State of a pull by search: the unfinished pass, the highest version of finished ones, and when the last whole one began. */
  pass: z.nullable(PASS),
  latest: z.number(),
  wholeAt: z.nullable(z.number()),
  /** UTC milliseconds. */
  startedAt: z.number(),
  /** Everything that the peer had at this time is here; UTC milliseconds, null: not yet. */
  upToDateAt: z.nullable(z.number()),
  /** Versions that were restored, that were there, and that were refused. */
  restored: z.number(),
  present: z.number(),
  refusedCount: z.number(),
  /** The last refused versions, each object once. */
  refused: z.array(z.object({ '@id': z.nullable(z.string()), detail: z.string() })),
  /** Since the last success. */
  failures: z.number(),
  error: z.nullable(z.string()),
  /** No request before it, UTC milliseconds. */
  retryAt: z.number(),
});

/** The progress of a replication, shared by all processes. */
export type ReplicationState = z.infer<typeof STATE>;

/** Name of the schedule, and of its bookmark. */
export const REPLICATION = 'replication';

/** The state before the first request. */
export function newState(peer: string, now: number): ReplicationState {
  return {
    peer,
    way: null,
    noChanges: null,
    cursor: null,
    pass: null,
    latest: 0,
    wholeAt: null,
    startedAt: now,
    upToDateAt: null,
    restored: 0,
    present: 0,
    refusedCount: 0,
    refused: [],
    failures: 0,
    error: null,
    retryAt: 0,
  };
}

/** Parses a bookmark. @param peer the configured server: the state of another one does not count */
export function parseState(text: string | null, peer: string): ReplicationState | null {
  const state = text === null ? null : z.parse(STATE, JSON.parse(text));
  return state?.peer === peer ? state : null;
}

/** Reads the state; null before the first tick. @throws Problem `store-unavailable` (503) */
export async function readState(keyValues: Pick<KeyValueStore, 'get'>, peer: string): Promise<ReplicationState | null> {
  const entry = await keyValues.get(scheduleBookmark(REPLICATION));
  return parseState(entry?.value ?? null, peer);
}

/** How far the state here is behind the peer, in milliseconds. */
export function lagMs({ upToDateAt, startedAt }: ReplicationState, now: number): number {
  return Math.max(0, now - (upToDateAt ?? startedAt));
}

/** The counts with the counts of a report added. */
export function withReport(
  state: ReplicationState,
  { restored, present, failedCount, failed }: Omit<TransferReport, 'read'>,
): Pick<ReplicationState, 'restored' | 'present' | 'refusedCount' | 'refused'> {
  const known = new Map(state.refused.map((one) => [one['@id'], one]));
  for (const { '@id': id, detail } of failed) {
    known.delete(id);
    known.set(id, { '@id': id, detail });
  }
  return {
    restored: state.restored + restored,
    present: state.present + present,
    refusedCount: state.refusedCount + failedCount,
    refused: [...known.values()].slice(-MAX_REFUSED),
  };
}
