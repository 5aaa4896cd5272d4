import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { profilePath } from '../support/profile-client.ts';
import { newFramework, newOwnType, newRelation } from '../support/profile-objects.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Person, person } from '../support/signer.ts';
import { shortId } from '../support/things.ts';

/** How much there is, and megabytes that the server has for objects. */
const [COMPETENCIES, ASSERTIONS, MEMORY] =
  process.env['CHECKS'] === 'full' ? [100_000, 10_000, 1024] : [30_000, 3_000, 512];
const RING = 300;

/** Objects of one request. */
const BATCH = 10_000;

let server: TestServer;
let subject: Person;
let framework: Thing;
let competencies: readonly Thing[];

beforeAll(async () => {
  // With less than it may take the process, or the thread that calculates, would end in the middle.
  server = await startServer({ NODE_OPTIONS: `--max-old-space-size=${MEMORY}`, WORKER_MAX_MEMORY: String(MEMORY) });
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
}, 600_000);
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
  /** Received events, in order: steps of the profile, and responses of ping. */
  const came: string[] = [];
  const url = new URL(profilePath(framework, subject, parameters), server.url);
  const asked = fetch(url, { headers: { accept: 'text/event-stream' } }).then(async (answer) => {
    expect(answer.status).toBe(200);
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      for (const [, step] of chunk.matchAll(/"step":"(\w+)"/g)) came.push(step ?? '');
      if (/^event: (?:profile|problem)$/m.test(chunk)) came.push('answered');
    }
    return text;
  });
  let over = false;
  const end = () => {
    over = true;
  };
  asked.then(end, end);
  while (!over) {
    const ping = await fetch(`${server.api}ping`);
    expect(ping.status).toBe(200);
    await ping.arrayBuffer();
    came.push('ping');
  }
  const [, event, data = ''] = /^event: (profile|problem)\ndata: (.*)$/m.exec(await asked) ?? [];
  return { event, data, came };
}

describe(`I8 a profile of ${COMPETENCIES} competencies and ${ASSERTIONS} assertions`, () => {
  test('I8 is answered in bounded memory, and others while it is read and while it is calculated', async () => {
    const { event, data, came } = await askMeanwhile({});
    expect(event).toBe('profile');
    const { children, cycles } = JSON.parse(data);
    expect(children).toHaveLength(COMPETENCIES - RING + 1);
    expect(cycles).toHaveLength(1);
    expect(new Set(data.match(/Assertion\/[\w-]+/g)).size).toBe(ASSERTIONS);
    const [loading, calculating, answered] = ['loading', 'calculating', 'answered'].map((one) => came.indexOf(one));
    expect(came.slice(loading, calculating)).toContain('ping');
    expect(came.slice(calculating, answered)).toContain('ping');
  });

  test('I8 is refused above a limit, while other requests are answered', async () => {
    const { event, data, came } = await askMeanwhile({ explain: 'true' });
    expect([event, JSON.parse(data).status]).toEqual(['problem', 422]);
    expect(JSON.parse(data).type).toContain('profile-too-large');
    expect(came.slice(0, came.indexOf('answered'))).toContain('ping');
  });
});
