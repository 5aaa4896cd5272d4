import { freePort, startServer } from '../test/support/server.ts';
import { person, sheet } from '../test/support/signer.ts';
import { createRowMaker, openBareInserts } from './bare-inserts.ts';
import { competency, pathOf } from './corpus.ts';
import { type LoadRequest, sendAll } from './load.ts';
import { roundOf } from './measure.ts';
import { observed, startBare } from './process.ts';
import { type Result, type Round, toResult } from './result.ts';

const PUTS = 1_000;
export const BATCH = 10_000;
const SLICE = 100;
const ROUNDS = 3;
const CONNECTIONS = [1, 8, 16] as const;

/**
 * Single signed puts against a bare server with HTTP, signatures and the same rows, whose puts share commits; multiPut of 10,000
 * objects against bare batched inserts.
 */
export async function benchWrites(): Promise<Result[]> {
  const server = await startServer();
  const service = observed(server.process, `http://127.0.0.1:${server.port}`);
  const owner = await person();
  const bare = await openBareInserts();
  const bareServer = await startBare(await freePort(), 'put', server.api);
  const makeRows = createRowMaker([server.api]);
  let number = 0;
  const make = (count: number) => Array.from({ length: count }, () => competency(server.api, number++, owner.pem));
  const single = new Map<number, Round[]>(CONNECTIONS.map((connections) => [connections, []]));
  const batch: Round[] = [];
  try {
    for (let round = -1; round < ROUNDS; round++) {
      for (const connections of CONNECTIONS) {
        const requests = await Promise.all(
          make(PUTS).map(
            async (object, index): Promise<LoadRequest> => ({
              method: 'POST',
              path: pathOf(object),
              headers: {
                'content-type': 'application/json',
                signatureSheet: await sheet(server.api, [owner], 300_000 + index),
              },
              body: JSON.stringify(object),
            }),
          ),
        );
        const limit = await sendAll(bareServer, requests, connections);
        const own = await sendAll(service, requests, connections);
        if (round >= 0) single.get(connections)?.push(roundOf(limit, own)); // the first one warms up
      }
      const objects = make(BATCH);
      const rows = objects.map(makeRows);
      const limit =
        BATCH /
        seconds(() => {
          for (let from = 0; from < BATCH; from += SLICE) bare.insert(rows.slice(from, from + SLICE));
        });
      const rate = BATCH / (await multiPut(server.api, JSON.stringify(objects), await sheet(server.api, [owner])));
      if (round >= 0) batch.push({ bare: limit, service: rate, cpuRatio: null });
    }
  } finally {
    bare.close();
    await bareServer.stop();
    await server.dispose();
  }
  return [
    ...CONNECTIONS.map((connections) =>
      toResult(`signed put, ${connections} at a time`, 'objects/s', 0.8, single.get(connections) ?? []),
    ),
    toResult('multiPut of 10,000 objects', 'objects/s', 0.75, batch),
  ];
}

/**
 * Stores a batch of {@link BATCH} objects.
 *
 * @returns the seconds it took
 */
export async function multiPut(api: string, body: string, signatureSheet: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${api}sky/repo/multiPut`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', signatureSheet },
    body,
  });
  const answer = (await response.json()) as { stored: number };
  if (answer.stored !== BATCH) throw new Error(`multiPut stored ${answer.stored} of ${BATCH} objects.`);
  return (performance.now() - start) / 1000;
}

function seconds(run: () => void): number {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
}
