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

/** True when another process holds the lock: trying again soon makes sense. */
export function isBusy(error: unknown): boolean {
  const code = engineCode(error);
  return code === BUSY || code === LOCKED;
}

/** What callers are told when the engine refuses; its own words are for the log. */
export function unavailable(retryAfter: number): Problem {
  return new Problem('store-unavailable', 'The store cannot serve this request now; nothing is lost.', { retryAfter });
}

/** An error of the engine as Problem `store-unavailable`; any other error as it is. */
export function toProblem(error: unknown): unknown {
  if (engineCode(error) === null) return error;
  return unavailable(isBusy(error) ? 1 : 10);
}
