import { Problem } from '../../../base/errors/problem.ts';
import { EngineFailure } from './transport.ts';

/**
 * The Problem for an engine that is unreachable or rejects a call; its own messages are only logged.
 *
 * @param fault a sentence that tells operators the cause
 */
export function unavailable(retryAfter: number, fault: string | null = null): Problem {
  const words = ['The store cannot serve this request now; nothing is lost.', ...(fault === null ? [] : [fault])];
  return new Problem('store-unavailable', words.join(' '), { retryAfter });
}

/** The Problem for a search that exceeded its time limit. */
export function searchTimeout(): Problem {
  return new Problem(
    'search-timeout',
    'The search did not finish in the time allowed: ask for less, or more precisely.',
    { retryAfter: 5 },
  );
}

/** Converts a failure of the engine to a Problem; returns any other error unchanged. */
export function toProblem(error: unknown): unknown {
  if (!(error instanceof EngineFailure)) return error;
  const isBusy = error.status === 429 && error.reason !== BLOCKED;
  return unavailable(isBusy ? 1 : 5, faultInWords(error));
}

/** Converts a failure of the engine during a search to a Problem; returns any other error unchanged. */
export function toSearchProblem(error: unknown): unknown {
  if (!(error instanceof EngineFailure)) return error;
  if (error.kind === 'timeout' || error.reason === 'task_cancelled_exception') return searchTimeout();
  if (error.reason !== null && TOO_BROAD.has(error.reason)) {
    return new Problem('query-too-broad', 'The query asks for too many words in too many fields.');
  }
  return toProblem(error);
}

const TOO_BROAD = new Set(['too_many_clauses', 'too_many_nested_clauses', 'too_complex_to_determinize_exception']);

/** A sentence for operators about the fault of the cluster, without the engine's message. */
export function faultInWords({ kind, status, reason }: EngineFailure): string {
  if (kind === 'timeout') return 'The search cluster does not answer in time.';
  if (reason === BLOCKED) return READ_ONLY;
  switch (status) {
    case null:
      return 'The search cluster cannot be reached.';
    case 401:
      return 'The search cluster refuses the credentials of this service.';
    case 403:
      return 'The search cluster refuses the credentials of this service, or they lack a right that it needs.';
    case 404:
      return 'An index of this service is missing in the search cluster.';
    case 429:
      return 'The search cluster is overloaded.';
    case 503:
      return 'The search cluster has lost shards, or has no node that manages it.';
    default:
      return `The search cluster answers with status ${status}.`;
  }
}

/** The engine's name for a write that a block refused. */
const BLOCKED = 'cluster_block_exception';

/** For operators: the engine blocks writes. */
export const READ_ONLY =
  'The search cluster does not accept writes: it, or an administrator, has set its indices to read-only, as it does when a disk is nearly full. Free space on the disks of its nodes, or enlarge them, and lift the block if it stays.';
