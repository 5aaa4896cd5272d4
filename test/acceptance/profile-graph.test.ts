import { beforeAll, describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { askForProfile, type ProfileNode, type ProfileParameters } from '../support/profile-client.ts';
import { newAssertion, newFramework, newOwnType, newRelation } from '../support/profile-objects.ts';
import { type Person, person } from '../support/signer.ts';
import { shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);
let subject: Person;
let service: { readonly pem: string };

beforeAll(async () => {
  subject = await person();
  service = { pem: (await client.call('/api/profile/pk')).text };
});

async function save(...objects: readonly Thing[]): Promise<void> {
  const answer = await client.call('/api/sky/repo/multiPut', { json: objects });
  expect(answer.json().failed).toEqual([]);
}

function competency(name: string, members: Record<string, unknown> = {}): Thing {
  return newOwnType(server, 'Competency', { name, ...members });
}

/** A positive assertion about the subject, by the owner of the cast. */
function claim(on: Thing): Promise<Thing> {
  return newAssertion(server, { competency: on, subject, owner: cast.owner, readers: [service] });
}

async function ask(framework: Thing, parameters: ProfileParameters = {}): Promise<readonly ProfileNode[]> {
  return (await askForProfile(client, framework, subject, cast.sheets.owner, parameters)).children;
}

/** The tree in short: `P(C1 C2) Q`. */
function outline(children: readonly ProfileNode[]): string {
  return children
    .map(({ name, children: below }) => (below.length > 0 ? `${name}(${outline(below)})` : name))
    .join(' ');
}

describe('a relation to an absent competency has no effect', () => {
  const types = ['narrows', 'requires', 'implies', 'isEquivalentTo', 'desires', 'isEnabledBy', 'isRelatedTo'];

  test.each(
    types.flatMap((type) => [
      { type, end: 'target', fate: 'absent' },
      { type, end: 'source', fate: 'absent' },
      { type, end: 'target', fate: 'hidden' },
      { type, end: 'source', fate: 'hidden' },
    ]),
  )('$type, its $end $fate', async ({ type, end, fate }) => {
    const [a, b, m] = [competency('A'), competency('B'), competency('M')];
    const x = competency('X', { '@owner': [cast.other.pem], '@reader': [cast.other.pem] });
    const dangling = end === 'target' ? newRelation(server, a, type, x) : newRelation(server, x, type, a);
    const outside = newRelation(server, a, 'narrows', b);
    const framework = newFramework(server, [a, b], [dangling]);
    await save(a, b, m, dangling, outside, framework, newFramework(server, [x, m], [outside]), await claim(b));
    if (fate === 'hidden') await client.save(x, cast.sheets.other);
    const children = await ask(framework);
    expect(outline(children)).toBe('A B');
    expect(children.map(({ state }) => state.hasEvidence)).toEqual([false, true]);
    expect(children.filter((node) => 'relatedFrameworks' in node)).toEqual([]);
  });

  test('but has an effect if the competency exists', async () => {
    const [a, b, x] = [competency('A'), competency('B'), competency('X')];
    const [requires, outside] = [newRelation(server, a, 'requires', x), newRelation(server, a, 'narrows', b)];
    const framework = newFramework(server, [a, b], [requires]);
    const other = newFramework(server, [x], [outside]);
    await save(a, b, x, requires, outside, framework, other, await claim(b));
    const children = await ask(framework);
    expect(outline(children)).toBe('B(A)');
    expect(children[0]?.children[0]).toMatchObject({ relatedFrameworks: [shortId(other)] });
  });
});

test('a relation leads to other frameworks only while it is valid', async () => {
  const [a, b, x] = [competency('A'), competency('B'), competency('X')];
  const requires = { ...newRelation(server, a, 'requires', x), validFrom: '2020-01-01', validThrough: '2020-12-31' };
  const outside = newRelation(server, a, 'narrows', b);
  const framework = newFramework(server, [a, b], [requires]);
  await save(a, b, x, requires, outside, framework, newFramework(server, [x], [outside]));
  const asOf = async (date: string) => outline(await ask(framework, { targetDateTime: String(Date.parse(date)) }));
  expect([await asOf('2020-12-31'), await asOf('2021-01-01'), await asOf('2020-01-01')]).toEqual([
    'B(A)',
    'A B',
    'B(A)',
  ]);
  expect(outline(await ask(framework))).toBe('A B');
});

describe('entries in the lists of a framework are classified by their type', () => {
  test.each([
    ['the relation in both lists', { competency: 'P C r', relation: 'r' }, 'P(C)'],
    ['the relation among competencies alone', { competency: 'P r C', relation: '' }, 'P(C)'],
    ['competencies in both lists', { competency: 'P C', relation: 'C r P' }, 'P(C)'],
    ['competencies among relations alone', { competency: 'C', relation: 'r P' }, 'P(C)'],
    ['everything in the wrong list', { competency: 'r', relation: 'C P' }, 'P(C)'],
    [
      'all in other lists too',
      { competency: 'P C', relation: 'r', level: 'r P', rollupRule: 'r C', directory: 'r' },
      'P(C)',
    ],
    ['levels among competencies', { competency: 'l P C', relation: 'l r' }, 'P(C)'],
    ['a relation among levels alone', { competency: 'P C', level: 'r', rollupRule: 'r', directory: 'r' }, 'P C'],
    [
      'a competency among levels alone',
      { competency: 'C', relation: 'r', level: 'P', rollupRule: 'P', directory: 'P' },
      'C',
    ],
  ] as readonly (readonly [string, Record<string, string>, string])[])('%s', async (_, lists, expected) => {
    const [p, c] = [competency('P'), competency('C')];
    const objects: Record<string, Thing> = {
      P: p,
      C: c,
      r: newRelation(server, c, 'narrows', p),
      l: newOwnType(server, 'Level', { title: 'Level', competency: shortId(c) }),
    };
    const ids = (names: string) =>
      names
        .split(' ')
        .flatMap((name) => objects[name] ?? [])
        .map(shortId);
    const members = Object.fromEntries(Object.entries(lists).map(([list, names]) => [list, ids(names)]));
    const framework = newFramework(server, [], [], members);
    await save(...Object.values(objects), framework);
    expect(outline(await ask(framework))).toBe(expected);
  });

  test('also in other frameworks', async () => {
    const [a, b, x] = [competency('A'), competency('B'), competency('X')];
    const [requires, outside] = [newRelation(server, a, 'requires', x), newRelation(server, a, 'narrows', b)];
    const framework = newFramework(server, [a, b], [requires]);
    const other = newFramework(server, [outside], [x, outside]);
    await save(a, b, x, requires, outside, framework, other);
    expect(outline(await ask(framework))).toBe('B(A)');
  });
});

describe('an assertion', () => {
  /** The one assertion that a framework of one competency lists. */
  async function listed(members: Record<string, unknown>, parameters: ProfileParameters = {}) {
    const a = competency('A');
    const framework = newFramework(server, [a]);
    await save(a, framework, { ...(await claim(a)), ...members });
    return (await ask(framework, parameters))[0]?.assertions?.[0];
  }

  test('about a person without a readable Person is about Unknown Person, like its agent', async () => {
    const unknown = { subject: 'Unknown Person', agent: 'Unknown Person' };
    expect(await listed({})).toMatchObject(unknown);
    const id = (name: string) => `${server.api}data/schema.org.Person/${name}/1000`;
    const common = { '@context': 'https://schema.org', '@type': 'Person', '@owner': [subject.pem] };
    const hidden = { ...common, '@id': id('hidden'), name: 'Hidden', '@reader': [subject.pem] };
    await save(hidden);
    expect(await listed({})).toMatchObject(unknown);
    await save({ ...common, '@id': id('a-shown'), name: { en: 'Pat' } });
    expect(await listed({})).toMatchObject({ ...unknown, subject: { en: 'Pat' } });
  });

  test.each([
    [Date.UTC(2099, 0, 5), Date.UTC(2099, 0, 5)],
    ['4071600000000', 4_071_600_000_000],
    ['2099-01-05', Date.UTC(2099, 0, 5)],
    ['2099-01-05T12:00:00+02:00', Date.UTC(2099, 0, 5, 10)],
    ['whenever', null],
  ])('that expires at %j expires at %j', async (expirationDate, time) => {
    expect(await listed({ expirationDate })).toMatchObject({ expirationDate: time });
  });

  test.each([1000, '1000', '2020-01-05', '2020-01-05T12:00:00Z'])(
    'that expired at %j does not count',
    async (expirationDate) => {
      expect(await listed({ expirationDate })).toBeUndefined();
    },
  );

  test('counts with and without conditions unless a condition is requested', async () => {
    expect(await listed({})).toBeDefined();
    expect(await listed({ condition: ['Night'] })).toBeDefined();
    expect(await listed({ condition: ['Night'] }, { condition: 'Night' })).toBeDefined();
    expect(await listed({ condition: ['Night'] }, { condition: 'Day' })).toBeUndefined();
    expect(await listed({}, { condition: 'Day' })).toBeUndefined();
  });
});
