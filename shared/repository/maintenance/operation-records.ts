import * as z from 'zod/mini';
import { Problem } from '../../base/errors/problem.ts';
import type { Context } from '../context.ts';
import { compareAndSet } from '../store/compare-and-set.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';

/** The recorded operations: admin operations and imports. */
export const RECORDED = ['reindex', 'purge', 'cull', 'cullFast', 'import', 'copy'] as const;

/** An operation that is recorded. */
export type RecordedName = (typeof RECORDED)[number];

/** The request and its caller. */
export type OperationFacts = {
  readonly name: RecordedName;
  /** Counts and changes nothing. */
  readonly dryRun: boolean;
  /** The admin: the fingerprint of an admin key, or "secret". */
  readonly by: string;
  /** The request id of the log. */
  readonly requestId: string;
};

/** The progress of an operation, or its result, as the API returns it. */
export type OperationRecord = {
  readonly operation: RecordedName;
  /** `interrupted`: its process ended, or lost its store, before the operation did. `cancelled`: an admin ended it. */
  readonly state: 'running' | 'done' | 'failed' | 'interrupted' | 'cancelled';
  readonly dryRun: boolean;
  readonly by: string;
  readonly requestId: string;
  /** ISO 8601, UTC. */
  readonly began: string;
  /** When it ended, or else its last sign of life. ISO 8601, UTC. */
  readonly seen: string;
  /** Its last known progress. */
  readonly progress?: object;
  /** When it is done or cancelled. */
  readonly result?: object;
  /** Why it failed. */
  readonly detail?: string;
};

/** Records the progress of an operation. */
export type Recording = {
  /** The last progress counts. */
  readonly report: (progress: object) => void;
  /** Aborted when an admin cancels the operation; within a heartbeat where that reaches another instance. */
  readonly cancelled: AbortSignal;
  /** It is done, or has ended since it was cancelled. Never fails. */
  readonly done: (result: object) => Promise<void>;
  /** It failed. Never fails itself. */
  readonly failed: (error: unknown) => Promise<void>;
};

/** The records that all instances over a store share: the last admin operation of each kind. */
export type OperationRecords = {
  /** An operation begins. Never fails: an operation that cannot be recorded is still carried out. */
  begin(facts: OperationFacts): Promise<Recording>;
  /**
   * Cancels the running operation of a kind, at any instance. One that does not follow {@link Recording.cancelled} continues.
   *
   * @returns false when none is running
   * @throws Problem `store-unavailable` (503)
   */
  cancel(name: RecordedName): Promise<boolean>;
  /**
   * All records, the latest operation first.
   *
   * @throws Problem `store-unavailable` (503)
   */
  all(): Promise<readonly OperationRecord[]>;
};

/** A running operation renews its record this often. */
const HEARTBEAT_MS = 3_000;

/** An operation with an older record is considered interrupted. */
const INTERRUPTED_AFTER_MS = 60_000;

const STORED = z.object({
  operation: z.enum(RECORDED),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** An admin has cancelled it. */
  cancel: z.optional(z.boolean()),
  dryRun: z.boolean(),
  by: z.string(),
  requestId: z.string(),
  began: z.number(),
  seen: z.number(),
  progress: z.optional(z.looseObject({})),
  result: z.optional(z.looseObject({})),
  detail: z.optional(z.string()),
});

type Stored = z.infer<typeof STORED>;

/**
 * Records under `operation/<name>` among the small values. They stay until the next operation of their kind; a purge removes them
 * with the rest, and then records itself.
 *
 * @param heartbeatMs for tests
 */
export function createOperationRecords(
  { keyValues, now, logger }: Pick<Context, 'keyValues' | 'now' | 'logger'>,
  heartbeatMs = HEARTBEAT_MS,
): OperationRecords {
  /** The operations that run in this process, by their request ids. */
  const running = new Map<string, AbortController>();

  async function begin({ name, dryRun, by, requestId }: OperationFacts): Promise<Recording> {
    const began = now();
    const facts = { operation: name, dryRun, by, requestId, began };
    const cancelling = new AbortController();
    running.set(requestId, cancelling);
    const write = createEntry(keyValues, keyOf(name), cancelling, (error) =>
      logger.warn('DATA', 'The progress of an admin operation cannot be recorded', { requestId, error: String(error) }),
    );
    let progress: object | undefined;
    const note = (more: Pick<Stored, 'state'> & Partial<Stored>): Promise<void> =>
      write({ ...facts, seen: now(), ...(progress !== undefined && { progress: { ...progress } }), ...more });
    await note({ state: 'running' });
    const timer = setInterval(() => void note({ state: 'running' }), heartbeatMs);

    function end(outcome: Pick<Stored, 'state'> & Partial<Stored>): Promise<void> {
      clearInterval(timer);
      running.delete(requestId);
      return note(outcome);
    }

    return {
      cancelled: cancelling.signal,
      report(news) {
        progress = news;
      },
      done: (result) => end({ state: cancelling.signal.aborted ? 'cancelled' : 'done', result: { ...result } }),
      failed: (error) => end({ state: 'failed', detail: detailOf(error) }),
    };
  }

  async function read(name: RecordedName): Promise<readonly Stored[]> {
    const entry = await keyValues.get(keyOf(name));
    return entry === null ? [] : [z.parse(STORED, JSON.parse(entry.value))];
  }

  return {
    begin,
    cancel: (name) =>
      compareAndSet(async () => {
        const entry = await keyValues.get(keyOf(name));
        const stored = entry === null ? null : z.parse(STORED, JSON.parse(entry.value));
        if (entry === null || stored === null || shown(stored, now()).state !== 'running') return false;
        const cancelled = JSON.stringify({ ...stored, cancel: true });
        if ((await keyValues.set(keyOf(name), cancelled, { expected: entry.revision })) === null) return null;
        running.get(stored.requestId)?.abort();
        return true;
      }),
    async all() {
      const found = (await Promise.all(RECORDED.map(read))).flat();
      return found.toSorted((a, b) => b.began - a.began).map((stored) => shown(stored, now()));
    },
  };
}

function keyOf(name: RecordedName): string {
  return `operation/${name}`;
}

/**
 * Writes states of one operation, one after the other, over those of the operation before it and of no later one: of several of
 * a kind at the same time, the one that began last is recorded. A cancellation that it finds there stays, and takes effect.
 *
 * @param report is called for the first fault
 */
function createEntry(
  keyValues: KeyValueStore,
  key: string,
  cancelling: AbortController,
  report: (error: unknown) => void,
): (state: Stored) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let isSilent = false;

  const put = (state: Stored) =>
    compareAndSet(async () => {
      const before = await keyValues.get(key);
      const other = before === null ? null : z.parse(STORED, JSON.parse(before.value));
      if (other !== null && isLater(other, state)) return false;
      const isCancelled = other?.requestId === state.requestId && other.cancel === true;
      if (isCancelled) cancelling.abort();
      const expected = before?.revision ?? null;
      const next = JSON.stringify({ ...state, ...(isCancelled && { cancel: true }) });
      return keyValues.set(key, next, { expected });
    });

  return (state) => {
    last = last
      .then(async () => void (await put(state)))
      .catch((error: unknown) => {
        if (!isSilent) report(error);
        isSilent = true;
      });
    return last;
  };
}

function isLater(other: Stored, { began, requestId }: Stored): boolean {
  return other.requestId !== requestId && other.began > began;
}

function shown({ began, seen, state, ...rest }: Stored, now: number): OperationRecord {
  const { progress, result, detail, cancel: _, ...facts } = rest;
  return {
    ...facts,
    state: state === 'running' && now - seen > INTERRUPTED_AFTER_MS ? 'interrupted' : state,
    began: new Date(began).toISOString(),
    seen: new Date(seen).toISOString(),
    ...(progress !== undefined && { progress }),
    ...(result !== undefined && { result }),
    ...(detail !== undefined && { detail }),
  };
}

/** The error text for the admin; the cause of other faults is in the log. */
function detailOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return 'The service failed to carry it out. The request id leads to the cause in its log.';
}
