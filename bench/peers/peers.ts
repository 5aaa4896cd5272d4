import { startEngine } from '../opensearch/engine.ts';
import { startCass } from './cass.ts';
import { FREQUENT, type Peer } from './peer.ts';
import { startPocketBase } from './pocketbase.ts';
import { startThisService } from './service.ts';
import { type Figures, type Load, sendLoad } from './wrk.ts';

/** One row of the comparison: what a server reached under one load. */
export type PeerRow = {
  readonly what: string;
  readonly peer: string;
  readonly figures: Figures;
  /** Microseconds of processor time of the server for a request; null where other work ran at the same time. */
  readonly cpuUs: number | null;
};

const SECONDS = 4;
const MANY = 5_000;

/**
 * Sends the same loads to this service, on both stores, to PocketBase where `POCKETBASE` is the path of its program, and to CaSS where
 * `CASS_DIR` is the folder of its sources: one server at a time, with 5,000 objects in it. The load comes from wrk.
 */
export async function benchPeers(environment: Readonly<Record<string, string | undefined>>): Promise<PeerRow[]> {
  const rows = await measurePeer(await startThisService(null));
  const { POCKETBASE: pocketBase, CASS_DIR: cass } = environment;
  if (pocketBase !== undefined) rows.push(...(await measurePeer(await startPocketBase(pocketBase))));
  const engine = await startEngine();
  try {
    rows.push(...(await measurePeer(await startThisService(engine))));
    if (cass !== undefined) rows.push(...(await measurePeer(await startCass(cass, engine))));
  } finally {
    await engine.stop();
  }
  return rows.sort((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what));
}

const ORDER = [
  'ping, 16 clients',
  'GET, 1 client',
  'GET, 16 clients',
  'search for two words, 4 clients',
  'create, 1 client',
  'create, 16 clients',
  'GET, 8 clients',
  'GET, 8 clients, while 8 others create',
  'GET, 1 client, while 5,000 objects are created at once',
];

async function measurePeer(peer: Peer): Promise<PeerRow[]> {
  const rows: PeerRow[] = [];
  let created = 1_000_000;
  const get = peer.get(7);

  function creates(connections: number, seconds = SECONDS): Load {
    created += 1_000_000;
    const script = `${peer.create}\nlocal n = ${created}\nfunction request() n = n + 1 return create(n) end`;
    return { url: peer.ping, connections, seconds, script };
  }

  async function measure(what: string, load: Load): Promise<void> {
    const before = peer.process.cpu() ?? Number.NaN;
    const figures = await sendLoad(load);
    const seconds = (peer.process.cpu() ?? Number.NaN) - before;
    rows.push({ what, peer: peer.name, figures, cpuUs: (seconds / figures.requests) * 1e6 });
  }

  async function measureBeside(what: string, url: string, connections: number, other: Promise<unknown>): Promise<void> {
    const figures = await sendLoad({ url, connections, seconds: SECONDS });
    await other;
    rows.push({ what, peer: peer.name, figures, cpuUs: null });
  }

  try {
    await sendLoad({ url: get, connections: 8, seconds: 2 }); // functions are compiled meanwhile
    await sendLoad(creates(8, 2));
    await measure('ping, 16 clients', { url: peer.ping, connections: 16, seconds: SECONDS });
    await measure('GET, 1 client', { url: get, connections: 1, seconds: SECONDS });
    await measure('GET, 16 clients', { url: get, connections: 16, seconds: SECONDS });
    await measure('search for two words, 4 clients', { url: peer.search(FREQUENT), connections: 4, seconds: SECONDS });
    await measure('create, 1 client', creates(1));
    await measure('create, 16 clients', creates(16));
    await measure('GET, 8 clients', { url: get, connections: 8, seconds: SECONDS });
    await measureBeside('GET, 8 clients, while 8 others create', get, 8, sendLoad(creates(8, SECONDS + 1)));
    if (peer.createMany !== undefined) {
      const many = peer.createMany(created + 500_000, MANY);
      await measureBeside('GET, 1 client, while 5,000 objects are created at once', get, 1, many);
    }
    return rows;
  } finally {
    await peer.process.stop();
  }
}

/** The rows as a table in Markdown. */
export function printPeers(rows: readonly PeerRow[]): string {
  const lines = rows.map(({ what, peer, figures: { rate, failed, p50Ms, p99Ms, longestMs }, cpuUs }) => {
    const times = [p50Ms, p99Ms, longestMs].map((time) => time.toFixed(2));
    return `| ${[what, peer, rate.toFixed(0), cpuUs?.toFixed(0) ?? '', ...times, failed].join(' | ')} |`;
  });
  return [
    '| what | server | requests/s | CPU us | p50 ms | p99 ms | longest ms | failed |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
