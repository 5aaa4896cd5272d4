import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { memoryOf } from '../support/memory.ts';
import { profilePath } from '../support/profile-client.ts';
import { newFramework, newOwnType, newRelation } from '../support/profile-objects.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Person, person } from '../support/signer.ts';
import { shortId } from '../support/things.ts';

const [COMPETENCIES, ASSERTIONS] = process.env['CHECKS'] === 'full' ? [100_000, 10_000] : [30_000, 3_000];
const RING = 300;

/** Heap of the main thread. Without, Node takes it from the memory of the machine, and collects the later the more there is. */
const HEAP_MB = 2_048;

/** Objects of one request. */
const BATCH = 10_000;

let server: TestServer;
let subject: Person;
let framework: Thing;
let competencies: readonly Thing[];

beforeAll(async () => {
  server = await startServer({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });
  const [someone, ...agents] = await Promise.all(Array.from({ length: 4 }, person));
  if (someone === undefined) throw new Error('There is nobody.');
  subject = someone;
  competencies = Array.from({ length: COMPETENCIES }, (_, number) =>
    newOwnType(server, 'Competency', { name: `C${number}` }),
  );
  // A ring: each of the first ones below the one before it, and the first below the last.
  const ring = competencies.slice(0, RING);
  const relations = ring.flatMap((source, index) => {
    const target = ring.at(index - 1);
    return target === undefined ? [] : [newRelation(server, source, 'narrows', target)];
  });
  framework = newFramework(server, competencies, relations);
  const assertions = Array.from({ length: ASSERTIONS }, (_, number) =>
    newOwnType(server, 'Assertion', {
      competency: shortId(competencies[(number * 7) % COMPETENCIES] ?? framework),
      subject: subject.pem,
      agent: agents[number % agents.length]?.pem,
      negative: number % 5 === 0,
      assertionDate: 1_000_000 + number,
    }),
  );
  for (const objects of [competencies, [...relations, framework], assertions]) await putAll(objects);
});
afterAll(() => server.dispose());

async function putAll(objects: readonly Thing[]): Promise<void> {
  for (let from = 0; from < objects.length; from += BATCH) {
    const body = JSON.stringify(objects.slice(from, from + BATCH));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.api}sky/repo/multiPut`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ failed: [] });
  }
}

/** Asks for the profile, and meanwhile for signs of life, one after the other. */
async function askMeanwhile(parameters: Record<string, string>) {
  const events: string[] = [];
  const profile = fetch(new URL(profilePath(framework, subject, parameters), server.url)).then(async (answer) => {
    events.push('begins to be answered');
    const text = await answer.text();
    events.push('is answered');
    return { status: answer.status, text };
  });
  while (events.length === 0 || !events.includes('is answered')) {
    const ping = await fetch(`${server.api}ping`);
    expect(ping.status).toBe(200);
    await ping.arrayBuffer();
    events.push('ping');
  }
  return { ...(await profile), before: events.indexOf('begins to be answered') };
}

describe(`I8 a profile of ${COMPETENCIES} competencies and ${ASSERTIONS} assertions`, () => {
  test('I8 is answered, and others meanwhile', async () => {
    const { status, text, before } = await askMeanwhile({});
    expect(status).toBe(200);
    const { children, cycles } = JSON.parse(text);
    expect(children).toHaveLength(COMPETENCIES - RING + 1);
    expect(cycles).toHaveLength(1);
    expect(new Set(text.match(/Assertion\/[\w-]+/g)).size).toBe(ASSERTIONS);
    expect(before).toBeGreaterThan(10);
  });

  test('I8 is refused with 422 where the answer would be beyond a limit, and others are answered meanwhile', async () => {
    const { status, text, before } = await askMeanwhile({ explain: 'true' });
    expect([status, JSON.parse(text).type]).toEqual([422, expect.stringContaining('profile-too-large')]);
    expect(before).toBeGreaterThan(10);
  });

  test.skipIf(!existsSync('/proc/self/status'))('I8 takes bounded memory', () => {
    expect(memoryOf(server, 'VmHWM') / 2 ** 20).toBeLessThan(3000);
  });
});
