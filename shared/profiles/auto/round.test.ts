import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { framework, openProfileWorld, ownObject, type ProfileWorld } from '../../../test/support/profile-fixture.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { publicKey } from '../../repository/access/testing/caller.ts';
import { followRekey } from '../../repository/access/testing/rekey.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { createBookmark } from '../../repository/store/bookmark.ts';
import type { ObjectStore } from '../../repository/store/object-store.ts';
import type { ProfileService } from '../service/profile-service.ts';
import { continueRound } from './round.ts';

const PERIOD = 60_000;
const BOOKMARK = 'where the round is';
const ADMIN = publicKey(99);

let world: ProfileWorld;
/** Requested profiles: `person framework`, the person by key, or as `#person` by id. */
let asked: string[];
/** Decides the result of each profile; default: it is calculated. */
let fate: (profile: string) => Promise<void>;
let time: number;

beforeAll(async () => {
  world = await openProfileWorld();
});
beforeEach(async () => {
  await world.ctx.store.purge();
  await world.ctx.keyValues.clear();
  world.ctx.forwarding.clear();
  asked = [];
  fate = async () => undefined;
  time = 1_000_000;
});
afterAll(() => world.close());

const keys = new Map<string, PublicKey>();

/** The key of a person, and a new one for a new person. */
function keyOf(name: string): PublicKey {
  const key = keys.get(name) ?? publicKey(keys.size + 1);
  keys.set(name, key);
  return key;
}

function personObject(name: string, members: JsonObject = {}): JsonObject {
  return { ...ownObject('Person', name, { '@owner': [keyOf(name).pem], name }), ...members };
}

/** An assertion that contains the key of this person. */
function mention(name: string): JsonObject {
  return ownObject('Assertion', `of-${name}`, { '@owner': [keyOf(name).pem] });
}

/** Saves active persons, and frameworks, all by name. */
async function saveAll(people: readonly string[], frameworks: readonly string[]): Promise<void> {
  await world.save(
    ...people.flatMap((name) => [personObject(name), mention(name)]),
    ...frameworks.map((name) => framework(name, [])),
  );
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

const service: Pick<ProfileService, 'latest'> = {
  async latest({ subject, frameworkId }) {
    const byKey = [...keys].find(([, { pem }]) => pem === subject)?.[0];
    const profile = `${byKey ?? `#${lastPart(subject)}`} ${lastPart(frameworkId)}`;
    asked.push(profile);
    await fate(profile);
    return { text: '', cached: false, took: null };
  },
};

function context(more: { readonly store?: ObjectStore; readonly open?: boolean } = {}) {
  const { ctx } = world;
  const profiles = { ...ctx.config.profiles, openEvidence: more.open ?? false };
  const config = { ...ctx.config, profiles };
  return { ...ctx, store: more.store ?? ctx.store, config, adminPublicKeys: [ADMIN.pem], now: () => time };
}

/** One call that has time for this number of steps. */
function go(steps = Number.POSITIVE_INFINITY, more: Parameters<typeof context>[0] = {}) {
  let left = steps;
  const ctx = context(more);
  const bookmark = createBookmark(ctx.keyValues, BOOKMARK);
  return continueRound(ctx, service, { bookmark, period: PERIOD, mayContinue: () => left-- > 0 });
}

/** Profiles by key and by id. */
function both(...pairs: readonly string[]): string[] {
  return pairs.flatMap((pair) => [pair, `#${pair}`]).sort();
}

describe('a round', () => {
  test('covers all active persons and all frameworks, by key and by id', async () => {
    await saveAll(['ann', 'ben'], ['f', 'g']);
    expect(await go()).toEqual({ calculated: 8, kept: 0, failed: 0, complete: true });
    expect(asked.sort()).toEqual(both('ann f', 'ann g', 'ben f', 'ben g'));
  });

  test('skips persons without assertions, without a key or of another kind, and objects that are not persons', async () => {
    await saveAll(['ann'], ['f']);
    await world.save(
      personObject('idle'),
      personObject('keyless', { '@owner': [] }),
      personObject('club', { personType: 'Organization', '@owner': [keyOf('ann').pem] }),
      ownObject('Thing', 'ann-thing', { '@owner': [keyOf('ann').pem] }),
    );
    await go();
    expect(asked.sort()).toEqual(both('ann f'));
  });

  test('skips persons whose own requests have other rights: admins, and keys that are forwarded', async () => {
    await saveAll(['ann', 'old', 'new'], ['f']);
    await world.save(personObject('chief', { '@owner': [ADMIN.pem] }), mention('chief'));
    followRekey(world.ctx.forwarding, 'request', [keyOf('old'), keyOf('new')]);
    await go();
    expect(asked.sort()).toEqual(both('ann f', 'new f'));
  });

  test('leaves out objects that the person may not see', async () => {
    await saveAll(['ann', 'ben'], ['f']);
    await world.save(framework('secret', [], { '@reader': [keyOf('ann').pem] }));
    await go();
    expect(asked.sort()).toEqual(both('ann f', 'ann secret', 'ben f'));
  });

  test('also calculates for anonymous callers where profiles are open to all', async () => {
    await saveAll(['ann'], ['f']);
    await world.save(personObject('shy', { '@reader': [keyOf('shy').pem] }), mention('shy'));
    await go(undefined, { open: true });
    expect(asked.sort()).toEqual([...both('ann f', 'ann f'), '#shy f', 'shy f', 'shy f'].sort());
  });

  test('calculates five frameworks of a person at the same time, and one person after the other', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
    await saveAll(['ann', 'ben'], names);
    const working = new Map<string, number>();
    let most = 0;
    fate = async (profile) => {
      const [who = ''] = profile.replace('#', '').split(' ');
      working.set(who, (working.get(who) ?? 0) + 1);
      expect([...working.values()].filter((count) => count > 0)).toHaveLength(1);
      most = Math.max(most, working.get(who) ?? 0);
      await new Promise((resolve) => setImmediate(resolve));
      working.set(who, (working.get(who) ?? 0) - 1);
    };
    await go();
    expect(most).toBe(5);
    expect(asked).toHaveLength(2 * 2 * 12);
  });

  test('begins once in a period, and not while it is too early', async () => {
    await saveAll(['ann'], ['f']);
    await go();
    time += PERIOD / 2;
    expect(await go()).toEqual({ calculated: 0, kept: 0, failed: 0, complete: true });
    time += PERIOD / 2;
    expect(await go()).toMatchObject({ calculated: 2 });
  });

  test('begins immediately after a clock was set back', async () => {
    await saveAll(['ann'], ['f']);
    await go();
    time -= 2 * PERIOD;
    expect(await go()).toMatchObject({ calculated: 2 });
  });
});

describe('an interrupted round', () => {
  const NAMES = Array.from({ length: 7 }, (_, index) => `f${index}`);

  test('continues exactly where it stopped, over any number of calls', async () => {
    const people = Array.from({ length: 60 }, (_, index) => `p${index}`); // more than a page
    await saveAll(people, NAMES);
    let calls = 0;
    for (let complete = false; !complete; calls++) ({ complete } = await go(40));
    expect(calls).toBeGreaterThan(10);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).toHaveLength(2 * people.length * NAMES.length);
  });

  test('does nothing without time, and skips nothing because of that', async () => {
    await saveAll(['ann'], NAMES);
    await go(3);
    const before = [...asked];
    expect(await go(0)).toEqual({ calculated: 0, kept: 0, failed: 0, complete: false });
    expect(asked).toEqual(before);
    await go();
    expect(asked.sort()).toEqual(both(...NAMES.map((name) => `ann ${name}`)));
  });

  test('continues when the current person and framework are gone', async () => {
    await saveAll(['ann', 'ben'], NAMES);
    await go(4);
    expect(asked).toContain('ann f0');
    await world.remove(framework('f1', []), framework('f2', []));
    expect(await go()).toMatchObject({ complete: true });
    expect(asked).toEqual(expect.arrayContaining(both(...NAMES.slice(3).map((name) => `ben ${name}`))));
  });

  test('begins again where the stored position is invalid', async () => {
    await saveAll(['ann'], ['f']);
    const mark = { began: time, ended: false, page: 'a cursor of another store', person: 'gone', framework: null };
    for (const value of [JSON.stringify(mark), '{"form":"of a later version"}']) {
      asked = [];
      await world.ctx.keyValues.set(BOOKMARK, value);
      expect(await go()).toMatchObject({ calculated: 2, complete: true });
    }
  });

  test('is left to another call that has continued it', async () => {
    await saveAll(['ann', 'ben'], NAMES);
    fate = async () => {
      fate = async () => undefined;
      await world.ctx.keyValues.delete(BOOKMARK);
      await world.ctx.keyValues.set(BOOKMARK, '{"of":"another"}');
    };
    await go(4);
    expect((await world.ctx.keyValues.get(BOOKMARK))?.value).toBe('{"of":"another"}');
  });
});

describe('failures', () => {
  const refused = new Problem('not-found', 'Not for you.');

  test.each([
    refused,
    new Problem('profile-too-large', 'Too much.'),
    new Problem('search-timeout', 'Too slow.'),
    new Error('A fault.'),
  ])('%s: is passed over, and tried again in the next round', async (error) => {
    await saveAll(['ann', 'ben'], ['f', 'g']);
    fate = async (profile) => {
      if (profile === 'ann f') throw error;
    };
    expect(await go()).toEqual({ calculated: 6, kept: 0, failed: 1, complete: true });
    time += PERIOD;
    asked = [];
    await go();
    expect(asked).toContain('ann f');
  });

  test('an unavailable store ends the call; the next one continues', async () => {
    await saveAll(['ann', 'ben'], ['f', 'g', 'h']);
    const store: ObjectStore = {
      ...context().store,
      health: async () => ({ ready: false, detail: 'Away.', since: 1 }),
    };
    const done: string[] = [];
    fate = async (profile) => {
      if (profile === 'ben g') throw new Problem('store-unavailable', 'Away.');
      done.push(profile);
    };
    await expect(go(undefined, { store })).rejects.toMatchObject({ code: 'store-unavailable' });
    expect(done).toEqual(expect.arrayContaining(both('ann f', 'ann g', 'ann h')));
    asked = [];
    fate = async () => undefined;
    expect(await go()).toMatchObject({ complete: true });
    expect(asked).toEqual(expect.arrayContaining(both('ben g')));
    expect(asked.filter((profile) => profile.includes('ann'))).toEqual([]);
  });

  test('a single profile that makes the store fail does not block the others', async () => {
    await saveAll(['ann', 'ben'], ['f', 'g']);
    fate = async (profile) => {
      if (profile === 'ann f') throw new Problem('store-unavailable', 'Not this.');
    };
    expect(await go()).toMatchObject({ calculated: 6, failed: 1, complete: true });
  });

  test('if every profile fails by a fault of the service, the call ends early and the next one continues', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `f${index}`);
    await saveAll(['ann'], names);
    fate = () => Promise.reject(new Error('A fault.'));
    const first = await go();
    expect(first.complete).toBe(false);
    expect(first.failed).toBeLessThan(30);
    fate = async () => undefined;
    const second = await go();
    expect(second).toMatchObject({ failed: 0, complete: true });
    expect(first.failed + second.calculated / 2).toBe(40);
  });
});
