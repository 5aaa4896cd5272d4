import { randomUUID } from 'node:crypto';
import { createBadgeKit } from '../test/support/badges.ts';
import { createClient } from '../test/support/client.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { guid } from '../test/support/things.ts';
import { measure, roundOf } from './measure.ts';
import { observed } from './process.ts';
import { type Count, median, type Result, type Round, toResult } from './result.ts';

const BATCH = 100;
const BATCHES = 10;
const PEOPLE = 20;
const ACTIVITIES = 10;
const ROUNDS = 3;

/** xAPI statements of known people about known activities, in batches, against multiPut of the assertions that they become. */
export async function benchRecords(): Promise<{ readonly results: Result[]; readonly counts: Count[] }> {
  const server = await startServer({ POST_MAX_SIZE: '200000000' });
  try {
    const load = observed(server.process, `http://127.0.0.1:${server.port}`);
    const activities = await makeActivities(server);
    const rounds: Round[] = [];
    const cpuUs: number[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const batches = Array.from({ length: BATCHES }, () => batchOn(activities));
      const own = await measure(load, BATCH * BATCHES, () => sendAll(server, 'xapi/statements', batches));
      const copies = Array.from({ length: BATCHES }, () => copiesOf(server));
      const bare = await measure(load, BATCH * BATCHES, () => sendAll(server, 'sky/repo/multiPut', copies));
      if (round < 0) continue;
      rounds.push(roundOf(bare, own));
      cpuUs.push(own.ratePerCpu === null ? Number.NaN : 1_000_000 / own.ratePerCpu);
    }
    const what = `xAPI statements in batches of ${BATCH}; bare: multiPut of objects like the assertions`;
    return {
      results: [toResult(what, 'statements/s', 0.5, rounds)],
      counts: [{ name: 'microseconds of processor time for an xAPI statement', count: median(cpuUs), most: 500 }],
    };
  } finally {
    await server.dispose();
  }
}

/** Competencies, and an activity that is aligned to each. */
async function makeActivities(server: TestServer): Promise<readonly string[]> {
  const numbers = Array.from({ length: ACTIVITIES }, (_, index) => index);
  const competencies = numbers.map((index) => `https://example.org/bench/competency/${index}`);
  const urls = numbers.map((index) => `https://example.org/bench/activity/${index}`);
  await post(server, 'sky/repo/multiPut', [
    ...competencies.map((id) => ({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Competency',
      '@id': id,
    })),
    ...urls.map((url, index) => ({
      '@context': 'http://schema.org/',
      '@type': 'CreativeWork',
      '@id': `${url}/work`,
      url,
      educationalAlignment: { targetUrl: competencies[index] },
    })),
  ]);
  return urls;
}

function batchOn(activities: readonly string[]): object[] {
  return Array.from({ length: BATCH }, (_, index) => ({
    id: randomUUID(),
    actor: { mbox: `mailto:learner-${index % PEOPLE}@example.org` },
    verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
    object: { id: activities[index % activities.length] },
    result: { success: index % 3 > 0, score: { scaled: 0.8 } },
    timestamp: new Date().toISOString(),
  }));
}

/** Objects as long as assertions of statements, with as many protected parts. */
function copiesOf({ api }: TestServer): object[] {
  const sealed = (id: string, length: number) => ({
    '@context': 'https://schema.cassproject.org/kbac/0.4',
    '@type': 'EncryptedValue',
    '@id': id,
    iv: 'AAAAAAAAAAAAAAAAAAAAAA==',
    payload: 'A'.repeat(length),
    secret: Array(4).fill('A'.repeat(344)),
  });
  return Array.from({ length: BATCH }, () => {
    const id = `${api}data/schema.cassproject.org.0.4.Assertion/${randomUUID()}/1`;
    return {
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Assertion',
      '@id': id,
      confidence: 1,
      competency: 'https://example.org/bench/competency/1',
      subject: sealed(id, 600),
      agent: sealed(id, 600),
      evidence: [sealed(id, 500)],
      assertionDate: sealed(id, 20),
      negative: sealed(id, 8),
    };
  });
}

async function sendAll(server: TestServer, path: string, bodies: readonly object[]): Promise<void> {
  for (const body of bodies) await post(server, path, body);
}

async function post({ api }: TestServer, path: string, body: object): Promise<void> {
  const response = await fetch(api + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok || /"rejected"|"failed":\[\{/.test(text)) throw new Error(`${path} answered ${text.slice(0, 300)}`);
}

const BADGES = 20;
const READS = 2_000;

/** Processor time of one badge of Open Badges 2.0 whose parts have been decrypted before, in milliseconds. */
export async function benchBadges(): Promise<Count[]> {
  const server = await startServer();
  try {
    const load = observed(server.process, `http://127.0.0.1:${server.port}`);
    const { newCompetency, publish } = await createBadgeKit(server, createClient(server));
    const competency = (await newCompetency())['@id'];
    const paths: string[] = [];
    for (let index = 0; index < BADGES; index++) paths.push(`badge/assertion/${guid(await publish(competency))}`);
    const readAll = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index++) await (await fetch(server.api + paths[index % BADGES])).text();
    };
    await readAll(READS / 4);
    const { ratePerCpu } = await measure(load, READS, () => readAll(READS));
    const cpuMs = ratePerCpu === null ? Number.NaN : 1000 / ratePerCpu;
    return [{ name: 'milliseconds of processor time for a badge (Open Badges 2.0)', count: cpuMs, most: 2 }];
  } finally {
    await server.dispose();
  }
}
