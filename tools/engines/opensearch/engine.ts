import { setTimeout as sleep } from 'node:timers/promises';
import { type Absent, isAbsent } from './absent.ts';

/** An OpenSearch that answers. */
export type Answering = { readonly endpoint: string; readonly version: string };

/**
 * Asks an address which engine answers there. The address may contain a name and a password (`https://name:password@host`). Never
 * throws: an address that is invalid, or not of an OpenSearch, is absent.
 */
export async function askEngine(endpoint: string): Promise<Answering | Absent> {
  const about = await getJson(endpoint, '/');
  if (isAbsent(about)) return about;
  const version = memberOf(about.json, 'version');
  const number = memberOf(version, 'number');
  if (memberOf(version, 'distribution') !== 'opensearch' || typeof number !== 'string') {
    return { absent: `what answers at ${shown(endpoint)} is not OpenSearch` };
  }
  return { endpoint, version: number };
}

/**
 * Waits until a cluster is healthy: `nodes` nodes have found each other, and every primary shard is allocated (yellow or green).
 *
 * @param signal ends the wait; the promise is then rejected with its reason
 */
export async function untilHealthy(endpoint: string, nodes: number, signal: AbortSignal): Promise<void> {
  const query = `/_cluster/health?wait_for_status=yellow&wait_for_nodes=%3E%3D${nodes}&timeout=2s`;
  for (;;) {
    signal.throwIfAborted();
    const health = await getJson(endpoint, query);
    if (!isAbsent(health) && memberOf(health.json, 'timed_out') === false) return;
    await sleep(100);
  }
}

/** An address without its password, if it has one. */
export function shown(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).origin : endpoint;
}

async function getJson(endpoint: string, path: string): Promise<{ readonly json: unknown } | Absent> {
  if (!URL.canParse(endpoint)) return { absent: `${endpoint} is not an address` };
  const url = new URL(endpoint);
  const headers: Record<string, string> = {};
  if (url.username !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  try {
    const address = `${url.href.replace(/\/+$/, '')}${path}`;
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(5_000) });
    if (!response.ok) return { absent: `${shown(endpoint)} answers with status ${response.status}` };
    return { json: await response.json() };
  } catch {
    return { absent: `nothing answers at ${shown(endpoint)}` };
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
