import { Problem } from '../../base/errors/problem.ts';
import type { Context } from '../context.ts';
import { acquireLease, type Lease, type LeaseHolder } from '../store/lease.ts';
import {
  createOperationRecords,
  type OperationFacts,
  type OperationRecords,
  type Recording,
} from './operation-records.ts';

/** The current operation of the process (specification: States and transitions). */
export type ServiceState = 'operating' | 'reindexing' | 'purging' | 'culling';

/** The progress and the result of a reindex, a purge or a cull. */
export type Progress = {
  /** Objects looked at, deleted ones included. */
  readonly scanned: number;
  /** Objects removed; in a dry run, those that would be. */
  readonly removed: number;
};

/** An admin operation to carry out; one runs at a time. */
export type OperationRequest = OperationFacts & { readonly name: 'reindex' | 'purge' | 'cull' | 'cullFast' | 'copy' };

/** Passed to a running operation. */
export type OperationControl<P extends object = Progress> = {
  readonly report: (progress: P) => void;
  /**
   * To be called between steps.
   *
   * @throws Problem `operation-in-progress` (409) when another instance may have begun an operation: this one has to stop
   */
  readonly throwIfEnded: () => void;
};

/** Passed to an operation that can be cancelled. */
export type CancellableControl<P extends object> = OperationControl<P> & {
  /** Aborted when an admin cancels it: it has to end soon, with the result so far. */
  readonly cancelled: AbortSignal;
};

/** The result of an operation, with the milliseconds that it took. */
export type Timed<R> = R & { readonly tookMs: number };

/** The admin operations of a process (specification: Administration). */
export type Operations = {
  readonly state: () => ServiceState;
  /**
   * Begins an operation, unless one runs at any instance over this store. It continues when its client disconnects; its begin and its
   * end are in the audit log and in the records.
   *
   * @returns once it has begun; `result` settles when it ends
   * @throws Problem `operation-in-progress` (409), `store-unavailable` (503)
   */
  start<R extends object, P extends object = Progress>(
    request: OperationRequest,
    work: (control: CancellableControl<P>) => Promise<R>,
    onProgress?: (progress: P) => void,
  ): Promise<{ readonly result: Promise<Timed<R>> }>;
  /** Of all instances over this store. */
  readonly records: OperationRecords;
};

/** How long a process may go without its store, or without processor time, before it is considered dead. */
const LEASE_DURATION_MS = 60_000;

const STATES: Readonly<Record<OperationRequest['name'], ServiceState>> = {
  reindex: 'reindexing',
  purge: 'purging',
  cull: 'culling',
  cullFast: 'culling',
  copy: 'operating',
};

/**
 * The operations of this process; none runs yet.
 *
 * @param leaseDurationMs after which an operation whose process died is considered ended
 */
export function createOperations(
  ctx: Pick<Context, 'keyValues' | 'now' | 'logger'>,
  leaseDurationMs = LEASE_DURATION_MS,
): Operations {
  const { keyValues, now, logger } = ctx;
  const records = createOperationRecords(ctx);
  let state: ServiceState = 'operating';

  async function run<R extends object>(
    { name, dryRun, by, requestId }: OperationRequest,
    { lease, recording }: { readonly lease: Lease; readonly recording: Recording },
    work: () => Promise<R>,
  ): Promise<Timed<R>> {
    const began = now();
    const facts = { operation: name, dryRun, by, requestId };
    logger.warn('AUTH', 'An admin operation begins', facts);
    if (!dryRun) state = STATES[name];
    try {
      const result = { ...(await work()), tookMs: Math.max(0, now() - began) };
      logger.warn('AUTH', 'An admin operation has ended', { ...facts, ...numbersIn(result) });
      await recording.done(result);
      return result;
    } catch (error) {
      const reason = error instanceof Problem ? error.message : String(error instanceof Error ? error.stack : error);
      logger.error('AUTH', 'An admin operation has failed', { ...facts, error: reason });
      await recording.failed(error);
      throw error;
    } finally {
      state = 'operating';
      await lease.release();
    }
  }

  return {
    state: () => state,
    records,

    async start<R extends object, P extends object = Progress>(
      request: OperationRequest,
      work: (control: CancellableControl<P>) => Promise<R>,
      onProgress: (progress: P) => void = () => {},
    ) {
      const answer = await acquireLease({
        keyValues,
        now,
        name: 'admin-operation',
        purpose: request.name,
        ttlMs: leaseDurationMs,
        report: (error) => logger.error('DATA', 'A lease cannot be renewed or released', { error: String(error) }),
      });
      if ('holder' in answer) throw underWay(answer.holder, leaseDurationMs);
      const { lease } = answer;
      const recording = await records.begin(request);
      const report = (progress: P): void => {
        recording.report(progress);
        onProgress(progress);
      };
      const result = run(request, { lease, recording }, () =>
        work({ report, throwIfEnded: () => throwIfLost(lease), cancelled: recording.cancelled }),
      );
      result.catch(() => {}); // it is logged, and callers that wait get it
      return { result };
    },
  };
}

/** The counts of a result. */
function numbersIn(result: object): Readonly<Record<string, number>> {
  const entries = Object.entries(result).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return Object.fromEntries(entries);
}

function underWay({ purpose, since }: LeaseHolder, leaseDurationMs: number): Problem {
  const start = new Date(since).toISOString();
  return new Problem('operation-in-progress', `The operation ${purpose}, begun at ${start}, has not ended yet.`, {
    retryAfter: Math.ceil(leaseDurationMs / 1000),
  });
}

function throwIfLost(lease: Lease): void {
  if (!lease.lost.aborted) return;
  const detail = 'The operation stopped halfway: the store was away for so long that another may have begun.';
  throw new Problem('operation-in-progress', detail);
}
