import type { EngineFailure } from './engine/transport.ts';

/** What is wrong with the cluster, in a sentence for operators that tells nothing of the engine's own words. */
export function faultInWords({ kind, status, reason }: EngineFailure): string {
  if (kind === 'timeout') return 'The search cluster does not answer in time.';
  if (reason === 'cluster_block_exception') return READ_ONLY;
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
      return 'The search cluster has too much to do.';
    case 503:
      return 'The search cluster has lost shards, or has no node that manages it.';
    default:
      return `The search cluster answers with status ${status}.`;
  }
}

/** What operators are told of indices that the engine writes nothing to. */
export const READ_ONLY =
  'The search cluster takes no writes: it has set its indices to read-only, as it does when a disk is nearly full.';
