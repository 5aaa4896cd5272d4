import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { type Ledger, startLoad, untilAcknowledged } from './load.ts';
import { randomFrom } from './random.ts';
import { freePort, type TestServer } from './server.ts';
import { verifyLoad } from './verify-load.ts';

/** How often the process is killed: `KILLS` of the environment, else 200 times in the full run. */
export const KILLS = Number(process.env['KILLS'] ?? (process.env['CHECKS'] === 'full' ? 200 : 8));
const WRITERS = 6;

/** The seed of the run's numbers: `SEED` of the environment, or a new one. */
export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Starts the service on a store, with the data of the process before. */
export type Start = (environment: Record<string, string>, directory: string | undefined) => Promise<TestServer>;

/** Kills the service again and again while writers are at work; each start has to show what the one before acknowledged. */
export async function survivesKills(start: Start): Promise<void> {
  const random = randomFrom(seed);
  const port = String(await freePort());
  let directory: string | undefined;
  let total = 0;
  onTestFinished(async () => {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  });
  let ledger: Ledger | null = null;
  for (let round = 0; round <= KILLS; round++) {
    const server = await start({ PORT: port }, directory);
    onTestFinished(() => server.stop('SIGKILL'));
    directory = server.directory;
    if (ledger !== null) await verifyLoad(server, ledger);
    if (round === KILLS) break;
    const load = startLoad([server], { writers: WRITERS, random, crashes: true });
    await untilAcknowledged(load, 1 + random() * 40);
    await sleep(random() * 60);
    await server.stop('SIGKILL');
    await load.stop();
    ledger = load.ledger;
    total += load.acknowledged();
  }
  console.log(`${total} acknowledged saves and deletes, ${KILLS} kills, seed ${seed}`);
  expect(total).toBeGreaterThan(KILLS);
}
