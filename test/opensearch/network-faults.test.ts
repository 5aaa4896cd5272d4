import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { newPrefix, startInstance } from '../support/instances.ts';
import { type Ledger, startLoad, untilAcknowledged } from '../support/load.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { type Fault, type FaultyProxy, openProxy } from '../support/proxy.ts';
import { randomFrom } from '../support/random.ts';
import { freePort, type TestServer } from '../support/server.ts';
import { verifyLoad } from '../support/verify-load.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const SAVES = process.env['CHECKS'] === 'full' ? 2_000 : 60;
const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';

const isBulk = (line: string) => line.startsWith('POST /_bulk');
const isCommit = (line: string) => isBulk(line) && line.includes('refresh=false');

describe.skipIf(engine === null)(`a bad network between the service and the engine (SEED=${seed})`, () => {
  const prefix = newPrefix();
  const random = randomFrom(seed);
  let proxy: FaultyProxy;
  let server: TestServer;
  const ledgers: Ledger[] = [];

  beforeAll(async () => {
    proxy = await openProxy(endpoint);
    server = await startInstance(proxy.endpoint, prefix);
  });
  afterAll(async () => {
    await server?.dispose();
    await proxy?.close();
    await removeIndices(endpoint, prefix);
  });

  /** Runs writers under a fate until they have written enough, then checks all their writes without it. */
  async function withstands(fate: (line: string) => Fault | null): Promise<void> {
    onTestFinished(() => {
      proxy.fate = null;
    });
    const load = startLoad([server], { writers: 8, random });
    let faults = 0;
    proxy.fate = (line) => {
      const fault = fate(line);
      if (fault !== null) faults++;
      return fault;
    };
    await untilAcknowledged(load, SAVES);
    while (faults === 0) await untilAcknowledged(load, load.acknowledged() + 10);
    await load.stop();
    proxy.fate = null;
    await expect.poll(() => proxy.late, { timeout: 30_000 }).toBe(0);
    ledgers.push(load.ledger);
    await verifyLoad(server, load.ledger, false);
    expect(server.process.exitCode).toBeNull();
    expect(load.acknowledged()).toBeGreaterThanOrEqual(SAVES);
  }

  /** Applies a fault to a part of the matching calls. */
  const sometimes =
    (fault: Fault, meant: (line: string) => boolean = () => true, part = 0.2) =>
    (line: string) =>
      meant(line) && random() < part ? fault : null;

  it.each<[string, (line: string) => Fault | null]>([
    ['answers of any call come late', sometimes({ kind: 'delay', ms: 150 })],
    ['connections are reset in the middle of the answer of a bulk', sometimes({ kind: 'reset', after: 200 }, isBulk)],
    ['bulks are done, and not a byte of the answer comes', sometimes({ kind: 'reset', after: 0 }, isBulk)],
    ['answers of any call end halfway', sometimes({ kind: 'end', after: 150 })],
    ['requests are lost with their connections', sometimes({ kind: 'lose' })],
    ['commits arrive when they were given up already', sometimes({ kind: 'late', ms: 2_500 }, isCommit, 0.1)],
  ])('G13 I11 while %s, nothing acknowledged is lost, and nothing is done twice', (_what, fate) => withstands(fate));

  it('G13 I12 while connections are refused: 503 with Retry-After, and recovery afterwards', async () => {
    const load = startLoad([server], { writers: 8, random });
    await untilAcknowledged(load, 20);
    await proxy.refuse();
    const refusals = load.ledger.refusals;
    await expect.poll(() => load.ledger.refusals, { timeout: 60_000 }).toBeGreaterThan(refusals + 10);
    expect((await fetch(`${server.url}readyz`)).status).toBe(503);
    await proxy.accept();
    await untilAcknowledged(load, load.acknowledged() + 20);
    await load.stop();
    ledgers.push(load.ledger);
    await verifyLoad(server, load.ledger, false);
    expect((await fetch(`${server.url}readyz`)).status).toBe(200);
  });

  it('G2 I11 unfinished writes are completed when the next instance has started', async () => {
    const next = await startInstance(endpoint, prefix);
    onTestFinished(() => next.dispose());
    for (const ledger of ledgers) await verifyLoad(next, ledger);
  });

  it('G12 a service that starts while the engine is away becomes ready when it is back', async () => {
    const other = await openProxy(endpoint);
    onTestFinished(() => other.close());
    await other.refuse();
    const [port, ownPrefix] = [String(await freePort()), newPrefix()];
    onTestFinished(() => removeIndices(endpoint, ownPrefix));
    const starting = startInstance(other.endpoint, ownPrefix, { PORT: port });
    for (let look = 0; look < 20; look++) {
      // Either it does not listen yet, or it reports that it is not ready.
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      expect(ready?.status ?? 503).toBe(503);
      await sleep(100);
    }
    await other.accept();
    const started = await starting;
    onTestFinished(() => started.dispose());
    const load = startLoad([started], { writers: 2, random });
    await untilAcknowledged(load, 5);
    await load.stop();
    await verifyLoad(started, load.ledger);
  });
});
