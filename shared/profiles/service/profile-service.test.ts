import { describe, expect, test } from 'vitest';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { ANONYMOUS, type Caller, createCaller } from '../../repository/access/caller.ts';
import { callerNaming, callerWith, publicKey } from '../../repository/access/testing/caller.ts';
import { createGenerations } from '../cache/generations.ts';
import { createProfileCache } from '../cache/profile-cache.ts';
import { ALWAYS_USED } from '../cache/usage-flag.ts';
import { createCalculator } from '../engine/calculator.ts';
import { NO_STAGES, type OperatorStages } from '../engine/stages/operator-stages.ts';
import { assertions, framework } from '../engine/testing/notation.ts';
import { memoryKeyValues } from '../testing/key-values.ts';
import { namedKeys, PLAIN } from '../testing/service-parts.ts';
import { createProfileService, type ProfileQuery, type ProfileSource } from './profile-service.ts';

const subject = publicKey(1);
const QUERY: ProfileQuery = { ...PLAIN, frameworkId: 'F', subject: subject.pem };

type World = { readonly clock: { now: number }; readonly memory: ReturnType<typeof memoryKeyValues> };

/** A service over a graph of one competency. The test controls the assertions and loads. */
function world(options: { readonly ttl?: number; readonly own?: OperatorStages; readonly before?: World } = {}) {
  const clock = options.before?.clock ?? { now: 1_000_000 };
  const now = (): number => clock.now;
  const memory = options.before?.memory ?? memoryKeyValues(now);
  const lifetime = options.ttl ?? 1000;
  const generations = createGenerations({ keyValues: memory.keyValues, usage: ALWAYS_USED, now, lifetime: 10_000 });
  const state = {
    loads: 0,
    facts: '',
    usedHeldKeys: false,
    nextExpiry: null as number | null,
    begun: async (): Promise<void> => undefined,
  };
  const source: ProfileSource = {
    resolve: async ({ frameworkId }) => ({
      framework: frameworkId.replace(/\/\d+$/, ''),
      subject,
      person: null,
      async load() {
        state.loads++;
        const given = assertions(state.facts);
        await state.begun();
        const { nextExpiry, usedHeldKeys } = state;
        const person = { goals: [] };
        const release = () => {};
        return { graph: framework('', 'A'), assertions: given, person, nextExpiry, usedHeldKeys, release };
      },
    }),
  };
  const warnings: string[] = [];
  const calculator = createCalculator(options.own ?? NO_STAGES, () => undefined);
  const service = createProfileService({
    config: { openEvidence: false },
    keys: namedKeys(),
    source,
    calculator,
    generations,
    cache: createProfileCache({ keyValues: memory.keyValues, now, lifetime }),
    readKey: parsePublicKey,
    now,
    logger: { warn: (_category, message) => void warnings.push(message) },
  });
  /** Whether the profile was cached, and its number of assertions. */
  const ask = async (query: Partial<ProfileQuery> = {}, caller: Caller = ANONYMOUS) => {
    const { text, cached } = await service.latest({ ...QUERY, ...query }, caller);
    return [cached, JSON.parse(text).children[0].assertions?.length ?? 0];
  };
  return { clock, memory, generations, state, service, ask, warnings };
}

describe('a cached profile', () => {
  test('is returned only for the same rights and parameters, in any order', async () => {
    const { ask, state } = world();
    const [first, second] = [publicKey(2), publicKey(3)];
    const kinds: readonly (readonly [Partial<ProfileQuery>, Caller])[] = [
      [{}, ANONYMOUS],
      [{}, callerWith([first])],
      [{}, callerWith([first, second])],
      [{}, callerWith([first], [first.id])],
      [{}, createCaller(callerWith([first]).proofs, [], [{ publicKey: first } as PrivateKey])], // only this member is used
      [{}, callerNaming('https://object.example/1', first)],
      [{}, callerNaming('https://object.example/2', first)],
      [{ explain: true }, ANONYMOUS],
      [{ expand: true }, ANONYMOUS],
      [{ conditions: ['a', 'b'] }, ANONYMOUS],
      [{ frameworkId: 'G' }, ANONYMOUS],
    ];
    for (const [query, caller] of kinds) expect(await ask(query, caller)).toEqual([false, 0]);
    for (const [query, caller] of kinds) expect(await ask(query, caller)).toEqual([true, 0]);
    expect(await ask({}, callerWith([second, first]))).toEqual([true, 0]);
    expect(await ask({ conditions: ['b', 'a', 'b'] })).toEqual([true, 0]);
    expect(state.loads).toBe(kinds.length);
  });

  test('has the id by which each request names the framework', async () => {
    const { service } = world();
    for (const frameworkId of ['F', 'F/12', 'F/7']) {
      const { text } = await service.latest({ ...QUERY, frameworkId }, ANONYMOUS);
      const profile = JSON.parse(text);
      expect(profile.id).toBe(frameworkId);
      expect(Object.keys(profile)).toEqual(['children', 'name', 'id', 'timeline']);
    }
  });

  test('expires after its lifetime, and when its assertions expire', async () => {
    const { ask, clock, state } = world({ ttl: 1000 });
    await ask();
    clock.now += 999;
    expect((await ask())[0]).toBe(true);
    clock.now += 1;
    state.nextExpiry = clock.now + 10;
    expect((await ask())[0]).toBe(false);
    clock.now += 9;
    expect((await ask())[0]).toBe(true);
    clock.now += 1;
    expect((await ask())[0]).toBe(false);
  });

  test('does not exist with a time to live of 0', async () => {
    const { ask } = world({ ttl: 0 });
    await ask();
    expect((await ask())[0]).toBe(false);
  });

  test('does not result from requests with a time limit or hypothetical assertions', async () => {
    const { ask, memory } = world();
    for (const query of [
      { startDate: 0 },
      { endDate: 9 },
      { targetDateTime: 9 },
      { whatIf: [{ competency: 'A' }] },
    ] as const) {
      await ask(query);
      expect((await ask(query))[0]).toBe(false);
    }
    expect([...memory.entries.keys()].filter((key) => key.startsWith('profile/entry'))).toEqual([]);
  });

  test('does not result from requests that needed a key that the server holds for the caller', async () => {
    const { ask, state } = world();
    state.usedHeldKeys = true;
    for (let time = 0; time < 2; time++) expect(await ask()).toEqual([false, 0]);
    state.usedHeldKeys = false;
    expect([await ask(), await ask()]).toEqual([
      [false, 0],
      [true, 0],
    ]);
  });

  test("is not used after the operator's stages have changed", async () => {
    const stages = [{ name: 'own', order: 70, assertions: () => [] }];
    const before = world();
    before.state.facts = '+A@1';
    expect(await before.ask()).toEqual([false, 1]);
    const first = world({ before, own: { stages, digest: '1' } });
    first.state.facts = '+A@1';
    expect(await first.ask()).toEqual([false, 0]);
    expect(await first.ask()).toEqual([true, 0]);
    expect(await world({ before, own: { stages, digest: '1' } }).ask()).toEqual([true, 0]);
    expect(await world({ before, own: { stages: [], digest: '2' } }).ask()).toEqual([false, 0]);
    expect(await before.ask()).toEqual([true, 1]);
  });

  test('is not needed for the response, which is sent even if storing the profile fails', async () => {
    const { ask, memory, warnings } = world();
    const { set } = memory.keyValues;
    memory.keyValues.set = async (key, ...rest) => {
      if (key.startsWith('profile/entry')) throw new Problem('store-unavailable', 'away');
      return set(key, ...rest);
    };
    expect(await ask()).toEqual([false, 0]);
    expect(warnings).toHaveLength(1);
  });
});

describe('a write', () => {
  test('while a profile was loaded invalidates the cached profile', async () => {
    const { ask, state, generations } = world();
    state.begun = async () => {
      state.facts = '+A@1'; // too late for this load
      await generations.end([subject.id]);
    };
    expect(await ask()).toEqual([false, 0]);
    state.begun = async () => undefined;
    expect(await ask()).toEqual([false, 1]);
    expect(await ask()).toEqual([true, 1]);
  });

  test('before a request is in its response, even if an equal earlier request is in progress', async () => {
    const { ask, state, generations } = world();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: loading, resolve: begun } = Promise.withResolvers<void>();
    state.begun = () => {
      begun();
      return mayEnd;
    };
    const early = ask();
    await loading;
    state.begun = async () => undefined;
    state.facts = '+A@1';
    await generations.endAll();
    expect(await ask()).toEqual([false, 1]);
    end();
    expect(await early).toEqual([false, 0]);
    expect(await ask()).toEqual([true, 1]);
  });
});

describe('equal requests at the same time', () => {
  test('share one calculation, and each gets its steps', async () => {
    const { service, state } = world();
    const { promise: allJoined, resolve: begin } = Promise.withResolvers<void>();
    state.begun = () => allJoined;
    const steps: string[][] = [[], [], []];
    const report = (reported: string[], step: string): void => {
      reported.push(step);
      if (steps.every(({ length }) => length > 0)) begin();
    };
    await Promise.all(steps.map((reported) => service.latest(QUERY, ANONYMOUS, (step) => report(reported, step))));
    expect(state.loads).toBe(1);
    expect(steps).toEqual(steps.map(() => ['loading', 'calculating']));
  });

  test('all fail when it fails, and the next one begins another', async () => {
    const { ask, state } = world();
    state.begun = () => Promise.reject(new Problem('search-timeout', 'slow'));
    const failed = await Promise.allSettled([ask(), ask()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    state.begun = async () => undefined;
    expect(await ask()).toEqual([false, 0]);
  });
});

test('a caller without a valid sheet gets the error of the sheet, not a profile with less evidence', async () => {
  const { ask, state } = world();
  const fault = new Problem('sheet-expired', 'over');
  await expect(ask({}, createCaller([], [fault]))).rejects.toBe(fault);
  expect(state.loads).toBe(0);
});
