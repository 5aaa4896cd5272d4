import { startServer } from '../test/support/server.ts';
import { person, sheet } from '../test/support/signer.ts';
import { openBareInserts, rowsOf } from './bare-inserts.ts';
import { competency, pathOf } from './corpus.ts';
import { type LoadRequest, sendAll } from './load.ts';
import { observed } from './process.ts';
import { type Result, type Round, toResult } from './result.ts';

const PUTS = 400;
export const BATCH = 10_000;
const SLICE = 100;
const ROUNDS = 3;

/** Single signed puts against bare one-transaction inserts; multiPut of 10,000 objects against bare batched inserts. */
export async function benchWrites(): Promise<Result[]> {
  const server = await startServer();
  const service = observed(server.process, `http://127.0.0.1:${server.port}`);
  const owner = await person();
  const bare = await openBareInserts();
  let number = 0;
  const make = (count: number) => Array.from({ length: count }, () => competency(server.api, number++, owner.pem));
  const single: Record<1 | 8, Round[]> = { 1: [], 8: [] };
  const batch: Round[] = [];
  try {
    for (let round = -1; round < ROUNDS; round++) {
      for (const connections of [1, 8] as const) {
        const objects = make(PUTS);
        const rows = rowsOf(objects, [server.api]);
        const limit =
          PUTS /
          seconds(() => {
            for (const row of rows) bare.insert([row]);
          });
        const requests = await Promise.all(
          objects.map(
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
        const own = await sendAll(service, requests, connections);
        if (round >= 0) single[connections].push({ bare: limit, service: own.rate, cpuRatio: null });
      }
      const objects = make(BATCH);
      const rows = rowsOf(objects, [server.api]);
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
    await server.dispose();
  }
  return [
    toResult('single signed put, one at a time', 'objects/s', 0.55, single[1]),
    toResult('single signed put, eight at a time', 'objects/s', 0.4, single[8]),
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
