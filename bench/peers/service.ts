import { startServer } from '../../test/support/server.ts';
import { observed, type Process } from '../process.ts';
import type { Peer } from './peer.ts';
import { createTarget, requestsOf, storeMany, storeObjects } from './requests.ts';

/** This service, on the embedded store or on a cluster. */
export async function startThisService(engine: Process | null): Promise<Peer> {
  const cluster = { SEARCH_ENDPOINT: engine?.url ?? '', SEARCH_PREFIX: 'peers', SEARCH_REPLICAS: '0' };
  const server = await startServer(engine === null ? {} : cluster);
  const own = observed(server.process, `http://127.0.0.1:${server.port}`);
  const target = await createTarget(`${own.url}/api/`, server.api, 'json');
  await storeObjects(target);
  return {
    name: engine === null ? 'embedded store' : 'on OpenSearch',
    process: {
      url: own.url,
      cpu: () => (engine === null ? own.cpu() : (own.cpu() ?? 0) + (engine.cpu() ?? 0)),
      stop: server.dispose,
    },
    ...requestsOf(target),
    createMany: (from, count) => storeMany(target, from, count),
  };
}
