import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { KeyId } from '../../base/crypto/public-key.ts';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { ANONYMOUS } from '../../repository/access/caller.ts';
import { accessFacts } from '../../repository/access/permissions.ts';
import { publicKey } from '../../repository/access/testing/caller.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import type { ChangedVersion } from '../../repository/objects/profile-effect.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import { createGenerations } from '../cache/generations.ts';
import { createInvalidation } from '../cache/invalidation.ts';
import { createProfileCache } from '../cache/profile-cache.ts';
import { createUsageFlag, SETTLE_MS, type UsageFlag } from '../cache/usage-flag.ts';
import { createCalculator } from '../engine/calculator.ts';
import { steadySpan } from '../engine/relations.ts';
import { NO_STAGES } from '../engine/stages/operator-stages.ts';
import { framework } from '../engine/testing/notation.ts';
import { createCompetencyIds } from '../load/ids.ts';
import { createSurroundingsCache } from '../load/surroundings.ts';
import { memoryKeyValues } from '../testing/key-values.ts';
import { namedKeys, PLAIN } from '../testing/service-parts.ts';
import { createProfileService, type ProfileQuery } from './profile-service.ts';

const subject = publicKey(1);
const QUERY: ProfileQuery = { ...PLAIN, frameworkId: 'F', subject: subject.pem };

type Process = ReturnType<typeof createProcess>;

/**
 * @param parts `load` gives the name that the framework has, by which a test knows what was loaded; `loadOwn` what is about the
 *   subject alone, which is never cached; `resolve` what is already read to find the framework: names that it lacks are missing
 */
function createProcess(parts: {
  readonly keyValues: KeyValueStore;
  readonly usage: UsageFlag;
  readonly now: () => number;
  readonly load: () => Promise<string>;
  readonly resolve?: () => Promise<string>;
  readonly loadOwn?: () => Promise<string>;
  readonly recalled?: () => void;
}) {
  const { keyValues, usage, now, load, resolve, loadOwn = async () => '', recalled = () => undefined } = parts;
  const inBoth = (a: string, b: string) =>
    a
      .split(' ')
      .filter((name) => b.split(' ').includes(name))
      .join(' ');
  const surroundings = createSurroundingsCache(1e9);
  const generations = createGenerations({ keyValues, usage, now, lifetime: 1e9 });
  const service = createProfileService({
    config: { openEvidence: false },
    keys: namedKeys(),
    source: {
      async resolve({ frameworkId }) {
        const head = await resolve?.();
        const loadFramework = async () => (head === undefined ? load() : inBoth(head, await load()));
        return {
          framework: frameworkId,
          subject,
          person: null,
          async load(_now, key) {
            const cached = key === null ? null : surroundings.get(key);
            if (cached !== null) recalled();
            const { framework: one, ...rest } = framework('', 'A');
            const graph = cached?.graph ?? { ...rest, framework: { ...one, name: await loadFramework() } };
            if (key !== null && cached === null) {
              surroundings.set(key, { graph, ids: createCompetencyIds([]), steady: steadySpan([], 0) });
            }
            const name = [graph.framework.name, await loadOwn()].join(' ').trim();
            const whole = { ...graph, framework: { ...graph.framework, name } };
            return {
              graph: whole,
              assertions: [],
              person: { goals: [] },
              nextExpiry: null,
              usedHeldKeys: false,
              release: () => {},
            };
          },
        };
      },
    },
    calculator: createCalculator(NO_STAGES, () => undefined),
    generations,
    cache: createProfileCache({ keyValues, now, lifetime: 1e9 }),
    readKey: parsePublicKey,
    now,
    logger: { warn: () => undefined },
  });
  return { service, generations };
}

/** The kinds of writes: some change all profiles, some that of the subject. */
const WRITTEN = [
  versionOf({ '@type': 'Competency' }),
  versionOf({ '@type': 'Assertion', '@owner': [subject.pem] }),
] as const;

function versionOf(object: JsonObject): ChangedVersion {
  return { text: JSON.stringify(object), access: accessFacts(object) };
}

/** Milliseconds between two steps. */
const PAUSES = [...new Array<number>(60).fill(0), 1, 50, 300, 600, 1200, 2000, 3000, 7500];

type Choose = (below: number) => number;

/**
 * A repository with interleaved processes: each call of the store takes effect at one step and is answered at a later one. In
 * between other processes run and time passes, as `choose` decides.
 */
function simulation(choose: Choose) {
  let time = 0;
  const pending: (() => void)[] = [];
  const step = () => new Promise<void>((resolve) => pending.push(resolve));
  const memory = memoryKeyValues(() => time);

  async function later<T>(work: () => Promise<T>): Promise<T> {
    await step();
    const result = await work();
    await step();
    return result;
  }

  const keyValues: KeyValueStore = {
    get: (key) => later(() => memory.keyValues.get(key)),
    set: (...given) => later(() => memory.keyValues.set(...given)),
    increment: (...given) => later(() => memory.keyValues.increment(...given)),
    delete: (...given) => later(() => memory.keyValues.delete(...given)),
    list: (...given) => later(() => memory.keyValues.list(...given)),
    /** Removes entry by entry, so that other processes find some of them removed and others not. */
    async clear() {
      for (const key of [...memory.entries.keys()].sort(() => choose(3) - 1)) {
        await later(() => memory.keyValues.delete(key));
      }
    },
  };
  const visible = { shared: new Set<string>(), own: new Set<string>() };
  const acknowledged = new Set<string>();
  const account = { kept: 0, calculated: 0, recalled: 0, ended: 0, endedNothing: 0 };

  function startProcess() {
    const ahead = 1000 * choose(10_000);
    const now = () => time;
    const usage = createUsageFlag(keyValues, { monotonic: () => time + ahead, wall: () => time - ahead });
    const load = () => later(async () => [...visible.shared].join(' '));
    const loadOwn = () => later(async () => [...visible.own].join(' '));
    const recalled = () => {
      account.recalled += 1;
    };
    return createProcess({ keyValues, usage, now, load, resolve: load, loadOwn, recalled });
  }

  async function write({ generations }: Process, name: string, version: ChangedVersion): Promise<void> {
    let ended = false;
    const noted = {
      ...generations,
      end(subjects: readonly KeyId[]) {
        ended = true;
        return generations.end(subjects);
      },
      endAll() {
        ended = true;
        return generations.endAll();
      },
    };
    const touched = createInvalidation(noted, parsePublicKey).observe();
    if (choose(2) === 0) touched.watch(); // not if the write is decided on recent heads
    await step();
    touched.add(version);
    await touched.begin();
    await later(async () => visible[version === WRITTEN[0] ? 'shared' : 'own'].add(name));
    await touched.end();
    acknowledged.add(name);
    account[ended ? 'ended' : 'endedNothing'] += 1;
  }

  async function read({ service }: Process): Promise<void> {
    const before = [...acknowledged];
    const { text, cached } = await service.latest(QUERY, ANONYMOUS);
    account[cached ? 'kept' : 'calculated'] += 1;
    const names: readonly string[] = JSON.parse(text).name.split(' ');
    for (const name of before) expect(names, cached ? 'kept' : 'calculated').toContain(name);
  }

  /** Runs everything that has begun, one step at a time. */
  async function run(all: Promise<unknown>): Promise<void> {
    let done = false;
    const ended = all.finally(() => {
      done = true;
    });
    ended.catch(() => undefined);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      // Mostly continue the process that ran last, so that others pause for a while.
      const next = pending.splice(choose(6) === 0 ? choose(pending.length) : -1, 1)[0];
      if (done || next === undefined) break;
      time += PAUSES[choose(PAUSES.length)] ?? 0;
      next();
    }
    await ended;
  }

  return { startProcess, write, read, run, clear: keyValues.clear, step, account };
}

test('a request never gets a profile without the writes that were acknowledged before it, however processes interleave', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0); // the steps of the simulation take the place of delays before retries
  onTestFinished(() => void vi.restoreAllMocks());
  const sums = { kept: 0, calculated: 0, recalled: 0, ended: 0, endedNothing: 0 };
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (choices) => {
      const choose: Choose = (below) => (below === 0 ? 0 : choices.next().value % below);
      const { startProcess, write, read, run, clear, step, account } = simulation(choose);
      const processes = [startProcess(), startProcess()];
      const any = () => {
        const place = choose(processes.length);
        if (choose(2) === 0) processes[place] = startProcess();
        return processes[place] ?? startProcess();
      };
      const times = async (count: number, work: (turn: number) => Promise<unknown>) => {
        for (let turn = 0; turn < count; turn++) {
          for (let wait = choose(12); wait > 0; wait--) await step();
          await work(turn);
        }
      };
      const reader = () => times(4, () => read(any()));
      const writer = (name: string, count: number) =>
        times(count, (turn) => write(any(), `${name}${turn}`, choose(2) === 0 ? WRITTEN[0] : WRITTEN[1]));
      await run(Promise.all([writer('a', 1), writer('b', choose(4)), reader(), reader(), times(choose(2), clear)]));
      for (const name of ['kept', 'calculated', 'recalled', 'ended', 'endedNothing'] as const)
        sums[name] += account[name];
    }),
    { numRuns: 2_000 },
  );
  // Every interleaving of interest has occurred.
  for (const [what, count] of Object.entries(sums)) expect(count, what).toBeGreaterThan(20);
}, 60_000);

/** A step at a time would take long to meet these. */
describe('before the first request for a profile', () => {
  /** Processes over one store, with one clock, and what a load of theirs waits for. */
  function world() {
    const clock = { now: 1_000_000 };
    const now = () => clock.now;
    const memory = memoryKeyValues(now);
    const state = { name: 'before', loads: 0, loaded: async (): Promise<void> => undefined };
    const start = () => {
      const usage = createUsageFlag(memory.keyValues, { monotonic: now, wall: now });
      const load = async () => {
        state.loads += 1;
        const { name } = state;
        await state.loaded();
        return name;
      };
      return createProcess({ keyValues: memory.keyValues, usage, now, load });
    };
    const ask = async ({ service }: Process) => {
      const { text, cached } = await service.latest(QUERY, ANONYMOUS);
      return [JSON.parse(text).name, cached];
    };
    /** A write that has read the flag; `write` makes and acknowledges it. */
    const looked = async ({ generations }: Process) => {
      const touched = createInvalidation(generations, parsePublicKey).observe();
      touched.watch();
      touched.add(WRITTEN[0]);
      await touched.begin();
      return async () => {
        state.name = 'after';
        await touched.end();
      };
    };
    return { clock, memory, state, start, ask, looked };
  }

  test('no profile is cached or shared for some seconds', async () => {
    const { clock, state, start, ask } = world();
    const one = start();
    expect(await Promise.all([ask(one), ask(one)])).toEqual([
      ['before', false],
      ['before', false],
    ]);
    expect(state.loads).toBe(2);
    const ready = one.service.ready().then(() => 'ready');
    expect(await Promise.race([ready, new Promise((resolve) => setImmediate(resolve))])).toBeUndefined();
    clock.now += SETTLE_MS;
    await ready;
    expect([await ask(one), await ask(one)]).toEqual([
      ['before', false],
      ['before', true],
    ]);
  });

  test('a write that checked before is in a profile requested after it, though an equal request is in progress', async () => {
    const { state, start, ask, looked } = world();
    const one = start();
    const write = await looked(start());
    const held = Promise.withResolvers<void>();
    const begun = new Promise<void>((resolve) => {
      state.loaded = () => {
        resolve();
        return held.promise;
      };
    });
    const early = ask(one);
    await begun;
    state.loaded = async () => undefined;
    await write();
    expect(await ask(one)).toEqual(['after', false]);
    held.resolve();
    expect(await early).toEqual(['before', false]);
    expect(await ask(one)).toEqual(['after', false]);
  });

  test('profiles cached before a purge removed the flag are not used, though their generations still exist', async () => {
    const { clock, memory, start, ask, looked } = world();
    const one = start();
    await ask(one);
    clock.now += SETTLE_MS;
    expect([await ask(one), await ask(one)].map(([, cached]) => cached)).toEqual([false, true]);
    await memory.keyValues.delete('profile/in-use');
    await (await looked(start()))();
    expect(await ask(one)).toEqual(['after', false]);
    clock.now += SETTLE_MS;
    expect(await ask(one)).toEqual(['after', false]);
  });
});
