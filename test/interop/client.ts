import { createRequire } from 'node:module';
import { afterAll, beforeAll } from 'vitest';
import type { Place } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { Client, Identity, IdentityManager, LinkedData, Repository } from './client-types.ts';

/**
 * Loads the client library as a Node program does, and returns its globals.
 *
 * Facts for users of the library:
 * - `require('cassproject')` exports nothing: every class becomes a global, and String, Number and `crypto` are patched.
 * - It reports every request to the console unless the program defines an `auditLogger`, as this one does.
 * - Contacts of an identity manager are stored in `localStorage`, which Node does not have: any object will do.
 * - RSA and AES run in worker threads, eight by default, which keep the process alive until `teardown()`.
 * - `caching`, `cachingL2`, `repos` and `EcIdentityManager.default` exist once per process. Vitest runs each test file in a
 *   separate process.
 * - With exactly one repository, `EcRepository.get(url)` reads from it, and searches for `@id` when that fails; with several,
 *   it only searches. With a repository as argument it never searches.
 * - When the package `undici` is installed, as it is with other development tools, requests go through it.
 */
export function loadClient(): Client {
  Object.assign(globalThis, { auditLogger: QUIET_LOGGER, localStorage: {} });
  createRequire(import.meta.url)('cassproject');
  // The library publishes no types: client-types.ts says what these globals are.
  const client = globalThis as unknown as Client;
  client.EcRsaOaepAsyncWorker.rotations = 1;
  return client;
}

const QUIET_LOGGER = {
  report: () => undefined,
  LogCategory: { SYSTEM: 'sys', NETWORK: 'net' },
  Severity: { ERROR: 3, INFO: 6 },
};

/**
 * Address of a service that is running already, such as `http://127.0.0.1:3000/` of `npm run offline`: all test files
 * use it instead of starting servers with their own settings.
 */
const SERVICE_URL = process.env.SERVICE_URL || null;

/** False: the tests use a running service, which they can neither configure nor stop. */
export const hasOwnServer = SERVICE_URL === null;

/** A user at work: a server, a repository connected to it, and the user's identity. */
export type Session = {
  readonly server: Place;
  /** The server's process. @throws Error unless {@link hasOwnServer} */
  readonly ownServer: () => TestServer;
  readonly repo: Repository;
  /** Owner of a fresh key, in the default identity manager. */
  readonly me: Identity;
  /** Another user with a fresh key. */
  readonly other: Identity;
  /** The manager of `other`. */
  readonly others: IdentityManager;
  /** An anonymous user: a manager without any key. */
  readonly nobody: IdentityManager;
};

/**
 * Starts a server before the tests of a file and stops it after them, unless `SERVICE_URL` names one.
 *
 * @param environment settings of the server that is started, or a function that makes them
 * @returns a function that returns the session; call it only inside tests and hooks
 */
export function useSession(
  client: Client,
  environment: Record<string, string> | (() => Promise<Record<string, string>>) = {},
): () => Session {
  let session: Omit<Session, 'ownServer'> | undefined;
  let own: TestServer | null = null;
  beforeAll(async () => {
    if (SERVICE_URL !== null) {
      session = await startSession(client, { url: SERVICE_URL, api: `${SERVICE_URL}api/` });
      return;
    }
    const settings = typeof environment === 'function' ? await environment() : environment;
    const server = await startServer(settings);
    own = server;
    session = await startSession(client, server, settings.SVC_LOOPBACK);
  });
  afterAll(async () => {
    client.EcRsaOaepAsyncWorker.teardown();
    await own?.dispose();
  });
  return () => {
    if (session === undefined) throw new Error('The session starts before the first test.');
    return { ...session, ownServer };
  };

  function ownServer(): TestServer {
    if (own === null) throw new Error('The tests use a service that is not theirs.');
    return own;
  }
}

async function startSession(client: Client, server: Place, address = server.api): Promise<Omit<Session, 'ownServer'>> {
  const me = await newIdentity(client, 'Me');
  const other = await newIdentity(client, 'Somebody else');
  client.EcIdentityManager.default.addIdentity(me);
  const repo = new client.EcRepository();
  await repo.init(address);
  return { server, repo, me, other, others: managerOf(client, other), nobody: managerOf(client) };
}

/** An identity with a fresh RSA-2048 key. */
export async function newIdentity(client: Client, name: string): Promise<Identity> {
  const identity = new client.EcIdentity();
  identity.ppk = await client.EcPpk.generateKeyAsync();
  identity.displayName = name;
  return identity;
}

/** An identity manager with these identities and no others. */
export function managerOf(client: Client, ...identities: readonly Identity[]): IdentityManager {
  const manager = new client.EcIdentityManager();
  for (const identity of identities) manager.addIdentity(identity);
  return manager;
}

/** A schema.org Thing with a new id on the repository's server, not saved yet. */
export function newThing(client: Client, repo: Repository, name: string, ...owners: readonly Identity[]): LinkedData {
  const thing = new client.schema.Thing();
  thing.generateId(repo.selectedServer);
  for (const owner of owners) thing.addOwner(owner.ppk.toPk());
  thing.setName(name);
  return thing;
}

/** Short ids of the results, sorted, for comparing sets. */
export function shortIds(found: readonly LinkedData[]): string[] {
  return found.map((one) => one.shortId()).sort();
}
