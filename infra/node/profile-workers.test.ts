import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalculationInput } from '../../shared/profiles/engine/calculation.ts';
import { createCalculator } from '../../shared/profiles/engine/calculator.ts';
import { NO_STAGES, type StageFault } from '../../shared/profiles/engine/stages/operator-stages.ts';
import { profileInput } from '../../shared/profiles/engine/testing/arbitrary.ts';
import { assertions, framework, NOW } from '../../shared/profiles/engine/testing/notation.ts';
import { loadStages } from './profile-stages.ts';
import { openProfileWorkers, type ProfileWorkersOptions } from './profile-workers.ts';

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function workers(options: Partial<ProfileWorkersOptions> = {}) {
  const reports: string[] = [];
  const faults: StageFault[] = [];
  const made = openProfileWorkers({
    directory: null,
    digest: '',
    memory: 256,
    size: 1,
    report: (error) => void reports.push(String(error)),
    reportStage: (fault) => void faults.push(fault),
    ...options,
  });
  ends.push(made.close);
  return { ...made, reports, faults };
}

/** A stage whose behaviour depends on the language of the request. */
const OBEDIENT = `export const stage = {
  name: 'obedient',
  order: 70,
  states({ options: { language } }) {
    if (language === 'exit') process.exit(7);
    if (language === 'throw') throw new Error('obeyed');
    if (language === 'uncaught') setImmediate(() => { throw new Error('uncaught'); });
    if (language === 'endless') for (;;);
    if (language === 'promise') return Promise.resolve();
  },
};
`;

/** Threads with the obedient stage. */
async function obedient(options: Partial<ProfileWorkersOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'stages-'));
  ends.push(() => rm(directory, { recursive: true }));
  const file = join(directory, 'obedient.mjs');
  await writeFile(file, OBEDIENT);
  const { digest } = await loadStages(directory);
  return { file, ...workers({ directory, digest, ...options }) };
}

function input(language?: string): CalculationInput {
  const options = { now: NOW, language };
  return { graph: framework('C>P'), assertions: assertions('+P@1'), person: { goals: [] }, options };
}

const here = createCalculator(NO_STAGES, () => undefined);

describe('a profile from a thread', () => {
  let plain: ReturnType<typeof workers>;
  beforeAll(() => {
    plain = workers();
  });

  test('is the same, byte for byte, as one from the main thread', async () => {
    await fc.assert(
      fc.asyncProperty(profileInput, fc.boolean(), async (given, explain) => {
        const whole = { ...given, options: { now: NOW, explain, conditions: [], targetDateTime: undefined } };
        expect(await plain.calculate(whole)).toEqual(await here.calculate(whole));
      }),
      { numRuns: 100 },
    );
  });

  test('is the same if its input is large and sent in parts', async () => {
    const ids = Array.from({ length: 3000 }, (_, n) => `C${n}`);
    const graph = {
      framework: { id: 'F', competencies: ids },
      competencies: ids.map((id) => ({ id, name: `Name of ${id}` })),
      relations: ids.slice(1).map((source, n) => ({ id: `r${n}`, source, target: 'C0', type: 'narrows' })),
    };
    const whole = { ...input(), graph, assertions: assertions('+C0@1, -C2999@2') };
    expect(await plain.calculate(whole)).toEqual(await here.calculate(whole));
  });

  test('has the same limits as in the main thread', async () => {
    const small = { ...input(), options: { now: NOW, limits: { nodes: 1 } } };
    const [one, other] = await Promise.allSettled([plain.calculate(small), here.calculate(small)]);
    expect(one.status).toBe('rejected');
    expect(one).toEqual(other);
    expect(plain.reports).toEqual([]);
  });
});

describe("an operator's stage", () => {
  let own: Awaited<ReturnType<typeof obedient>>;
  beforeAll(async () => {
    own = await obedient();
  });

  test.each([
    ['throw', 'obeyed'],
    ['promise', 'promise'],
  ])('that fails (%s) is logged with its name, and its thread continues', async (what, words) => {
    const { calculate, faults, reports } = own;
    await expect(calculate(input(what))).rejects.toMatchObject({ code: 'profile-unavailable', extras: {} });
    expect(faults.splice(0)).toMatchObject([{ stage: 'obedient', message: expect.stringContaining(words) }]);
    expect(await calculate(input())).toEqual(await here.calculate(input()));
    expect(reports).toEqual([]);
  });

  test('I8 can only end its own thread, while this process and other calculations continue', async () => {
    const { calculate, reports } = own;
    const [failed, waited] = await Promise.allSettled([calculate(input('exit')), calculate(input())]);
    const extras = { retryAfter: expect.any(Number) };
    expect(failed).toMatchObject({ reason: { code: 'profile-unavailable', extras } });
    expect(waited).toMatchObject({ value: await here.calculate(input()) });
    expect(reports.splice(0)).toEqual([expect.stringContaining('exit code 7')]);
  });

  test('I8 may fail after its result, and the next calculation gets another thread', async () => {
    const { calculate, reports } = own;
    expect(await calculate(input('uncaught'))).toEqual(await here.calculate(input()));
    await expect.poll(() => reports).toEqual([expect.stringContaining('uncaught')]);
    expect(await calculate(input())).toEqual(await here.calculate(input()));
  });

  test('I8 is terminated when it does not end', async () => {
    const { calculate } = await obedient({ timeoutMs: 1000 });
    await expect(calculate(input('endless'))).rejects.toMatchObject({ code: 'profile-unavailable' });
    const next = () => calculate(input()).catch(() => null); // a thread may take long to start on a busy machine
    await expect.poll(next, { timeout: 8000 }).toEqual(await here.calculate(input()));
  });

  test('stops calculations when it has changed since the start', async () => {
    const { calculate, reports, file } = await obedient();
    await writeFile(file, OBEDIENT.replace('70', '71'));
    await expect(calculate(input())).rejects.toMatchObject({ code: 'profile-unavailable' });
    expect(reports).toEqual([expect.stringContaining('restart')]);
  });
});
