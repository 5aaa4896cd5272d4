import { Problem } from '../../base/errors/problem.ts';
import { allBelow } from '../../base/outbound/allow-list.ts';
import { createOutboundFetch, type OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import type { Context } from '../../repository/context.ts';
import type { Schedule, TickLimits } from '../../repository/schedule/run-tick.ts';
import type { Bookmark } from '../../repository/store/bookmark.ts';
import { SourceError } from '../transfer/retry.ts';
import { openSource } from '../transfer/source-client.ts';
import { replicationCaller, replicationKeys } from './keys.ts';
import { pull } from './pull.ts';
import { newState, parseState, REPLICATION, type ReplicationState } from './state.ts';

/** Two idle servers agree after about this time. */
const PERIOD_MS = 5_000;

/** Timeout of one request and its response. */
const TIMEOUT_MS = 120_000;

const MAX_BACKOFF_MS = 5 * 60_000;

/** Another process has continued this work. */
class Overtaken extends Error {}

type ReplicationOptions = {
  /** Start from the beginning, including what was refused. */
  readonly restart?: boolean;
  /** Requests are not delayed: neither after failures, nor between searches. */
  readonly now?: boolean;
  /** Returns the ids of objects that an existing server has reported as changed since the last call. */
  readonly changedIds?: () => readonly string[];
};

/** The schedule of {@link replicate}; null where no server is configured. */
export function replication(
  ctx: Context,
  openSend: () => Promise<OutboundSend>,
  options: ReplicationOptions = {},
): Schedule | null {
  const { replication: configured } = ctx.config;
  if (configured === null) return null;
  return {
    name: REPLICATION,
    period: PERIOD_MS,
    async tick({ bookmark, ...limits }) {
      await replicate(ctx, configured.endpoint, await openSend(), bookmark, limits, options);
    },
  };
}

/**
 * Pulls the versions and deletions of a server that this one lacks (specification: server-to-server replication): all of them from
 * a server of this kind if one of the keys is its admin's; from others, those that their search shows to the keys. Versions keep
 * their numbers. Of two texts of one version the same one is kept on both sides, so that servers that replicate each other
 * converge.
 *
 * After failures, requests are delayed by up to five minutes.
 *
 * @param peer its base URL
 * @param bookmark the {@link ReplicationState}
 * @returns the state afterwards
 * @throws Problem `store-unavailable` (503)
 */
export async function replicate(
  ctx: Context,
  peer: string,
  send: OutboundSend,
  bookmark: Bookmark,
  limits: TickLimits,
  { restart = false, now = false, changedIds = () => [] }: ReplicationOptions = {},
): Promise<ReplicationState> {
  const saved = parseState(await bookmark.read(), peer);
  let state = saved === null || restart ? newState(peer, ctx.now()) : saved;
  if (!now && ctx.now() < state.retryAt) return state;
  async function save(change: Partial<ReplicationState>): Promise<void> {
    const next = { ...state, ...change };
    if (!(await bookmark.write(JSON.stringify(next)))) throw new Overtaken('Another process continues.');
    state = next;
  }
  try {
    const keys = await replicationKeys(ctx);
    const caller = replicationCaller(ctx, keys);
    const client = await openSource({
      base: peer,
      keys,
      secret: null,
      now: ctx.now,
      maxAttempts: 1,
      fetch: fetchOf(ctx, peer, send),
      ended: limits.ended,
      wait: async () => {},
    });
    const mayContinue = () => !limits.ended.aborted && ctx.now() < limits.until;
    const restore = { caller, resolve: true };
    await pull({ ctx, client, restore, state: () => state, save, changedIds: changedIds(), now, mayContinue });
  } catch (error) {
    if (limits.ended.aborted || error instanceof Overtaken) return state;
    if (!isOfPeer(error)) throw error;
    const failures = state.failures + 1;
    const waitMs = Math.min(MAX_BACKOFF_MS, PERIOD_MS * 2 ** Math.min(failures - 1, 10));
    ctx.logger.warn('ADAPTER', 'The replicated server cannot be read', {
      peer,
      failures,
      waitMs,
      error: error.message,
    });
    await save({ failures, error: error.message, retryAt: ctx.now() + waitMs });
  }
  return state;
}

/** The peer cannot be read, or sends something unreadable. */
function isOfPeer(error: unknown): error is Error {
  return error instanceof SourceError || (error instanceof Problem && PEER_PROBLEMS.has(error.code));
}

const PEER_PROBLEMS: ReadonlySet<string> = new Set(['fetch-failed', 'fetch-refused']);

/** The operator named the server: it may be in a private network. */
function fetchOf({ config: { outbound } }: Context, peer: string, send: OutboundSend): typeof globalThis.fetch {
  const policy = { ...outbound, trusted: [...outbound.trusted, allBelow(new URL(peer).origin)] };
  return createOutboundFetch(policy, { maxBytes: null, types: null, timeoutMs: TIMEOUT_MS }, send);
}
