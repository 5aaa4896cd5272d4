import { beforeAll, expect, test } from 'vitest';
import {
  adminOf,
  assertion,
  callerOf,
  competency,
  idOf,
  makeCast,
  person,
  shortIdIn,
  whole,
} from '../../../test/support/profile-fixture.ts';
import { openProfiles } from '../../../test/support/profile-parts.ts';
import { saveAll } from '../../../test/support/repository.ts';
import { useProfileWorld } from '../../../test/support/use-profile-world.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { Logger } from '../../base/telemetry/logger.ts';
import { ANONYMOUS, type Caller } from '../../repository/access/caller.ts';
import { isObject, type Json, type JsonObject } from '../../repository/linked-data/json.ts';
import type { putMany } from '../../repository/objects/put-many.ts';
import { removeMany } from '../../repository/objects/remove-many.ts';
import { PLAIN } from '../testing/service-parts.ts';
import type { ProfileService } from './profile-service.ts';

const cast = await makeCast();
const world = useProfileWorld();
let service: ProfileService;
let ctx: Parameters<typeof putMany>[0] & Parameters<typeof removeMany>[0];
/** Names of the objects that were read from the store. */
let asked: string[] = [];
/** Objects of log entries. */
let logged: string[] = [];

beforeAll(async () => {
  const store = {
    ...world.ctx.store,
    heads(names: readonly string[]) {
      asked.push(...names);
      return world.ctx.store.heads(names);
    },
  };
  const warn = (...[, , facts]: Parameters<Logger['warn']>) => void logged.push(String(facts?.object));
  const logger = { ...world.ctx.logger, warn };
  const parts = { ...world.ctx, store, logger };
  const profiles = openProfiles(parts, cast);
  service = profiles.service;
  ctx = { ...parts, observers: [profiles.observer] };
  await save(...whole('F', [competency('A'), competency('B'), competency('Hidden', readBy(cast.assessor))]));
});

function readBy({ publicKey }: PrivateKey): JsonObject {
  return { '@owner': [publicKey.pem], '@reader': [publicKey.pem] };
}

async function save(...objects: readonly JsonObject[]): Promise<void> {
  const copies = objects.map((object) => structuredClone(object));
  await saveAll(ctx, copies, adminOf(cast.service));
}

/** The names of the competencies in a profile. */
async function shown(subject: PrivateKey, caller: Caller, fresh = false): Promise<readonly string[]> {
  const named = { frameworkId: idOf('Framework', 'F'), subject: subject.publicKey.pem };
  asked = [];
  logged = [];
  const { text } = await service.latest({ ...PLAIN, ...named, fresh }, caller);
  const { children } = JSON.parse(text) as { children: Json[] }; // written by the engine
  return children.filter(isObject).map(({ name }) => String(name));
}

const wasRead = () => asked.some((name) => name.includes('Competency'));

test('data without a person is read once for all persons, and again after each write of it', async () => {
  const { subject, second, assessor, stranger } = cast;
  expect([await shown(subject, ANONYMOUS), wasRead()]).toEqual([['A', 'B'], true]);
  expect([await shown(second, ANONYMOUS), wasRead()]).toEqual([['A', 'B'], false]);
  await save(await assertion('one', { competency: 'A', about: second, by: assessor }));
  expect([await shown(second, ANONYMOUS), wasRead()]).toEqual([['A', 'B'], false]);
  await save({ ...competency('A', { name: 'Another' }), '@id': `${idOf('Competency', 'A')}/2000` });
  expect([await shown(second, ANONYMOUS), wasRead()]).toEqual([['Another', 'B'], true]);
  expect([await shown(stranger, ANONYMOUS), wasRead()]).toEqual([['Another', 'B'], false]);
  await removeMany(ctx, [{ name: idOf('Competency', 'A'), version: null }], ANONYMOUS, 'batch');
  expect([await shown(stranger, ANONYMOUS), wasRead()]).toEqual([['B'], true]);
});

test('a request that ignores the cache reads everything', async () => {
  await shown(cast.subject, ANONYMOUS);
  await shown(cast.subject, ANONYMOUS, true);
  expect(wasRead()).toBe(true);
});

test('data cached for one caller is not shown to another', async () => {
  const { subject, second, assessor } = cast;
  expect(await shown(subject, callerOf(assessor))).toContain('Hidden');
  expect(await shown(second, callerOf(assessor))).toContain('Hidden');
  expect(wasRead()).toBe(false);
  for (const caller of [ANONYMOUS, callerOf(second), callerOf(second, cast.stranger)]) {
    expect(await shown(second, caller)).not.toContain('Hidden');
  }
});

test('each hidden object that an admin reads is logged', async () => {
  for (const person of [cast.subject, cast.second, cast.stranger]) {
    expect(await shown(person, adminOf(cast.service))).toContain('Hidden');
    expect(logged).toContain(idOf('Competency', 'Hidden'));
  }
});

test('an uncached profile reads the heads of framework and person once', async () => {
  const bea = person(cast.second, 'Bea');
  await save(bea);
  const [frameworkId, subject] = [idOf('Framework', 'F'), shortIdIn(bea)];
  asked = [];
  await service.latest({ ...PLAIN, frameworkId, subject }, ANONYMOUS);
  const readsOf = (id: string) => asked.filter((name) => name === id).length;
  expect([readsOf(frameworkId), readsOf(subject)]).toEqual([1, 1]);
});
