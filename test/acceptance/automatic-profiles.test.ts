import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cast, castOf } from '../support/cast.ts';
import { createClient, type Thing } from '../support/client.ts';
import { askForProfile } from '../support/profile-client.ts';
import { newAssertion, newFramework, newOwnType } from '../support/profile-objects.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Person, person, sheet } from '../support/signer.ts';

const AUTOMATIC = { AUTO_CALCULATE_PROFILES: 'true', LOG_LEVEL: 'info' };

/** The store is filled by a server without schedules' profiles; two others over it begin at their start. */
let servers: readonly TestServer[];
let cast: Cast;
let subject: Person;
let subjectObject: Thing;
let frameworks: readonly Thing[];

beforeAll(async () => {
  const first = await startServer();
  const client = createClient(first);
  cast = await castOf(first);
  subject = await person();
  const service = { pem: (await client.call('/api/profile/pk')).text };
  const competency = newOwnType(first, 'Competency', { name: 'Splice a rope' });
  frameworks = [newFramework(first, [competency]), newFramework(first, [competency])];
  subjectObject = {
    '@context': 'https://schema.org',
    '@type': 'Person',
    '@id': `${first.api}data/schema.org.Person/pat/1000`,
    '@owner': [subject.pem],
    name: 'Pat',
    email: 'pat@example.org',
  };
  const assertion = await newAssertion(first, { competency, subject, owner: cast.owner, readers: [service] });
  for (const object of [competency, ...frameworks, subjectObject, assertion]) await client.save(object);
  await first.stop();
  servers = await Promise.all([
    startServer({ PORT: String(first.port), ...AUTOMATIC }, first.directory),
    startServer({ SVC_LOOPBACK: first.api, ...AUTOMATIC }, first.directory),
  ]);
});
afterAll(async () => {
  const [first, ...others] = servers;
  for (const other of others) await other.stop();
  await first?.dispose();
});

/** The servers' log entries about profiles calculated ahead. */
function logged(): readonly { readonly calculated: number; readonly complete: boolean }[] {
  const lines = servers.flatMap((server) => server.output().split('\n'));
  return lines.filter((line) => line.includes('Profiles were calculated ahead')).map((line) => JSON.parse(line));
}

async function untilCalculated(): Promise<void> {
  while (logged().length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
}

test('the first request of a person, by any name, finds the profile that was calculated ahead', async () => {
  await untilCalculated();
  const signed = await sheet(servers[0]?.api ?? '', [subject]);
  for (const server of servers) {
    for (const framework of frameworks) {
      for (const name of [subject, 'pat@example.org', subjectObject['@id']]) {
        const { cache, children } = await askForProfile(createClient(server), framework, name, signed);
        expect([cache, children[0]?.assertions?.length]).toEqual(['hit', 1]);
      }
    }
  }
});

test('other callers do not find it', async () => {
  await untilCalculated();
  const [server] = servers;
  const [framework] = frameworks;
  if (server === undefined || framework === undefined) throw new Error('There are servers and frameworks.');
  const client = createClient(server);
  expect(await askForProfile(client, framework, subject)).toMatchObject({ cache: 'miss' });
  const stranger = await sheet(server.api, [await person()]);
  const { cache, children } = await askForProfile(client, framework, subject, stranger);
  expect([cache, children[0]?.assertions ?? []]).toEqual(['miss', []]);
});

test('of several processes one did the work', async () => {
  await untilCalculated();
  const frameworksByNames = frameworks.length * 2; // by key, and by the person object
  expect(logged().map(({ calculated, complete }) => [calculated, complete])).toEqual([[frameworksByNames, true]]);
});
