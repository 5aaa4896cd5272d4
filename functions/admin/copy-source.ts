import type * as z from 'zod/mini';
import type { Config } from '../../shared/base/config/config.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { createOutboundFetch, type OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { maxLineBytes } from '../../shared/exchange/transfer/import-lines.ts';
import { SourceError } from '../../shared/exchange/transfer/retry.ts';
import { openSource, type SourceClient, sourceBase } from '../../shared/exchange/transfer/source-client.ts';
import { openFirst } from '../../shared/exchange/transfer/source-parts.ts';
import type { AdminContext } from './context.ts';
import type { copyParameters } from './parameters.ts';

/** The server to copy from. */
export type CopySource = {
  /** Its base URL, ending in `api/`. */
  readonly base: string;
  /** Secret that allows its export; null: it is read by its search. */
  readonly secret: string | null;
};

/** Timeouts of one request and its response: shorter while an admin waits, longer in a copy. */
const CHECK_TIMEOUT_MS = 10_000;
export const COPY_TIMEOUT_MS = 120_000;

/** @throws Problem `invalid-parameter` (400) for an invalid address or an address of this service */
export function readCopySource(
  { bases }: Pick<Config, 'bases'>,
  { from, sourceSecret }: z.infer<typeof copyParameters>,
): CopySource {
  try {
    const base = sourceBase(from.trim());
    if (!bases.includes(base)) return { base, secret: sourceSecret ?? null };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new Problem('invalid-parameter', error.message, { where: 'from' });
  }
  throw new Problem('invalid-parameter', 'This is an address of this service: name that of another server.', {
    where: 'from',
  });
}

/**
 * Fetches from the server that an admin named. Unlike the operator, who names servers in the settings, an admin cannot reach
 * addresses that the service may not fetch.
 */
export function fetchOf(
  { config }: Pick<AdminContext, 'config'>,
  send: OutboundSend,
  timeoutMs: number,
): typeof globalThis.fetch {
  const limits = { maxBytes: maxLineBytes(config), types: null, timeoutMs };
  return createOutboundFetch({ allowed: config.outbound.allowed, trusted: [] }, limits, send);
}

/**
 * Connects to the source, and tries its export if a secret was passed.
 *
 * @param ended ends all requests of the client
 * @throws Problem `invalid-parameter` (400) when the source refuses the secret or has no export, `fetch-refused` (403),
 *   `fetch-failed` (502)
 */
export async function openCopySource(
  ctx: Pick<AdminContext, 'config' | 'now'>,
  send: OutboundSend,
  { base, secret }: CopySource,
  ended: AbortSignal,
): Promise<SourceClient> {
  try {
    const client = await openSource({
      base,
      secret,
      keys: [],
      now: ctx.now,
      fetch: fetchOf(ctx, send, CHECK_TIMEOUT_MS),
      ended,
      wait: async () => {},
      maxAttempts: 1,
    });
    if (secret !== null) await requireExport(ctx, client);
    return client;
  } catch (error) {
    throw asProblem(error);
  }
}

/** An error of the source as `fetch-refused` (403) or `fetch-failed` (502); any other error unchanged. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof SourceError)) return error;
  const { cause } = error;
  const isRefused = cause instanceof Problem && cause.code === 'fetch-refused';
  const detail = isRefused ? cause.message : error.message;
  return new Problem(isRefused ? 'fetch-refused' : 'fetch-failed', detail, { where: 'from' }, { cause: error });
}

async function requireExport(ctx: Pick<AdminContext, 'now'>, client: SourceClient): Promise<void> {
  const part = await openFirst(ctx, client, 'export', null);
  if (typeof part !== 'string') return part.bytes.cancel();
  const detail =
    part === 'not-admin'
      ? 'The other server does not accept this secret.'
      : 'The other server has no export, which the secret would open: leave it out.';
  throw new Problem('invalid-parameter', detail, { where: 'sourceSecret' });
}
