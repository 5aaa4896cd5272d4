import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProfileService } from '../../shared/profiles/service/profile-service.ts';
import { publicKey } from '../../shared/repository/access/testing/caller.ts';
import { runTick } from '../../shared/repository/schedule/run-tick.ts';
import { framework, openProfileWorld, ownObject, type ProfileWorld } from '../../test/support/profile-fixture.ts';
import { autoProfile } from './auto-profile.ts';

const FRAMEWORKS = ['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7'];

let world: ProfileWorld;
let asked: string[];
/** Reaction to the request of a profile. */
let meanwhile: () => void;
let time: number;

beforeEach(async () => {
  [world, asked, meanwhile, time] = [await openProfileWorld(), [], () => undefined, Date.now()];
  const people = [1, 2].map((number) => {
    const members = { '@owner': [publicKey(number).pem] };
    return [ownObject('Person', `p${number}`, members), ownObject('Assertion', `a${number}`, members)];
  });
  await world.save(...people.flat(), ...FRAMEWORKS.map((name) => framework(name, [])));
});
afterEach(() => world.close());

/** A tick in a process of its own, with a minute on the clock that it sees. */
function tick() {
  const ctx = { ...world.ctx, adminPublicKeys: [], now: () => time };
  const service: Pick<ProfileService, 'latest' | 'ready'> = {
    ready: async () => undefined,
    async latest({ subject, frameworkId }) {
      asked.push(`${subject} ${frameworkId}`);
      meanwhile();
      await new Promise((resolve) => setImmediate(resolve));
      return { text: '', cached: false, took: null };
    },
  };
  return runTick(ctx, autoProfile(ctx, service), { until: time + 60_000 });
}

/** All profiles, each once: two persons by key and by id in all frameworks. */
function expectAllOnce(): void {
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).toHaveLength(2 * 2 * FRAMEWORKS.length);
}

test('ticks of several processes at the same time never do the same work', async () => {
  expect((await Promise.all([tick(), tick(), tick()])).sort()).toEqual(['done', 'elsewhere', 'elsewhere']);
  expectAllOnce();
  expect(await tick()).toBe('done');
  expectAllOnce();
});

test('a tick ends when its time is over, and the next one, in another process, continues from there', async () => {
  meanwhile = () => {
    time += 10_000;
  };
  for (let ticks = 0; asked.length < 2 * 2 * FRAMEWORKS.length; ticks++) {
    expect(await tick()).toBe('done');
    expect(ticks).toBeLessThan(10);
  }
  expectAllOnce();
});
