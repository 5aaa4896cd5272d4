import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Cast, castOf } from '../support/cast.ts';
import { type Client, createClient, type Thing } from '../support/client.ts';
import { profilePath } from '../support/profile-client.ts';
import { type Claim, newAssertion, newFramework, newOwnType } from '../support/profile-objects.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Person, person, sheet } from '../support/signer.ts';
import { nextVersion, shortId } from '../support/things.ts';
import { bearer, JWT_MODE } from '../support/tokens.ts';

type Setup = {
  readonly server: TestServer;
  readonly client: Client;
  readonly cast: Cast;
  readonly subject: Person;
  readonly service: { readonly pem: string };
  readonly competency: Thing;
  readonly framework: Thing;
};

async function setUp(environment: Record<string, string> = {}): Promise<Setup> {
  const server = await startServer(environment);
  const client = createClient(server);
  const service = { pem: (await client.call('/api/profile/pk')).text };
  const competency = newOwnType(server, 'Competency', { name: 'Tie a bowline' });
  const framework = newFramework(server, [competency]);
  await client.save(competency);
  await client.save(framework);
  return { server, client, cast: await castOf(server), subject: await person(), service, competency, framework };
}

type Given = Partial<Claim> & { readonly readers?: readonly Person[] };

/** Saves an assertion by the cast's owner about a subject, readable for the service. */
async function assert(
  { server, client, cast, service, competency, subject }: Setup,
  given: Given = {},
): Promise<Thing> {
  const readers = [service, ...(given.readers ?? [])];
  const assertion = await newAssertion(server, { competency, subject, owner: cast.owner, ...given, readers });
  await client.save(assertion);
  return assertion;
}

/** Ids of the assertions that a caller sees on the competency. */
async function seen(
  { client, framework }: Pick<Setup, 'client' | 'framework'>,
  subject: { readonly pem: string },
  sheet?: string,
  more: Record<string, string> = {},
): Promise<readonly string[]> {
  const query = new URLSearchParams({ frameworkId: shortId(framework), subject: subject.pem, ...more });
  const answer = await client.call(`/api/profile/latest?${query}`, sheet ? { sheet } : {});
  expect(answer.status).toBe(200);
  const [node] = answer.json().children;
  return (node?.assertions ?? []).map(({ id }: { id: string }) => id);
}

describe('evidence by caller', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp();
  });
  afterAll(() => setup.server.dispose());

  test.each([false, true])(
    'A19 subject, owner, reader and admin do, strangers and the anonymous do not (hidden as a whole: %s)',
    async (hidden) => {
      const { server, cast } = setup;
      const subject = await person();
      const assertion = await assert(setup, { subject, readers: [cast.reader], hidden });
      const sheets = { ...cast.sheets, subject: await sheet(server.api, [subject]) };
      const all = [shortId(assertion)];
      for (const [caller, expected] of Object.entries({
        subject: all,
        owner: all,
        reader: all,
        admin: all,
        other: [],
        anonymous: [],
      })) {
        expect(await seen(setup, subject, sheets[caller as keyof typeof sheets]), caller).toEqual(expected);
      }
    },
  );

  test('A19 a caller without rights gets the profile of an unknown person', async () => {
    const { client, cast, framework } = setup;
    const [subject, nobody] = [await person(), await person()];
    await assert(setup, { subject });
    const profiles = await Promise.all(
      [subject, nobody].map(async ({ pem }) => {
        const query = new URLSearchParams({ frameworkId: shortId(framework), subject: pem });
        return (await client.call(`/api/profile/latest?${query}`, { sheet: cast.sheets.other })).text;
      }),
    );
    expect(profiles[0]).toBe(profiles[1]);
  });

  test('A19 a profile cached for one caller is not returned to another', async () => {
    const { server, cast } = setup;
    const subject = await person();
    const assertion = await assert(setup, { subject });
    const own = await sheet(server.api, [subject]);
    expect(await seen(setup, subject, own)).toEqual([shortId(assertion)]);
    expect(await seen(setup, subject, own)).toEqual([shortId(assertion)]);
    for (const caller of ['other', 'reader', 'anonymous'] as const) {
      expect(await seen(setup, subject, cast.sheets[caller]), caller).toEqual([]);
    }
  });

  test('A19 each gets their own part: one assertion of two is enough for its reader', async () => {
    const { cast } = setup;
    const subject = await person();
    const shared = await assert(setup, { subject, readers: [cast.reader] });
    await assert(setup, { subject });
    expect(await seen(setup, subject, cast.sheets.reader)).toEqual([shortId(shared)]);
    expect(await seen(setup, subject, cast.sheets.owner)).toHaveLength(2);
  });

  test('A19 a competency that the caller may not read is not in the profile', async () => {
    const { server, client, cast } = setup;
    const hidden = newOwnType(server, 'Competency', { name: 'Secret knot', '@reader': [cast.reader.pem] });
    const framework = newFramework(server, [hidden]);
    await client.save(hidden);
    await client.save(framework);
    const children = async (sheet: string) => {
      const query = new URLSearchParams({ frameworkId: shortId(framework), subject: setup.subject.pem });
      const answer = await client.call(`/api/profile/latest?${query}`, sheet ? { sheet } : {});
      return answer.json().children.length;
    };
    expect(await children(cast.sheets.reader)).toBe(1);
    expect(await children(cast.sheets.other)).toBe(0);
    expect(await children('')).toBe(0);
  });

  test('A19 a framework that the caller may not read counts as absent', async () => {
    const { server, client, cast, competency, subject } = setup;
    const framework = newFramework(server, [competency], [], { '@reader': [cast.reader.pem] });
    await client.save(framework);
    const ask = async (frameworkId: string, sheet: string) => {
      const query = new URLSearchParams({ frameworkId, subject: subject.pem });
      return client.call(`/api/profile/latest?${query}`, sheet ? { sheet } : {});
    };
    expect((await ask(shortId(framework), cast.sheets.reader)).status).toBe(200);
    for (const caller of ['other', 'anonymous'] as const) {
      const [hidden, absent] = [
        await ask(shortId(framework), cast.sheets[caller]),
        await ask(`${server.api}data/none`, cast.sheets[caller]),
      ];
      expect([hidden.status, absent.status], caller).toEqual([404, 404]);
      expect(hidden.json().detail, caller).toBe(absent.json().detail);
    }
  });

  test('A21 a former reader loses the evidence with the acknowledged write, also from memory', async () => {
    const { server, client, cast, competency, service } = setup;
    const subject = await person();
    const assertion = await assert(setup, { subject, readers: [cast.reader], hidden: true });
    expect(await seen(setup, subject, cast.sheets.reader)).toEqual([shortId(assertion)]);
    const without = await newAssertion(server, {
      competency,
      subject,
      owner: cast.owner,
      readers: [service],
      hidden: true,
    });
    const next = { ...without, '@id': nextVersion(assertion)['@id'] };
    await client.save(next, cast.sheets.owner);
    expect(await seen(setup, subject, cast.sheets.reader)).toEqual([]);
    expect(await seen(setup, subject, cast.sheets.owner)).toEqual([shortId(assertion)]);
  });

  test('an assertion that the service cannot decrypt never counts', async () => {
    const { server, client, cast, competency } = setup;
    const subject = await person();
    await client.save(await newAssertion(server, { competency, subject, owner: cast.owner }));
    expect(await seen(setup, subject, cast.sheets.owner)).toEqual([]);
  });

  test('a sheet without a valid entry is refused: a profile with less evidence would look like the whole one', async () => {
    const { server, client, cast, framework, subject } = setup;
    const query = new URLSearchParams({ frameworkId: shortId(framework), subject: subject.pem });
    const expired = await sheet(server.api, [cast.owner], -1000);
    expect((await client.call(`/api/profile/latest?${query}`, { sheet: expired })).status).toBe(419);
  });
});

test('only the signed-in user gets the evidence that is encrypted for the key that the server holds for them', async () => {
  const setup = await setUp(JWT_MODE);
  onTestFinished(() => setup.server.dispose());
  const { server, client, cast, competency, framework, subject } = setup;
  const ada = await bearer('ada');
  const pem = (await client.call('/api/ping', { headers: ada })).json().ssoPublicKey;
  const assertion = await newAssertion(server, { competency, subject, owner: cast.owner, readers: [{ pem }] });
  await client.save(assertion, cast.sheets.owner);
  const ask = async (headers: Record<string, string>) => {
    const { children } = (await client.call(profilePath(framework, subject), { headers })).json();
    return (children[0].assertions ?? []).map(({ id }: { id: string }) => id);
  };
  for (let time = 0; time < 2; time++) {
    expect(await ask(ada)).toEqual([shortId(assertion)]);
    for (const headers of [{}, await bearer('bo')]) expect(await ask(headers)).toEqual([]);
    expect(await seen(setup, subject, cast.sheets.owner)).toEqual([]); // the server does not hold this key
  }
});

describe('PROFILE_PPK', () => {
  test('A19 its key decrypts assertions only for callers that may read them', async () => {
    const institution = await person();
    const setup = await setUp({ PROFILE_PPK: institution.privatePem.replaceAll('\n', '\\n') });
    const { server, client, cast, competency, subject } = setup;
    const assertion = await newAssertion(server, { competency, subject, owner: cast.owner, readers: [institution] });
    await client.save(assertion);
    expect(await seen(setup, subject, cast.sheets.owner)).toEqual([shortId(assertion)]);
    expect(await seen(setup, subject)).toEqual([]);
    await server.dispose();
  });

  test('with PROFILE_OPEN_EVIDENCE all callers get the evidence that it decrypts, as on the existing server, and nothing else', async () => {
    const institution = await person();
    const setup = await setUp({ PROFILE_PPK: institution.privatePem, PROFILE_OPEN_EVIDENCE: 'true' });
    const { server, client, cast, competency, subject } = setup;
    const assertion = await newAssertion(server, {
      competency,
      subject,
      owner: cast.owner,
      readers: [institution],
      hidden: true,
    });
    await client.save(assertion);
    await client.save(await newAssertion(server, { competency, subject, owner: cast.owner }));
    expect(await seen(setup, subject)).toEqual([shortId(assertion)]);
    expect(await seen(setup, subject, cast.sheets.other)).toEqual([shortId(assertion)]);
    await server.dispose();
  });

  test('the service does not start with an invalid key, with a message', async () => {
    await expect(startServer({ PROFILE_PPK: 'secret' })).rejects.toThrow(/PROFILE_PPK/);
  });
});

describe('DISABLED_ADAPTERS', () => {
  test('with profile in it, its addresses answer 404 and all else works', async () => {
    const server = await startServer({ DISABLED_ADAPTERS: 'xapi, profile' });
    const client = createClient(server);
    for (const path of ['/api/profile/latest', '/api/profile/pk']) {
      expect((await fetch(`${server.url.slice(0, -1)}${path}`)).status, path).toBe(404);
    }
    const competency = newOwnType(server, 'Competency', { name: 'Reef knot' });
    await client.save(competency);
    expect(await client.find('name:Reef')).toEqual([competency['@id']]);
    await server.dispose();
  });
});
