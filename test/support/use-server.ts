import { afterAll, beforeAll } from 'vitest';
import { type Cast, castOf } from './cast.ts';
import { type Client, createClient, type Place } from './client.ts';
import { lazily } from './lazily.ts';
import { startServer, type TestServer } from './server.ts';

/**
 * One server for all tests of the file or block in which this is called, and a client of it: started before them, disposed of after
 * them.
 *
 * @param environment settings besides port and data directory, or a function that returns them when earlier servers have started
 */
export function useServer(environment: Record<string, string> | (() => Record<string, string>) = {}): {
  readonly server: TestServer;
  readonly client: Client;
} {
  let started: TestServer | null = null;
  let client: Client | null = null;
  beforeAll(async () => {
    started = await startServer(typeof environment === 'function' ? environment() : environment);
    client = createClient(started);
  });
  afterAll(() => started?.dispose());
  return { server: lazily(() => present(started)), client: lazily(() => present(client)) };
}

/**
 * The service at `SERVICE_URL`, such as from `npm run offline`, for tests that share a service; without it, a server
 * as with {@link useServer}.
 */
export function useService(): { readonly server: Place; readonly client: Client } {
  const url = process.env.SERVICE_URL;
  if (!url) return useServer();
  const server = { url, api: `${url}api/` };
  return { server, client: createClient(server) };
}

/** The callers of tests, created before them with sheets for this server. Call it after the function that starts the server. */
export function useCast(server: TestServer): Cast {
  let cast: Cast | null = null;
  beforeAll(async () => {
    cast = await castOf(server);
  });
  return lazily(() => present(cast));
}

function present<T>(value: T | null): T {
  if (value === null) throw new Error('There is a server only in hooks and tests.');
  return value;
}
