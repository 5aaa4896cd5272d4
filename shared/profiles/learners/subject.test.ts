import { createPublicKey } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  BASE,
  type Cast,
  callerOf,
  competency,
  competencyId,
  idOf,
  makeCast,
  person,
  whole,
} from '../../../test/support/profile-fixture.ts';
import { loadFor } from '../../../test/support/profile-parts.ts';
import { useProfileWorld } from '../../../test/support/use-profile-world.ts';
import { ANONYMOUS, type Caller } from '../../repository/access/caller.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { createLoadContext } from '../load/context.ts';
import type { LoadedProfile } from '../service/load-profile.ts';
import { resolveSubject, type Subject } from './subject.ts';

const cast = await makeCast();
const world = useProfileWorld();

beforeAll(async () => {
  const seeks = [
    { itemOffered: { serviceOutput: { competency: `${competencyId('A')}/1000` } } },
    { isHighPriorityGoal: true, itemOffered: { serviceOutput: [{ competency: [competencyId('B')] }] } },
    { itemOffered: 'nothing' },
    7,
  ];
  await world.save(
    ...whole('F', [competency('A'), competency('B')]),
    person(cast.subject, 'Pat', { email: 'pat@example.org', username: 'pat "OR" *', seeks }),
  );
});

function resolve(text: string, caller: Caller = ANONYMOUS): Promise<Subject> {
  const rights = { caller, acting: [cast.service], open: false };
  return resolveSubject(
    createLoadContext(world.ctx, rights, async () => {}),
    text,
  );
}

function load(subject: string, caller: Caller = ANONYMOUS): Promise<LoadedProfile> {
  return loadFor(world.ctx, cast, idOf('Framework', 'F'), { subject, caller });
}

/** Another person object of a key, under a separate id. */
function other(name: string, owner: keyof Cast, members: JsonObject): JsonObject {
  const made = person(cast[owner], name, members);
  return { ...made, '@id': `${BASE}data/schema.org.Person/${name}/1000` };
}

describe('a subject is found by', () => {
  const pem = (): string => cast.subject.publicKey.pem;
  const nodeKey = () => createPublicKey({ key: Buffer.from(cast.subject.publicKey.spki), format: 'der', type: 'spki' });
  const lines = (): string => nodeKey().export({ type: 'spki', format: 'pem' }).toString();
  const print = (): string => cast.subject.publicKey.fingerprint;

  test.each([
    ['its key on one line', pem],
    ['its key in lines', lines],
    ['its key in lines of another system', () => lines().replaceAll('\n', '\r\n')],
    ['its key as PKCS#1', () => nodeKey().export({ type: 'pkcs1', format: 'pem' }).toString()],
    ['its key with spaces in place of plus signs', () => pem().replaceAll('+', ' ')],
    ['its key with plus signs in place of spaces', () => pem().replaceAll(' ', '+')],
    ['its fingerprint', print],
    ['its fingerprint as tools print it', () => `MD5:${(print().match(/../g) ?? []).join(':').toUpperCase()}`],
    ['the id of the person', () => `${BASE}data/schema.org.Person/${print()}`],
    ['a versioned id of the person', () => `${BASE}data/schema.org.Person/${print()}/1000`],
    ['a data address with the fingerprint', () => `${BASE}data/${print()}`],
    ['a path with the fingerprint', () => `data/${print()}`],
    ['its e-mail address', () => 'pat@example.org'],
    ['its user name, whatever that holds', () => 'pat "OR" *'],
  ])('%s', async (_, text) => {
    expect((await resolve(text())).key.id).toBe(cast.subject.publicKey.id);
  });

  test('an unknown key', async () => {
    expect(await resolve(cast.stranger.publicKey.pem)).toEqual({ key: cast.stranger.publicKey, person: null });
    const { person: somebody } = await load(cast.stranger.publicKey.pem);
    expect(somebody).toEqual({ name: 'Unknown Person', goals: [] });
  });

  test('the fingerprint of a key that the caller proved', async () => {
    const text = cast.stranger.publicKey.fingerprint;
    expect((await resolve(text, callerOf(cast.stranger))).key.id).toBe(cast.stranger.publicKey.id);
    await expect(resolve(text)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a subject is not found by', () => {
  test.each([
    '',
    ' ',
    'nobody@example.org',
    'pat',
    'Pat',
    'PAT@example.org',
    'example.org',
    'x" OR email:*',
    '*',
    '0123456789abcdef0123456789abcdef',
    `${BASE}data/schema.org.Person/nobody`,
    'https://elsewhere.example/person',
    'x'.repeat(5000),
    '__proto__',
  ])('%s', async (text) => {
    await expect(resolve(text)).rejects.toMatchObject({ code: 'not-found', extras: { where: 'subject' } });
  });

  test('the id of an object that is not a person', async () => {
    await expect(resolve(competencyId('A'))).rejects.toMatchObject({ code: 'not-found' });
  });

  test('the id of a person of another kind', async () => {
    await world.save(other('robot', 'second', { personType: 'Robot', email: 'robot@example.org' }));
    await expect(resolve('robot@example.org')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('I8 any name of a person that is hidden from the caller', async () => {
    await world.save(other('shy', 'second', { email: 'shy@example.org', '@reader': [cast.assessor.publicKey.pem] }));
    for (const text of ['shy@example.org', `${BASE}data/schema.org.Person/shy`]) {
      await expect(resolve(text)).rejects.toMatchObject({ code: 'not-found' });
      expect((await resolve(text, callerOf(cast.assessor))).key.id).toBe(cast.second.publicKey.id);
    }
  });
});

test.each([
  '-----BEGIN PUBLIC KEY-----MIIB-----END PUBLIC KEY-----',
  '-----BEGIN PUBLIC KEY-----',
  '-----BEGIN+PUBLIC+KEY-----%%%-----END+PUBLIC+KEY-----',
  '-----BEGIN PRIVATE KEY-----MIIB-----END PRIVATE KEY-----',
])('a text that looks like a key but is not one is malformed: %s', async (text) => {
  await expect(resolve(text)).rejects.toMatchObject({
    code: 'malformed-key',
    status: 400,
    extras: { where: 'subject' },
  });
});

test('the person with the smallest id is used if several have the same e-mail address', async () => {
  await world.save(
    other('twin-b', 'stranger', { email: 'twin@example.org' }),
    other('twin-a', 'second', { email: ['old@example.org', 'twin@example.org'] }),
    other('twin-c', 'assessor', { email: 'twin@example.org' }),
  );
  expect((await resolve('twin@example.org')).key.id).toBe(cast.second.publicKey.id);
});

describe('the person', () => {
  test.each([
    ['key', () => cast.subject.publicKey.pem],
    ['e-mail address', () => 'pat@example.org'],
  ])('has name and goals when found by %s', async (_, text) => {
    const { person: pat } = await load(text());
    expect(pat).toEqual({
      name: 'Pat',
      goals: [
        { competency: competencyId('A'), highPriority: false },
        { competency: competencyId('B'), highPriority: true },
      ],
    });
  });

  test('is found by the first owner if no id has the fingerprint, and is the one with the smallest id', async () => {
    await world.save(other('agent-b', 'service', {}), other('agent-a', 'service', {}));
    expect((await load(cast.service.publicKey.pem)).person.name).toBe('agent-a');
  });

  test('is not found if its id has the fingerprint of a key that does not own it', async () => {
    const mine = person(cast.assessor, 'Impostor', { '@owner': [cast.stranger.publicKey.pem] });
    await world.save(mine);
    expect((await load(cast.assessor.publicKey.pem)).person.name).not.toBe('Impostor');
  });
});
