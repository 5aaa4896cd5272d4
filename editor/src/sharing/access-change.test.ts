import { expect, test } from 'vitest';
import { createIdentity } from '../identity/identity.ts';
import type { Access } from './access.ts';
import { changedAccess } from './access-change.ts';

const NAMES = ['ada', 'bob', 'eve'] as const;
const people = await Promise.all(NAMES.map((name) => createIdentity(name)));
const [ada, bob, eve] = people.map(({ key }) => key.publicKey);
if (ada === undefined || bob === undefined || eve === undefined) throw new Error('Somebody is missing.');

const isPrivate = (owners: Access['owners'], readers: Access['readers'] = []): Access => {
  return { isPrivate: true, owners, readers };
};
const isPublic = (...owners: Access['owners']): Access => ({ isPrivate: false, owners, readers: [] });

test('a change of access adds to what others have changed meanwhile', () => {
  const change = { before: isPrivate([ada]), after: isPrivate([ada], [bob]) };
  expect(changedAccess(change, isPrivate([ada], [eve]))).toEqual(isPrivate([ada], [eve, bob]));
  expect(changedAccess(change, isPrivate([ada], [bob]))).toEqual(isPrivate([ada], [bob]));
  expect(changedAccess(change, isPrivate([ada, bob]))).toEqual(isPrivate([ada, bob]));
});

test('only people whom the person has removed are removed', () => {
  const change = { before: isPublic(ada, bob), after: isPublic(bob) };
  expect(changedAccess(change, isPublic(ada, bob, eve))).toEqual(isPublic(bob, eve));
  expect(changedAccess(change, isPublic(eve))).toEqual(isPublic(eve));
});

test('a framework stays private or public as others have decided, unless the person decides it', () => {
  const owner = { before: isPublic(ada), after: isPublic(ada, bob) };
  expect(changedAccess(owner, isPrivate([ada], [eve]))).toEqual(isPrivate([ada, bob], [eve]));
  expect(changedAccess({ before: isPublic(ada), after: isPrivate([ada]) }, isPublic(ada, eve))).toEqual(
    isPrivate([ada, eve]),
  );
  expect(changedAccess({ before: isPrivate([ada], [bob]), after: isPublic(ada) }, isPrivate([ada], [eve]))).toEqual(
    isPublic(ada),
  );
});

test('a private framework has an owner also where others removed all of them', () => {
  expect(changedAccess({ before: isPublic(ada), after: isPrivate([ada]) }, isPublic())).toEqual(isPrivate([ada]));
});
