import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext } from '../infra/node/context.ts';
import { createHttpTransport } from '../infra/node/http-transport.ts';
import { mapLimit } from '../shared/base/concurrency/map-limit.ts';
import { toConfig } from '../shared/base/config/config.ts';
import { type Bytes, decodeBase64 } from '../shared/base/crypto/base64.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../shared/base/crypto/private-key.ts';
import { decryptOaep } from '../shared/base/crypto/rsa.ts';
import { calculateProfile } from '../shared/profiles/engine/calculate.ts';
import type { ProfileAssertion, ProfileGraph } from '../shared/profiles/engine/model.ts';
import type { ProfileAnswer, ProfileService } from '../shared/profiles/service/profile-service.ts';
import { ANONYMOUS } from '../shared/repository/access/caller.ts';
import type { Context } from '../shared/repository/context.ts';
import { isObject, type Json, type JsonObject, member } from '../shared/repository/linked-data/json.ts';
import { putMany } from '../shared/repository/objects/put-many.ts';
import { assertion, callerOf, competency, idOf, relation, shortIdIn, whole } from '../test/support/profile-fixture.ts';
import { type Count, median, type Result, type Round, toResult } from './result.ts';

const COMPETENCIES = 400;
/** Each of these is the parent of an equal share of the others. */
const GROUPS = 20;
const ASSERTIONS = 1000;
const ROUNDS = 5;
const FRAMEWORK = 'Bench';

/** Concurrent decryptions, as in the service. */
const AT_ONCE = 16;

/** A day after which nothing expires. */
const NOW = Date.now();

/** The keys: `acting` decrypts what the service calculates with. */
type People = Readonly<Record<'assessor' | 'acting', PrivateKey>>;

/** The measured repository, in a separate process. */
type World = People & { readonly ctx: Context; readonly service: ProfileService };

/**
 * Profiles by the processor time of the whole process, threads included: of a person whose assertions were never opened, against
 * the bare RSA decryptions of their parts; and of the same person after one more assertion, against the former.
 */
export async function benchProfiles(): Promise<{ readonly results: Result[]; readonly counts: Count[] }> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-profile-'));
  const [assessor, { privatePem }] = await Promise.all([newKey(), generateKeyPair()]);
  const settings = { SVC_DATA_DIR: directory, PROFILE_PPK: privatePem, LOG_LEVEL: 'error' };
  const { ctx, close } = await createContext(toConfig(settings, 'bench'), settings, createHttpTransport);
  try {
    const { service } = ctx.profiles;
    if (service === null) throw new Error('There are no profiles.');
    const world = { ctx, service, assessor, acting: await importPrivateKey(privatePem) };
    await save(world, frameworkObjects());
    const cold: Round[] = [];
    const warm: Round[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const measured = await measure(world, round);
      if (round < 0) continue; // the first one warms up
      cold.push({ bare: measured.bare, service: measured.cold, cpuRatio: null });
      warm.push({ bare: measured.cold, service: measured.warm, cpuRatio: null });
    }
    return {
      results: [
        {
          ...toResult('profile of 1,000 assertions, never opened; bare: RSA alone', 'ms of CPU', 1.5, cold),
          less: true,
        },
        { ...toResult('the same after one more; bare: the former', 'ms of CPU', 0.05, warm), less: true },
      ],
      counts: [{ name: 'calculation alone, 400 competencies, 1,000 assertions, ms', count: engine(), most: 20 }],
    };
  } finally {
    await close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function newKey(): Promise<PrivateKey> {
  return importPrivateKey((await generateKeyPair()).privatePem);
}

function nameOf(number: number): string {
  return `bench-${number}`;
}

function frameworkObjects(): JsonObject[] {
  const names = Array.from({ length: COMPETENCIES }, (_, number) => nameOf(number));
  const relations = names.slice(GROUPS).map((name, index) => relation(name, 'narrows', nameOf(index % GROUPS)));
  return whole(FRAMEWORK, [...names.map((name) => competency(name)), ...relations]);
}

async function save({ ctx }: World, objects: readonly JsonObject[]): Promise<void> {
  const results = await putMany(
    ctx,
    objects.map((object) => ({ object: structuredClone(object) })),
    ANONYMOUS,
    'batch',
  );
  for (const result of results) if ('problem' in result) throw result.problem;
}

/** Milliseconds of processor time for a person without requests before. */
async function measure(
  world: World,
  round: number,
): Promise<{ readonly bare: number; readonly cold: number; readonly warm: number }> {
  const subject = await newKey();
  const claims: JsonObject[] = [];
  for (let number = 0; number < ASSERTIONS; number++) claims.push(await claim(world, subject, round, number));
  await save(world, claims);
  const secrets = claims.flatMap((one) => secretsFor(one, world.acting));
  const before = await cpu(() => decryptAll(world.acting, secrets));
  const cold = await asked(world, subject, ASSERTIONS);
  const after = await cpu(() => decryptAll(world.acting, secrets));
  const warm: number[] = [];
  for (let more = 0; more < 3; more++) {
    await save(world, [await claim(world, subject, round, ASSERTIONS + more)]);
    warm.push(await asked(world, subject, ASSERTIONS + more + 1));
  }
  return { bare: (before + after) / 2, cold, warm: median(warm) };
}

/** An assertion as the client library writes it: subject, agent, dates and one item of evidence, some of them negative. */
function claim({ assessor, acting }: People, subject: PrivateKey, round: number, number: number): Promise<JsonObject> {
  return assertion(`bench-${round}-${number}`, {
    competency: nameOf(number % COMPETENCIES),
    about: subject,
    by: assessor,
    readers: [acting],
    date: NOW - number,
    expires: NOW + 86_400_000 + number,
    evidence: [`https://example.org/evidence/${round}/${number}`],
    ...(number % 4 === 0 ? { negative: true } : {}),
  });
}

/** The secrets of every sealed part that are for this key. */
function secretsFor(object: JsonObject, key: PrivateKey): Bytes[] {
  const parts = Object.values(object).flatMap((value): Json[] => (Array.isArray(value) ? value : [value]));
  return parts.filter(isObject).map((part) => {
    const lists = [member(part, 'owner'), member(part, 'reader')].flatMap((list) => (Array.isArray(list) ? list : []));
    const secrets = member(part, 'secret');
    const secret = Array.isArray(secrets) ? secrets[lists.indexOf(key.publicKey.pem)] : undefined;
    const bytes = typeof secret === 'string' ? decodeBase64(secret) : null;
    if (bytes === null) throw new Error(`A part of ${shortIdIn(object)} is not for the key that opens it.`);
    return bytes;
  });
}

async function decryptAll(key: PrivateKey, secrets: readonly Bytes[]): Promise<void> {
  await mapLimit(secrets, AT_ONCE, async (secret) => {
    if ((await decryptOaep(key, secret)) === null) throw new Error('A secret could not be decrypted.');
  });
}

/** Milliseconds of processor time for the profile of a person, which must contain the expected number of assertions. */
async function asked({ service }: World, subject: PrivateKey, expected: number): Promise<number> {
  const query = { fresh: false, conditions: [], explain: false, expand: false, whatIf: [] };
  const named = { frameworkId: idOf('Framework', FRAMEWORK), subject: subject.publicKey.pem };
  const caller = callerOf(subject);
  let answer: ProfileAnswer | undefined;
  const time = await cpu(async () => {
    answer = await service.latest({ ...query, ...named }, caller);
  });
  const listed = new Set(answer?.text.match(/bench--?\d+-\d+/g));
  if (answer?.cached !== false || listed.size !== expected)
    throw new Error(`${listed.size} of ${expected} assertions.`);
  return time;
}

async function cpu(work: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Milliseconds that the calculation takes without reading or decrypting anything. */
function engine(): number {
  const ids = Array.from({ length: COMPETENCIES }, (_, number) => nameOf(number));
  const graph: ProfileGraph = {
    framework: { id: FRAMEWORK, name: FRAMEWORK, competencies: ids },
    competencies: ids.map((id) => ({ id, name: id })),
    relations: ids.slice(GROUPS).map((source, index) => ({
      id: `r${index}`,
      source,
      type: 'narrows',
      target: nameOf(index % GROUPS),
    })),
  };
  const assertions = Array.from({ length: ASSERTIONS }, (_, number): ProfileAssertion => {
    return {
      id: `a${number}`,
      competency: nameOf(number % COMPETENCIES),
      agent: { key: `k${number % 20}` },
      negative: number % 4 === 0,
      assertionDate: NOW - number,
      expirationDate: null,
    };
  });
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now();
    JSON.stringify(calculateProfile(graph, assertions, { goals: [] }, { now: NOW }));
    return performance.now() - start;
  });
  return median(times);
}
