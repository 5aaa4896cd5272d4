import { describe, expect, test } from 'vitest';
import { type PublicKey, parsePublicKey } from '../../base/crypto/public-key.ts';
import { accessFacts } from '../../repository/access/permissions.ts';
import { publicKey } from '../../repository/access/testing/caller.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import type { ChangedVersion } from '../../repository/objects/profile-effect.ts';
import { memoryKeyValues } from '../testing/key-values.ts';
import { createGenerations } from './generations.ts';
import { createInvalidation } from './invalidation.ts';
import { ALWAYS_USED } from './usage-flag.ts';

const [owner, subject, reader] = [publicKey(1), publicKey(2), publicKey(3)];
const sealed = (...readers: readonly PublicKey[]): JsonObject => ({
  '@type': 'EncryptedValue',
  payload: '',
  owner: [owner.pem],
  reader: readers.map(({ pem }) => pem),
});

function version(object: JsonObject): ChangedVersion {
  return { text: JSON.stringify(object), access: accessFacts(object) };
}

const ASSERTION = { '@type': 'Assertion', '@owner': [owner.pem], subject: sealed(subject) };

/** The people whose generations end because of these versions; `all`: the generations of all people. */
async function ended(...versions: readonly (ChangedVersion | null)[]): Promise<readonly string[]> {
  const { keyValues, calls } = memoryKeyValues(() => 0);
  const generations = createGenerations({ keyValues, usage: ALWAYS_USED, now: () => 0, lifetime: 1000 });
  const changes = createInvalidation(generations, parsePublicKey).observe();
  for (const one of versions) changes.add(one);
  await changes.end();
  const people = new Map([
    [owner.id, 'owner'],
    [subject.id, 'subject'],
    [reader.id, 'reader'],
  ] as readonly (readonly [string, string])[]);
  return calls.map((call) => call.replace(/^delete .*\//, '')).map((name) => people.get(name) ?? name);
}

describe('which profiles a write ends', () => {
  test.each([
    ['an assertion', ASSERTION],
    ['one of another vocabulary', { ...ASSERTION, '@type': 'https://schema.svc.org/0.4/Assertion' }],
    ['one of several types', { ...ASSERTION, '@type': ['Thing', 'Assertion'] }],
    ['one that is encrypted as a whole', { ...sealed(subject), encryptedType: 'Assertion' }],
    ['one that is encrypted as a whole, with @', { ...sealed(subject), '@encryptedType': 'x:Assertion' }],
  ])('%s ends those of the keys that it names, at every depth', async (_, object) => {
    expect((await ended(version(object))).toSorted()).toEqual(['owner', 'subject']);
  });

  test('the replaced version has the same effect as the new one', async () => {
    const replaced = version({ ...ASSERTION, subject: sealed(reader) });
    expect((await ended(replaced, version(ASSERTION))).toSorted()).toEqual(['owner', 'reader', 'subject']);
  });

  test.each([
    'Framework',
    'Competency',
    'https://schema.cassproject.org/0.4/Relation',
    'Level',
    'CreativeWork',
    'skos:Concept',
    'Person',
    'ceasn:Competency',
  ])('%s ends all, once', async (type) => {
    const one = version({ '@type': type, '@owner': [owner.pem] });
    const encrypted = version({ ...sealed(reader), encryptedType: type });
    expect(await ended(one, one, version(ASSERTION))).toEqual(['all']);
    expect(await ended(encrypted)).toEqual(['all']);
  });

  test('objects that may be relations or concepts end profiles under any type, as do objects with a hidden type', async () => {
    expect(await ended(version({ '@type': 'Edge', relationType: 'narrows' }))).toEqual(['all']);
    expect(await ended(version({ '@type': 'Tag', 'skos:prefLabel': 'Night' }))).toEqual(['all']);
    expect(await ended(version(sealed(subject)))).toEqual(['all']);
  });

  test('other objects invalidate nothing, and cause no call to the store', async () => {
    const thing = {
      '@type': 'Thing',
      '@owner': [owner.pem],
      about: 'an assertion about a person',
      part: sealed(reader),
    };
    expect(await ended(null, version(thing), version({ ...thing, '@type': 'Organization' }))).toEqual([]);
  });

  test('an assertion with very many keys ends all profiles', async () => {
    const many = Array.from({ length: 257 }, (_, index) => publicKey(index + 10));
    expect(await ended(version({ ...ASSERTION, subject: sealed(...many) }))).toEqual(['all']);
  });

  test('text that is not JSON invalidates all profiles, since it may be any object', async () => {
    expect(await ended({ text: '{"@type":"Assertion"', access: accessFacts({}) })).toEqual(['all']);
  });
});

describe('before a write', () => {
  async function begun() {
    const { keyValues, calls } = memoryKeyValues(() => 0);
    const generations = createGenerations({ keyValues, usage: ALWAYS_USED, now: () => 0, lifetime: 1000 });
    return { calls, generations, changes: createInvalidation(generations, parsePublicKey).observe() };
  }

  test('cached profiles are invalidated, and so are those calculated before the write ends', async () => {
    const { generations, changes } = await begun();
    const marks = [await generations.of(subject.id)];
    changes.add(version(ASSERTION));
    await changes.begin();
    marks.push(await generations.of(subject.id));
    await changes.end();
    marks.push(await generations.of(subject.id));
    expect(new Set(marks).size).toBe(3);
  });

  test('each part of a batch invalidates the profiles that it changes, also if an earlier part did', async () => {
    const { calls, changes } = await begun();
    changes.add(version({ ...ASSERTION, subject: sealed(reader) }));
    await changes.begin();
    calls.splice(0);
    changes.add(version(ASSERTION));
    await changes.begin();
    expect(calls.map((call) => call.replace(/^delete .*\//, '')).sort()).toEqual([owner.id, subject.id].sort());
  });

  test('a part waits for work that another part of its batch has begun', async () => {
    const waiting = Promise.withResolvers<void>();
    const generations = {
      ...(await begun()).generations,
      end: () => waiting.promise,
    };
    const changes = createInvalidation(generations, parsePublicKey).observe();
    changes.add(version(ASSERTION));
    const order: string[] = [];
    const both = [1, 2].map((part) => changes.begin().then(() => order.push(`part ${part}`)));
    await Promise.resolve().then(() => order.push('ended'));
    waiting.resolve();
    await Promise.all(both);
    expect(order).toEqual(['ended', 'part 1', 'part 2']);
  });

  test('the store is not called if nothing is affected', async () => {
    const { calls, changes } = await begun();
    changes.add(version({ '@type': 'Thing', '@owner': [owner.pem] }));
    await changes.begin();
    expect(calls).toEqual([]);
  });
});
