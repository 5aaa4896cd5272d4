import { setTimeout as sleep } from 'node:timers/promises';
import { person } from '../../test/support/signer.ts';
import { competency } from '../corpus.ts';
import { sendAll } from '../load.ts';
import { roundOf } from '../measure.ts';
import type { Process } from '../process.ts';
import { type Result, type Round, toResult } from '../result.ts';
import { openReader, startService } from './engine.ts';
import { signedPuts } from './writes.ts';

const ROUNDS = 5;
const PREFIX = 'bell-';
const PAGE_SIZE = 1_000;

/** Saves of one round, by the number of clients. */
const SAVES = { 1: 120, 8: 320, 32: 1_280 } as const;

/** How long after the beginning of a read of the changes the next one begins. */
const INTERVALS_MS = [1_000, 200, 0] as const;

/** What deliveries to subscribers cost the saves: saves while the changes are read again and again, against saves alone. */
export async function benchBell(engine: Process): Promise<Result[]> {
  const { server, load } = await startService(engine, PREFIX);
  const owner = await person();
  const { objects, close } = await openReader(engine, PREFIX);
  let cursor: string | null = null;
  let saved = 0;

  async function readAll(): Promise<void> {
    for (let more = true; more; ) ({ next: cursor, more } = await objects.changes(cursor, PAGE_SIZE));
  }

  async function save(clients: keyof typeof SAVES) {
    const made = Array.from({ length: SAVES[clients] }, () => competency(server.api, saved++, owner.pem));
    const requests = await signedPuts(server.api, owner, made);
    await readAll();
    return () => sendAll(load, requests, clients);
  }

  async function saveWhileRead(clients: keyof typeof SAVES, intervalMs: number) {
    const run = await save(clients);
    let ended = false;
    const reading = (async () => {
      while (!ended) await Promise.all([readAll(), sleep(intervalMs)]);
    })();
    const cost = await run();
    ended = true;
    await reading;
    return cost;
  }

  const results: Result[] = [];
  try {
    for (const clients of [1, 8, 32] as const) {
      const rounds = new Map(INTERVALS_MS.map((interval): [number, Round[]] => [interval, []]));
      for (let round = -1; round < ROUNDS; round++) {
        const bare = await (await save(clients))();
        for (const interval of INTERVALS_MS) {
          const own = await saveWhileRead(clients, interval);
          if (round >= 0) rounds.get(interval)?.push(roundOf(bare, own));
        }
      }
      for (const [interval, all] of rounds) {
        const name = `saves, ${clients} clients, changes read every ${interval} ms; bare: not read`;
        results.push(toResult(name, 'objects/s', interval === 1_000 ? 0.9 : 0, all));
      }
    }
  } finally {
    await close();
    await load.stop();
  }
  return results;
}
