import { beforeAll, describe, expect, test } from 'vitest';
import { type Call, createClient, type Thing } from '../support/client.ts';
import { askForProfile, type ProfileNode, profilePath } from '../support/profile-client.ts';
import { newAssertion, newFramework, newOwnType, newRelation } from '../support/profile-objects.ts';
import { startServer } from '../support/server.ts';
import { type Person, person } from '../support/signer.ts';
import { newThing, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);
let subject: Person;
let service: { readonly pem: string };
let parent: Thing;
let child: Thing;
let framework: Thing;
let assertion: Thing;

beforeAll(async () => {
  subject = await person();
  service = { pem: (await client.call('/api/profile/pk')).text };
  parent = newOwnType(server, 'Competency', { name: 'Ropework' });
  child = newOwnType(server, 'Competency', { name: 'Tie a bowline', requiredSignatureCount: 1 });
  const relation = newRelation(server, child, 'narrows', parent);
  framework = newFramework(server, [parent, child], [relation], { name: { en: 'Seamanship' } });
  assertion = await newAssertion(server, {
    competency: child,
    subject,
    owner: cast.owner,
    readers: [service],
    assertionDate: 5000,
    evidence: ['Seen at the harbour'],
  });
  const pat = {
    '@context': 'https://schema.org',
    '@type': 'Person',
    '@id': `${server.api}data/schema.org.Person/pat/1000`,
    '@owner': [subject.pem],
    name: 'Pat',
    email: 'pat@example.org',
    username: 'pat "the knot" OR *',
  };
  await client.call('/api/sky/repo/multiPut', { json: [parent, child, relation, framework, assertion, pat] });
});

const ask = (parameters: Record<string, string | readonly string[]> = {}) =>
  askForProfile(client, framework, subject, cast.sheets.owner, parameters);

/** The one competency below the one at the top. */
function lower(children: readonly ProfileNode[]): ProfileNode {
  const node = children[0]?.children[0];
  if (node === undefined) throw new Error('The profile has no second level.');
  return node;
}

describe('a profile', () => {
  test('is the tree of the framework with the state of each competency and its assertions', async () => {
    const { answer, children } = await ask();
    expect(answer.json()).toMatchObject({ id: shortId(framework), name: 'Seamanship', timeline: [] });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(children.map(({ name }) => name)).toEqual(['Ropework']);
    expect(lower(children)).toMatchObject({
      id: shortId(child),
      name: 'Tie a bowline',
      state: { latestEvidenceIsPositive: true, hasDirectPositiveAssertion: true, distinctPositiveSignatures: 1 },
      assertions: [
        {
          id: shortId(assertion),
          negative: false,
          assertionDate: 5000,
          subject: 'Pat',
          evidence: ['Seen at the harbour'],
        },
      ],
    });
  });

  test.each([
    ['the id of the person', () => `${server.api}data/schema.org.Person/pat`],
    ['its id with a version', () => `${server.api}data/schema.org.Person/pat/1000`],
    ['the e-mail address', () => 'pat@example.org'],
    ['the user name, whatever it looks like', () => 'pat "the knot" OR *'],
    ['the key on several lines', () => subject.pem.replace('KEY-----', 'KEY-----\n').replace('-----END', '\n-----END')],
  ])('the subject may be given by %s', async (_, form) => {
    const { children } = await askForProfile(client, framework, form(), cast.sheets.owner);
    expect(lower(children).assertions).toHaveLength(1);
  });

  test('the framework may be given by any of its names, and is called so in the answer', async () => {
    const guid = shortId(framework).replace(/^.*\//, '');
    for (const id of [framework['@id'], `${server.api}data/${guid}`, `${server.api}data/any.Type/${guid}`]) {
      const { answer } = await askForProfile(client, id, subject, cast.sheets.owner);
      expect(answer.json().id).toBe(id);
    }
  });

  test('POST takes the same parameters in a JSON body or a form, which win over the query', async () => {
    const { answer } = await ask();
    const parameters = { frameworkId: shortId(framework), subject: subject.pem };
    const sheet = cast.sheets.owner;
    const calls: readonly (readonly [path: string, call: Call])[] = [
      ['/api/profile/latest', { json: { ...parameters, explain: false, startDate: null } }],
      ['/api/profile/latest', { form: { ...parameters, explain: 'false' } }],
      ['/api/profile/latest', { urlencoded: parameters }],
      [profilePath(framework, subject), { method: 'POST', json: {} }],
      [profilePath(framework, subject), { method: 'POST' }],
      [profilePath(framework, 'nobody', { explain: 'true' }), { json: { subject: subject.pem, explain: 'false' } }],
      ['/api/profile/latest', { json: { ...parameters, signatureSheet: JSON.parse(sheet) } }],
    ];
    for (const [path, call] of calls) {
      const sheets =
        'json' in call && String(Object.keys(call.json as object)).includes('signatureSheet') ? {} : { sheet };
      expect((await client.call(path, { ...call, ...sheets })).json()).toEqual(answer.json());
    }
  });

  test('with explain each competency has reasons, in a sentence and by their facts', async () => {
    const { children } = await ask({ explain: 'true' });
    const about = (node: ProfileNode | undefined, flag: string) => node?.reasons?.find((one) => one['about'] === flag);
    expect(about(lower(children), 'latestEvidenceIsPositive')).toEqual({
      about: 'latestEvidenceIsPositive',
      rule: 3,
      value: true,
      sentence: expect.stringMatching(/^The latest/),
      assertion: shortId(assertion),
      negative: false,
      assertionDate: 5000,
      agent: 'Unknown Person',
    });
    expect(about(lower(children), 'isQualifiedAccordingToSignatures')).toMatchObject({
      value: false,
      count: 1,
      requiredSignatureCount: 1,
    });
    expect(about(children[0], 'percentHasPositiveEvidence')).toMatchObject({ value: 0.5, count: 1, total: 2 });
    expect(about(children[0], 'hasAnyChildrenWithPositiveEvidence')).toMatchObject({
      competency: shortId(child),
      competencyName: 'Tie a bowline',
    });
    const { children: later } = await ask({ explain: 'true', startDate: '5001' });
    expect(about(lower(later), 'assertions')).toMatchObject({ negative: false, cause: 'outside-dates' });
    expect(about(later[0], 'allChildrenLatestEvidenceIsPositive')).toMatchObject({ cause: 'no-evidence' });
    expect(lower((await ask()).children).reasons).toBeUndefined();
  });

  test.each([
    [{ startDate: '5001' }, false],
    [{ startDate: '5000', endDate: '5000' }, true],
    [{ endDate: '4999' }, false],
    [{ targetDateTime: '4999' }, false],
    [{ targetDateTime: '5000' }, true],
    [{ condition: ['Night', 'Rain'] }, false],
  ])('%o keeps the assertion: %s', async (parameters, kept) => {
    expect(lower((await ask(parameters)).children).assertions !== undefined).toBe(kept);
  });
});

describe('what if', () => {
  const whatIf = (given: unknown, more: object = {}) =>
    client.call('/api/profile/latest', {
      json: { frameworkId: shortId(framework), subject: subject.pem, whatIf: given, ...more },
      sheet: cast.sheets.owner,
    });

  test('hypothetical assertions count, and nothing is stored or cached', async () => {
    const answer = await whatIf([
      { competency: shortId(child), agent: cast.other.pem },
      { competency: child['@id'], agent: 'A friend', negative: true, assertionDate: 4000 },
    ]);
    const node = lower(answer.json().children);
    expect(node.state).toMatchObject({
      distinctPositiveSignatures: 2,
      distinctNegativeSignatures: 1,
      isQualifiedAccordingToSignatures: true,
      latestEvidenceIsPositive: true,
    });
    expect(node.assertions?.map(({ id }) => id)).toEqual([
      'urn:competency-service:what-if:1',
      shortId(assertion),
      'urn:competency-service:what-if:0',
    ]);
    expect(answer.headers.get('server-timing')).toMatch(/^cache;desc=miss/);
    expect(lower((await ask()).children).assertions).toHaveLength(1);
    expect(await client.find('@type:Assertion', cast.sheets.admin)).toEqual([assertion['@id']]);
  });

  test('as a form part they are JSON text', async () => {
    const answer = await client.call('/api/profile/latest', {
      form: {
        frameworkId: shortId(framework),
        subject: subject.pem,
        whatIf: JSON.stringify([{ competency: shortId(parent) }]),
      },
    });
    expect(answer.json().children[0].state.hasDirectPositiveAssertion).toBe(true);
  });

  test.each([
    [{}, 'whatIf'],
    [[{}], 'whatIf.0.competency'],
    [[{ competency: 'https://elsewhere.example/none' }], 'whatIf.0.competency'],
    [[{ competency: 'x', negative: 'true' }], 'whatIf.0.negative'],
    [[{ competency: 'x', assertionDate: 1.5 }], 'whatIf.0.assertionDate'],
    [[{ competency: 'x', expirationDate: 'soon' }], 'whatIf.0.expirationDate'],
  ])('%j is refused: it names the fault', async (given, where) => {
    const answer = await whatIf(given);
    expect([answer.status, answer.json().where]).toEqual([400, where]);
    expect(answer.json().detail).toContain(where);
  });
});

describe('invalid parameters', () => {
  test.each([
    ['framework ids of more than 2048 characters', { frameworkId: 'x'.repeat(2049) }, 'frameworkId'],
    ['subjects of more than 16384 characters', { subject: 'x'.repeat(16_385) }, 'subject'],
  ])('I8 %s', async (_, given, where) => {
    const json = { frameworkId: shortId(framework), subject: subject.pem, ...given };
    const answer = await client.call('/api/profile/latest', { json });
    expect([answer.status, answer.json().where]).toEqual([400, where]);
  });

  test.each([
    ['condition', 101, 'x', 'condition: must have at most 100 items.'],
    ['condition', 20_000, 7, 'condition: must have at most 100 items.'],
    ['condition', 200_000, 'x', 'more than 30,000 values'],
    ['condition', 200_000, 7, 'more than 30,000 values'],
    ['whatIf', 1001, { competency: 'x' }, 'whatIf: must have at most 1000 items.'],
    [
      'whatIf',
      5_000,
      { competency: 7, negative: 7, agent: 7, expirationDate: 'x' },
      'whatIf: must have at most 1000 items.',
    ],
    ['whatIf', 100_000, { competency: 'x' }, 'more than 30,000 values'],
    ['whatIf', 200_000, 7, 'more than 30,000 values'],
  ])('I8 %s of too many items: %i of %j', async (name, count, item, detail) => {
    const given = `[${`${JSON.stringify(item)},`.repeat(count).slice(0, -1)}]`;
    const { frameworkId, subject: pem } = { frameworkId: shortId(framework), subject: subject.pem };
    const json = `{"frameworkId":${JSON.stringify(frameworkId)},"subject":${JSON.stringify(pem)},"${name}":${given}}`;
    const forms: Call[] = name === 'whatIf' ? [{ form: { frameworkId, subject: pem, whatIf: given } }] : [];
    for (const call of [{ json }, ...forms]) {
      const answer = await client.call('/api/profile/latest', { method: 'POST', ...call });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(detail);
    }
  });

  test.each([
    [{ subject: null }, 400, 'subject'],
    [{ frameworkId: null }, 400, 'frameworkId'],
    [{ frameworkId: '' }, 400, 'frameworkId'],
    [{ subject: '' }, 400, 'subject'],
    [{ targetDateTime: '1970-01-01' }, 400, 'targetDateTime'],
    [{ startDate: 'abc' }, 400, 'startDate'],
    [{ endDate: '' }, 400, 'endDate'],
    [{ endDate: '99999999999999999' }, 400, 'endDate'],
    [{ flushCache: '1' }, 400, 'flushCache'],
    [{ cache: 'TRUE' }, 400, 'cache'],
    [{ explain: 'yes' }, 400, 'explain'],
    [{ expand: '' }, 400, 'expand'],
    [{ frameworkId: 'none' }, 404, 'frameworkId'],
    [{ frameworkId: 'https://elsewhere.example/none' }, 404, 'frameworkId'],
    [{ subject: 'nobody@example.org' }, 404, 'subject'],
    [{ subject: 'email:*' }, 404, 'subject'],
    [{ subject: 'x" OR email:*' }, 404, 'subject'],
    [{ subject: '0123456789abcdef0123456789abcdef' }, 404, 'subject'],
    [{ subject: '-----BEGIN PUBLIC KEY-----MIIB-----END PUBLIC KEY-----' }, 400, 'subject'],
  ] as readonly (readonly [Record<string, string | null>, number, string])[])(
    '%o answers %i and names %s',
    async (given, status, where) => {
      const asked = { frameworkId: shortId(framework), subject: subject.pem, ...given };
      const query = Object.entries(asked).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
      const answer = await client.call(`/api/profile/latest?${new URLSearchParams(query)}`);
      expect([answer.status, answer.json().where]).toEqual([status, where]);
    },
  );

  test('an object that is not a framework answers 422', async () => {
    const thing = newThing(server);
    await client.save(thing);
    for (const object of [thing, child]) {
      const answer = await client.call(profilePath(object, subject));
      expect([answer.status, answer.json().where]).toEqual([422, 'frameworkId']);
    }
  });

  test('deleted frameworks are unknown', async () => {
    const gone = newFramework(server, []);
    await client.save(gone);
    expect((await askForProfile(client, gone, subject)).children).toEqual([]);
    await client.call(shortId(gone), { method: 'DELETE' });
    expect((await client.call(profilePath(gone, subject))).status).toBe(404);
  });

  test.each([
    [{ json: '[]' }, 400],
    [{ json: '"text"' }, 400],
    [{ json: '{' }, 400],
    [{ json: { frameworkId: 7, subject: 'x' } }, 400],
    [{ json: { frameworkId: 'x', subject: ['x'] } }, 400],
    [{ json: { frameworkId: 'x', subject: 'x', condition: [1] } }, 400],
    [{ body: 'x', headers: { 'content-type': 'text/plain' } }, 415],
    [{ form: {} }, 400],
    [{ method: 'PUT', json: {} }, 405],
    [{ method: 'DELETE' }, 405],
  ] as readonly (readonly [Call, number])[])('%j answers %i', async (call, status) => {
    expect((await client.call('/api/profile/latest', { method: 'POST', ...call })).status).toBe(status);
  });
});

describe('the progress of a profile', () => {
  const events = async (path: string, call: Call = {}) => {
    const answer = await client.call(path, { ...call, headers: { accept: 'text/event-stream' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    return answer.text
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => /^event: (.*)\ndata: (.*)$/.exec(event)?.slice(1) ?? [])
      .map(([name, data = '']) => [name, JSON.parse(data)]);
  };

  test('comes as events, the profile last', async () => {
    const { answer } = await ask();
    const parameters = { flushCache: 'true' };
    expect(await events(profilePath(framework, subject, parameters), { sheet: cast.sheets.owner })).toEqual([
      ['progress', { step: 'loading' }],
      ['progress', { step: 'calculating' }],
      ['profile', answer.json()],
    ]);
    // On a cluster profiles are kept from six seconds after the first request for one.
    const kept = () => events(profilePath(framework, subject), { sheet: cast.sheets.owner });
    await expect.poll(kept, { timeout: 20_000 }).toEqual([['profile', answer.json()]]);
  });

  test('ends with a problem if there is no profile', async () => {
    const [name, problem] = (await events(profilePath('none', subject))).at(-1) ?? [];
    expect([name, problem.status, problem.where]).toEqual(['problem', 404, 'frameworkId']);
  });

  test('is not sent if the parameters are invalid', async () => {
    const call = { headers: { accept: 'text/event-stream' } };
    expect((await client.call('/api/profile/latest', call)).status).toBe(400);
  });

  test('is not affected when another client disconnects', async () => {
    const leaving = new AbortController();
    const path = profilePath(framework, subject, { flushCache: 'true' });
    const init = { headers: { accept: 'text/event-stream' }, signal: leaving.signal };
    const response = await fetch(`${server.url.slice(0, -1)}${path}`, init);
    await response.body?.getReader().read();
    leaving.abort();
    expect((await ask()).answer.status).toBe(200);
  });
});

describe('a profile of a large framework', () => {
  /** Saves many objects. */
  async function saveAll(objects: readonly Thing[]): Promise<void> {
    const answer = await client.call('/api/sky/repo/multiPut', { json: objects });
    expect(answer.json().failed).toEqual([]);
  }

  test('I8 has cycles of narrows cut and reported', async () => {
    const ring = Array.from({ length: 50 }, (_, index) => newOwnType(server, 'Competency', { name: `Ring ${index}` }));
    const relations = ring.map((one, index) => newRelation(server, one, 'narrows', ring[(index + 1) % 50] ?? one));
    const round = newFramework(server, ring, relations);
    await saveAll([...ring, ...relations, round]);
    const { answer } = await askForProfile(client, round, subject, '', { explain: 'true' });
    expect(answer.json().cycles).toHaveLength(1);
    expect((await askForProfile(client, round, subject, '', { expand: 'true' })).answer.status).toBe(200);
  });

  test('I8 does not multiply layers with several parents, unless requested, and then to a limit', async () => {
    const layers = Array.from({ length: 20 }, (_, layer) =>
      [0, 1].map((side) => newOwnType(server, 'Competency', { name: `${layer}/${side}` })),
    );
    const relations = layers
      .slice(1)
      .flatMap((layer, index) =>
        layer.flatMap((one) => (layers[index] ?? []).map((above) => newRelation(server, one, 'narrows', above))),
      );
    const tower = newFramework(server, layers.flat(), relations);
    await saveAll([...layers.flat(), ...relations, tower]);
    expect((await askForProfile(client, tower, subject)).answer.text.length).toBeLessThan(200_000);
    const expanded = await client.call(profilePath(tower, subject, { expand: 'true' }));
    expect([expanded.status, expanded.json().type]).toEqual([422, 'urn:competency-service:problem:profile-too-large']);
  });

  test('I9 shares evidence in a clique of equivalent competencies', async () => {
    const clique = Array.from({ length: 30 }, (_, index) =>
      newOwnType(server, 'Competency', { name: `Same ${index}` }),
    );
    const relations = clique.flatMap((one, index) =>
      clique.slice(0, index).map((equal) => newRelation(server, one, 'isEquivalentTo', equal)),
    );
    const circle = newFramework(server, clique, relations);
    const [first = child] = clique;
    const about = await newAssertion(server, { competency: first, subject, owner: cast.owner, readers: [service] });
    await saveAll([...clique, ...relations, circle, about]);
    const { children } = await askForProfile(client, circle, subject, cast.sheets.owner);
    expect(children).toHaveLength(30);
    expect(new Set(children.map(({ state }) => state.latestEvidenceIsPositive))).toEqual(new Set([true]));
  });
});

test('the key of the service is the same for all, and after a restart', async () => {
  const answer = await client.call('/api/profile/pk');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.text).toMatch(/^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=]+-----END PUBLIC KEY-----$/);
  const own = await startServer();
  const first = (await createClient(own).call('/api/profile/pk')).text;
  await own.stop();
  const again = await startServer({ PORT: String(own.port) }, own.directory);
  expect((await createClient(again).call('/api/profile/pk')).text).toBe(first);
  expect(first).not.toBe(answer.text);
  await again.dispose();
});
