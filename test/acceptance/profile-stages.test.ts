import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, type Thing } from '../support/client.ts';
import { askForProfile, profilePath } from '../support/profile-client.ts';
import { newFramework, newOwnType } from '../support/profile-objects.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Person, person } from '../support/signer.ts';

let directory: string;
let server: TestServer;
let client: Client;
let framework: Thing;
let subject: Person;

/** A stage that does what a condition of the request says. */
const stage = (): string => `import { existsSync, writeFileSync } from 'node:fs';
export const stage = {
  name: 'obedient',
  order: 70,
  profile(profile, { options: { conditions } }) {
    if (conditions.includes('exit')) process.exit(7);
    if (conditions.includes('throw')) throw new Error('This is for the log.');
    if (conditions.includes('memory')) for (let all = null; ; ) all = { all }; // one large array could end the process: V8 cannot refuse it
    if (conditions.includes('wait')) {
      writeFileSync(${JSON.stringify(signal('begun'))}, '');
      while (!existsSync(${JSON.stringify(signal('end'))}));
    }
    profile.checked = true;
  },
};
`;

/** A file whose presence is a signal between the test and the stage. */
function signal(name: string): string {
  return join(directory, `${name}.signal`);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stages-'));
  const stages = await mkdtemp(join(directory, 'own-'));
  await writeFile(join(stages, 'obedient.mjs'), stage());
  server = await startServer({ PROFILE_STAGES_DIRECTORY: stages, WORKER_MAX_MEMORY: '64' });
  client = createClient(server);
  subject = await person();
  const competency = newOwnType(server, 'Competency', { name: 'Tie a bowline' });
  framework = newFramework(server, [competency]);
  for (const object of [competency, framework]) await client.save(object);
});
afterAll(async () => {
  await server.dispose();
  await rm(directory, { recursive: true });
});

const ask = (condition: string) => client.call(profilePath(framework, subject, { condition }));

test('a stage of the operator is in every profile', async () => {
  const { answer } = await askForProfile(client, framework, subject);
  expect(answer.json().checked).toBe(true);
});

test('I8 while a profile is calculated, other requests are answered', async () => {
  const answered: string[] = [];
  const slow = ask('wait').then(({ status }) => answered.push(`profile ${status}`));
  await expect.poll(() => existsSync(signal('begun')), { timeout: 20_000 }).toBe(true);
  for (const path of ['/api/ping', framework['@id']]) answered.push(`${(await client.call(path)).status}`);
  await writeFile(signal('end'), '');
  await slow;
  expect(answered).toEqual(['200', '200', 'profile 200']);
});

describe('I8 a calculation', () => {
  test.each(['exit', 'memory'])(
    'that ends its thread (%s) is a 503 to try again, and the next one works',
    async (what) => {
      const [failed, ping] = await Promise.all([ask(what), client.call('/api/ping')]);
      expect([failed.status, ping.status]).toEqual([503, 200]);
      expect(failed.json().type).toMatch(/:profile-unavailable$/);
      expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await ask('none')).status).toBe(200);
      expect(server.process.exitCode).toBeNull();
    },
  );

  test('with a failing stage is a 503 without Retry-After; the log names the file, the response does not', async () => {
    const failed = await ask('throw');
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, null]);
    expect(failed.text).not.toMatch(/obedient|This is for the log/);
    await expect.poll(() => server.output()).toMatch(/obedient\.mjs.*This is for the log\./);
    expect((await ask('none')).status).toBe(200);
  });
});

test('a stage that cannot be used ends the start with a sentence that names the file', async () => {
  const stages = await mkdtemp(join(directory, 'wrong-'));
  await writeFile(join(stages, 'wrong.mjs'), 'export const stage = { name: "wrong", order: 1, nodes() {} };');
  await expect(startServer({ PROFILE_STAGES_DIRECTORY: stages })).rejects.toThrow(/wrong\.mjs has "nodes", but hooks/);
});
