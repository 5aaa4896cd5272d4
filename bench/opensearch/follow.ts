import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import { createForwarding } from '../../shared/repository/access/forwarding.ts';
import { loadForwarding } from '../../shared/repository/objects/load-forwarding.ts';
import { person } from '../../test/support/signer.ts';
import { competency } from '../corpus.ts';
import { sendAll } from '../load.ts';
import type { Process } from '../process.ts';
import { type Result, toResult } from '../result.ts';
import { openReader, startService } from './engine.ts';
import { signedPuts } from './writes.ts';

/** The writes of a busy service between two polls. */
const PUTS = 2_000;
const CLIENTS = 32;
const ROUNDS = 7;
const WARM_UP = 2;
const PREFIX = 'followed-';

/**
 * The cost of following the change feed, which every process does to learn of replaced keys: processor time of an instance that reads
 * what another one wrote, against that of the puts themselves. They take turns, so that each is measured alone.
 */
export async function benchFollowing(engine: Process): Promise<Result[]> {
  const { server, load } = await startService(engine, PREFIX);
  const owner = await person();
  const follower = await openFollower(engine);
  const rounds: { readonly bare: number; readonly service: number; readonly cpuRatio: null }[] = [];
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const from = (round + WARM_UP) * PUTS;
      const objects = Array.from({ length: PUTS }, (_, at) => competency(server.api, from + at, owner.pem));
      const requests = await signedPuts(server.api, owner, objects);
      const puts = await spent(load.cpu, () => sendAll(load, requests, CLIENTS));
      const look = await spent(() => sum(engine.cpu(), ownCpu()), follower.look);
      if (round >= 0) rounds.push({ bare: perObject(puts), service: perObject(look), cpuRatio: null });
    }
  } finally {
    await follower.close();
    await load.stop();
  }
  const name = 'following what others write, each object; bare: its put, 32 clients';
  return [{ ...toResult(name, 'µs of CPU', 0.03, rounds), less: true }];
}

/** The work of an instance without requests. */
async function openFollower(engine: Process) {
  const { objects, close } = await openReader(engine, PREFIX);
  const logger = { info: () => {} };
  const forwarding = createForwarding({ readKey: createKeyRing(), logger });
  const look = () => loadForwarding({ store: objects, config: { searchDeadline: 60_000 }, forwarding });
  await look();
  return { look, close };
}

/** Seconds of processor time that the work took. */
async function spent(cpu: Process['cpu'], work: () => Promise<unknown>): Promise<number> {
  const before = cpu();
  await work();
  return (cpu() ?? Number.NaN) - (before ?? Number.NaN);
}

function perObject(seconds: number): number {
  return (seconds * 1e6) / PUTS;
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function sum(left: number | null, right: number): number | null {
  return left === null ? null : left + right;
}
