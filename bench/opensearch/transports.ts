import { createHttpTransport } from '../../infra/node/http-transport.ts';
import { createPoolTransport } from '../../infra/node/pool-transport.ts';
import type { OpenSearchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import type { Process } from '../process.ts';
import type { Count } from '../result.ts';

const CONCURRENCY = 16;
const WARM_UP_CALLS = 5_000;
const CALLS = 10_000;

/** CPU time of this process for one small call of the engine, with each HTTP client. */
export async function benchTransports({ url }: Process): Promise<Count[]> {
  const options = { endpoint: url, authorization: null, ca: null, sign: null };
  const counts: Count[] = [];
  for (const [client, transport, most] of [
    ['undici', createPoolTransport(options), 140],
    ['node:http', createHttpTransport(options), 250],
    ['fetch', createFetchTransport(options), 600],
  ] as const) {
    await call(transport, WARM_UP_CALLS);
    const before = process.cpuUsage();
    await call(transport, CALLS);
    const { user, system } = process.cpuUsage(before);
    counts.push({ name: `CPU µs per engine call over ${client}`, count: (user + system) / CALLS, most });
  }
  return counts;
}

async function call(transport: OpenSearchTransport, calls: number): Promise<void> {
  let left = calls;
  const worker = async () => {
    while (left-- > 0) await transport.request({ method: 'GET', path: '', timeout: 10_000 });
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
