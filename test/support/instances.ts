import { randomUUID } from 'node:crypto';
import { startServer, type TestServer } from './server.ts';

/** An address that all instances of a service use as their own: ids under it are local to each. */
export const HUB = 'https://hub.example/api/';

/** A unique prefix of index names. */
export function newPrefix(): string {
  return `test-${randomUUID()}-`;
}

/**
 * Starts one more instance of a service on a cluster: a separate process, as on another machine.
 *
 * @param endpoint address of the cluster, or of one of its nodes, or of a proxy in front of them
 * @param environment further settings
 * @param directory data of an earlier process to continue with
 */
export function startInstance(
  endpoint: string,
  prefix: string,
  environment: Record<string, string> = {},
  directory?: string,
): Promise<TestServer> {
  const cluster = { SEARCH_ENDPOINT: endpoint, SEARCH_PREFIX: prefix, SEARCH_REPLICAS: '0' };
  return startServer({ SVC_EXTERNAL_ENDPOINT: HUB, ...cluster, ...environment }, directory);
}
