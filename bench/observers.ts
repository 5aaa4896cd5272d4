import { createServer } from 'node:http';
import { freePort, startServer, type TestServer } from '../test/support/server.ts';
import { newThing } from '../test/support/things.ts';
import { sendAll } from './load.ts';
import { observed } from './process.ts';
import { putAll } from './reads.ts';
import { type Count, median } from './result.ts';

const ROUNDS = 7;
const REQUESTS = 3000;
const CONNECTIONS = 8;

/** What is added to a server whose log has warnings only, and the microseconds that it may add to a request. */
const ADDITIONS: Readonly<Record<string, { readonly settings: Record<string, string>; readonly mostUs: number }>> = {
  'allowed addresses behind a trusted proxy': {
    settings: { SVC_IP_ALLOW: '192.0.2.0/24,127.0.0.0/8,::1', SVC_TRUSTED_PROXIES: '127.0.0.1, ::1' },
    mostUs: 25,
  },
  'a log line of each request': { settings: { LOG_LEVEL: 'info' }, mostUs: 100 },
  'metrics for Prometheus': { settings: { METRICS_PUBLIC: 'true' }, mostUs: 25 },
  'metrics and traces for a collector': { settings: {}, mostUs: 250 },
  'the same, with a tenth of the traces': {
    settings: { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
    mostUs: 100,
  },
};

/** What hooks, log and telemetry add to the processor time of a GET, all threads of the server together. */
export async function benchObservers(): Promise<readonly Count[]> {
  const collector = createServer((request, response) => request.resume().on('end', () => response.end()));
  const port = await freePort();
  await new Promise<void>((resolve) => collector.listen(port, '127.0.0.1', resolve));
  const plain = await startServer();
  const added: TestServer[] = [];
  try {
    for (const [name, { settings }] of Object.entries(ADDITIONS)) {
      const otlp = name.includes('trace') ? { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } : {};
      added.push(await startServer({ ...settings, ...otlp }));
    }
    const servers = [plain, ...added];
    const paths = await Promise.all(servers.map((server) => saveThing(server)));
    const rounds: number[][] = added.map(() => []);
    for (let round = -2; round < ROUNDS; round++) {
      const times: number[] = [];
      for (const [index, server] of servers.entries()) times.push(await cpuUs(server, paths[index] ?? ''));
      const [base = Number.NaN, ...others] = times;
      if (round >= 0) for (const [index, time] of others.entries()) rounds[index]?.push(time - base); // the first ones warm up
    }
    return Object.entries(ADDITIONS).map(([name, { mostUs }], index) => ({
      name: `${name}, microseconds of processor time of a GET`,
      count: median(rounds[index] ?? []),
      most: mostUs,
    }));
  } finally {
    for (const server of [plain, ...added]) await server.dispose();
    collector.close();
  }
}

async function saveThing(server: TestServer): Promise<string> {
  const thing = newThing(server);
  await putAll(server.api, [thing]);
  return new URL(thing['@id']).pathname;
}

/** Processor time of the server per request, microseconds. */
async function cpuUs(server: TestServer, path: string): Promise<number> {
  const process = observed(server.process, `http://127.0.0.1:${server.port}`);
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  const requests = Array.from({ length: REQUESTS }, () => ({ path, headers }));
  const { ratePerCpu } = await sendAll(process, requests, CONNECTIONS);
  return ratePerCpu === null ? Number.NaN : 1_000_000 / ratePerCpu;
}
