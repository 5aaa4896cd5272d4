import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../test/support/server.ts';
import { observed, type Process } from '../process.ts';
import type { Peer } from './peer.ts';
import { createTarget, requestsOf, storeObjects, untilAnswered } from './requests.ts';

/** Before CaSS begins: it takes no version of OpenSearch for one that it knows, so it gets one of Elasticsearch. */
const REPORT_ELASTICSEARCH = `let info;
Object.defineProperty(globalThis, 'elasticSearchInfo', {
  get: () => info,
  set: (value) => { info = { ...value, version: { ...value.version, number: '8.0.0' } }; },
});`;

/**
 * CaSS on an OpenSearch.
 *
 * @param directory its sources, with its packages installed
 */
export async function startCass(directory: string, engine: Process): Promise<Peer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const api = `http://localhost:${port}/api/`;
  const before = `data:text/javascript,${encodeURIComponent(REPORT_ELASTICSEARCH)}`;
  const child = spawn(process.execPath, ['--import', before, join(directory, 'src/main/server.js')], {
    cwd: directory,
    env: { ...process.env, PORT: String(port), CASS_LOOPBACK: api, ELASTICSEARCH_ENDPOINT: engine.url },
    stdio: 'ignore',
  });
  const server = observed(child, url);
  await untilAnswered(`${api}ping`);
  const target = await createTarget(`${url}/api/`, api, 'form');
  await storeObjects(target);
  return {
    name: 'CaSS',
    process: { ...server, cpu: () => (server.cpu() ?? 0) + (engine.cpu() ?? 0) },
    ...requestsOf(target),
  };
}
