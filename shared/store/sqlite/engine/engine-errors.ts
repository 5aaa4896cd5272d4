import { Problem } from '../../../errors/problem.ts';

const BUSY = 5;
const LOCKED = 6;

/** The primary result code of an error of the engine (sqlite.org/rescode.html), or null for any other error. */
export function engineCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'ERR_SQLITE_ERROR') {
    return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 1;
  }
  return error.code === 'ERR_INVALID_STATE' ? 1 : null;
}

/** Whether another process holds the lock, so that a retry may succeed. */
export function isBusy(error: unknown): boolean {
  const code = engineCode(error);
  return code === BUSY || code === LOCKED;
}

/** The error for callers when the engine fails. The message of the engine goes to the log only. */
export function unavailable(retryAfter: number): Problem {
  return new Problem('store-unavailable', 'The store cannot serve this request now; nothing is lost.', { retryAfter });
}

/** Converts errors of the engine to Problem `store-unavailable`; other errors stay as they are. */
export function toProblem(error: unknown): unknown {
  if (engineCode(error) === null) return error;
  return unavailable(isBusy(error) ? 1 : 10);
}
