import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { type Person, person, sheet } from '../../test/support/signer.ts';
import { competency, pathOf } from '../corpus.ts';
import { type LoadRequest, sendAll } from '../load.ts';
import { measure, roundOf } from '../measure.ts';
import type { Process } from '../process.ts';
import { type Result, type Round, toResult } from '../result.ts';
import { BATCH, multiPut } from '../writes.ts';
import { type RawClient, rawClient, startService } from './engine.ts';
import { openRecorder, type RecordedWrite } from './recorder.ts';

const GROUPS = 20;
/** Objects of one bare bulk of the batch. */
const SLICE = 500;
const ROUNDS = 5;
const BATCH_ROUNDS = 3;

/**
 * Single signed puts, each found by search when it is answered, against bare bulks of groups as large as there are clients;
 * multiPut of 10,000 objects against bare bulks.
 */
export async function benchWrites(engine: Process): Promise<Result[]> {
  const { server, load } = await startService(engine, 'service-');
  const owner = await person();
  const raw = rawClient(engine);
  const recorder = await openRecorder(engine, 'raw-', [server.api]);
  let number = 0;
  const make = (count: number) => Array.from({ length: count }, () => competency(server.api, number++, owner.pem));
  const record = async (objects: readonly JsonObject[]) => {
    const writes: RecordedWrite[] = [];
    for (const object of objects) writes.push(await recorder.write(object));
    return writes;
  };
  const single: Record<8 | 32, Round[]> = { 8: [], 32: [] };
  const batch: Round[] = [];
  try {
    for (let round = -1; round < ROUNDS; round++) {
      for (const clients of [8, 32] as const) {
        const objects = make(clients * GROUPS);
        const writes = await record(objects);
        const requests = await signedPuts(server.api, owner, objects);
        const limit = await measure(engine, objects.length, () => bulkGroups(raw, writes, clients));
        const own = await sendAll(load, requests, clients);
        if (round >= 0) single[clients].push(roundOf(limit, own));
      }
    }
    for (let round = 0; round < BATCH_ROUNDS; round++) {
      const objects = make(BATCH);
      const writes = await record(objects);
      const limit = await measure(engine, BATCH, () => bulkAll(raw, writes));
      const body = JSON.stringify(objects);
      const sheets = await sheet(server.api, [owner]);
      batch.push(roundOf(limit, await measure(load, BATCH, () => multiPut(server.api, body, sheets))));
    }
  } finally {
    raw.close();
    await recorder.close();
    await load.stop();
  }
  return [
    toResult('single signed put, searchable, 32 clients', 'objects/s', 0.65, single[32]),
    toResult('single signed put, searchable, 8 clients', 'objects/s', 0.75, single[8]),
    toResult('multiPut of 10,000 objects', 'objects/s', 0.7, batch),
  ];
}

/** Puts of these objects, each with a fresh sheet. */
export function signedPuts(api: string, owner: Person, objects: readonly JsonObject[]): Promise<LoadRequest[]> {
  return Promise.all(
    objects.map(async (object, index): Promise<LoadRequest> => {
      const signatureSheet = await sheet(api, [owner], 300_000 + index);
      return {
        method: 'POST',
        path: pathOf(object),
        headers: { 'content-type': 'application/json', signatureSheet },
        body: JSON.stringify(object),
      };
    }),
  );
}

/** As many writers as a group is large, each waiting until its object is found: a commit and a refresh for each group. */
async function bulkGroups(raw: RawClient, writes: readonly RecordedWrite[], size: number): Promise<void> {
  for (let from = 0; from < writes.length; from += size) {
    const group = writes.slice(from, from + size);
    await raw.send('POST', '_bulk', group.map(({ commit }) => commit).join(''));
    await raw.send('POST', '_bulk?refresh=true', group.map(({ copy }) => copy).join(''));
  }
}

/** One writer, and one refresh in the end. */
async function bulkAll(raw: RawClient, writes: readonly RecordedWrite[]): Promise<void> {
  for (let from = 0; from < writes.length; from += SLICE) {
    const slice = writes.slice(from, from + SLICE);
    await raw.send('POST', '_bulk', slice.map(({ commit }) => commit).join(''));
    const last = from + SLICE >= writes.length;
    await raw.send('POST', `_bulk?refresh=${last}`, slice.map(({ copy }) => copy).join(''));
  }
}
