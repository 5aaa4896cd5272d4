import { sha256 } from '@noble/hashes/sha2.js';
import { createBoundedCache } from '../../shared/base/concurrency/bounded-cache.ts';
import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import type { ToolsetName } from '../../shared/base/config/mcp.ts';
import { encodeUtf8 } from '../../shared/base/crypto/text-encoding.ts';
import { serverSecret } from '../../shared/people/identity/server-secrets.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { SecretStore } from '../../shared/repository/secrets/secret-store.ts';

/** A session of the revisions with `initialize`. It does not identify the caller: each request proves its identity. */
export type McpSession = {
  readonly id: string;
  /** Expiry, UTC milliseconds. */
  readonly expires: number;
  /** Negotiated revision of the protocol. */
  readonly protocol: string;
  /** The toolsets of the session; null: the configured ones. */
  readonly toolsets: readonly ToolsetName[] | null;
};

/** The dependencies of sessions of the Model Context Protocol. */
export type McpParts = {
  /** The key that signs sessions, the same in every instance; read at its first use. */
  readonly mcpSessionKey: () => Promise<Uint8Array>;
  /** Sessions by their tokens, whose signatures have been verified. */
  readonly mcpSessions: {
    readonly get: (token: string) => McpSession | undefined;
    readonly set: (token: string, session: McpSession) => unknown;
  };
};

/** Maximum number of cached sessions; the signatures of others are verified again. */
const MAX_SESSIONS = 1000;

/** The context of the Model Context Protocol. */
export type McpContext = Context & McpParts;

/** Derives the key of sessions from the secret of the server. */
export function createMcpParts(secrets: SecretStore): McpParts {
  const keys = createPromiseCache<'key', Uint8Array>();
  return {
    mcpSessions: createBoundedCache<string, McpSession>(MAX_SESSIONS),
    mcpSessionKey: () =>
      keys('key', async () => sha256(encodeUtf8(`competency-service mcp sessions ${await serverSecret(secrets)}`))),
  };
}
