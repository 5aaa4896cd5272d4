import { beforeEach, expect, it } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { sealText } from '../../shared/repository/access/testing/encrypted-value.ts';
import { useBrowserWorker, useNodeWorker } from './browser-worker.ts';
import { loadClient, managerOf, newThing, shortIds, useSession } from './client.ts';
import type { EncryptedValue, LinkedData } from './client-types.ts';

const client = loadClient();
const { EcEncryptedValue, EcIdentityManager, EcRepository } = client;
const session = useSession(client);

let thing: LinkedData;
let encrypted: EncryptedValue;

/** A Thing of the current user that another user may read, saved encrypted. */
beforeEach(async () => {
  const { repo, me, other } = session();
  thing = newThing(client, repo, 'A secret name', me);
  thing.setDescription('Aardvarks everywhere');
  thing.squirrel = 'brown';
  thing.addReader(other.ppk.toPk());
  encrypted = await EcEncryptedValue.toEncryptedValue(thing);
  await repo.saveTo(encrypted);
});

it('H10 owner and reader decrypt an encrypted object, other callers get null', async () => {
  const { repo, others, nobody } = session();
  const stranger = managerOf(client, await strangerIdentity());
  for (const eim of [EcIdentityManager.default, others]) {
    const found = await EcRepository.get(thing.shortId(), null, null, repo, eim);
    expect(found.getFullType()).toBe('https://schema.cassproject.org/kbac/0.4/EncryptedValue');
    const plain = await EcEncryptedValue.fromEncryptedValue(found, null, null, eim);
    expect(plain.squirrel).toBe('brown');
    expect(plain.getFullType()).toBe('http://schema.org/Thing');
  }
  for (const eim of [nobody, stranger]) {
    expect(await EcRepository.get(thing.shortId(), null, null, repo, eim)).toBeNull();
    expect(await EcRepository.history(thing.shortId(), repo, eim)).toBeNull();
    expect(await repo.multiget([thing.shortId()], null, null, eim)).toEqual([]);
    expect(await repo.search(`@id:"${thing.shortId()}"`, null, null, null, eim)).toEqual([]);
  }
});

it('H10 the decrypted value equals the encrypted one, byte for byte', async () => {
  const { repo } = session();
  const found = await EcRepository.get(thing.shortId(), null, null, repo);
  expect(found.payload).toBe(encrypted.payload);
  expect(found.iv).toBe(encrypted.iv);
  expect(found.secret).toEqual(encrypted.secret);
  expect(found.encryptedType).toBe('Thing');
  expect(found.owner).toEqual(thing.owner);
  expect(found.reader).toEqual(thing.reader);
});

it('H10 neither the secret parts nor the plain text of an encrypted object are found by search', async () => {
  const { repo } = session();
  for (const query of ['Aardvarks', `payload:"${encrypted.payload}"`, '_exists_:payload', '_exists_:secret']) {
    const found = await repo.searchWithParams(`@id:"${thing.shortId()}" AND ${query}`, {});
    expect(shortIds(found), query).toEqual([]);
  }
  expect(shortIds(await repo.search(`@id:"${thing.shortId()}" AND name:"secret name"`))).toEqual([thing.shortId()]);
});

it('H10 a removed reader can read the old version and not the new one', async () => {
  const { repo, other, others } = session();
  const old = (await EcRepository.get(thing.shortId(), null, null, repo)).id;
  await encrypted.removeReader(other.ppk.toPk());
  await repo.saveTo(encrypted);
  expect(await EcRepository.get(thing.shortId(), null, null, repo, others)).toBeNull();
  const before = await EcRepository.get(old, null, null, repo, others);
  expect((await EcEncryptedValue.fromEncryptedValue(before, null, null, others)).squirrel).toBe('brown');
  expect((await EcRepository.history(thing.shortId(), repo, others))?.length).toBe(1);
});

it('H10 an object that was decrypted is encrypted again when it is saved', async () => {
  const { repo, nobody } = session();
  const plain = await EcEncryptedValue.fromEncryptedValue(await EcRepository.get(thing.shortId(), null, null, repo));
  plain.squirrel = 'red';
  for (const save of [() => repo.saveTo(plain), () => repo.multiput([plain]), () => EcRepository.save(plain)]) {
    await save();
    const stored = await EcRepository.get(thing.shortId(), null, null, repo);
    expect(stored.type).toBe('EncryptedValue');
    expect((await EcEncryptedValue.fromEncryptedValue(stored)).squirrel).toBe('red');
    expect(await EcRepository.get(thing.shortId(), null, null, repo, nobody)).toBeNull();
  }
});

it('H10 an object may turn plain and encrypted again and is found once each time', async () => {
  const { repo, nobody } = session();
  thing.reader = null;
  for (const encrypt of [false, true, false]) {
    EcEncryptedValue.encryptOnSave(thing.id, encrypt);
    await repo.saveTo(thing);
    const seen = await repo.search(`@id:"${thing.shortId()}"`);
    expect(seen.map((one) => one.type)).toEqual([encrypt ? 'EncryptedValue' : 'Thing']);
    expect((await repo.search(`@id:"${thing.shortId()}"`, null, null, null, nobody)).length).toBe(encrypt ? 0 : 1);
  }
  expect((await EcRepository.history(thing.shortId(), repo))?.length).toBe(4);
});

it('H10 an object encrypted twice is unwrapped layer by layer', async () => {
  const { repo } = session();
  const twice = new EcEncryptedValue();
  const outer = await EcEncryptedValue.toEncryptedValue(
    Object.assign(newThing(client, repo, 'Outer', session().me), { inner: JSON.parse(encrypted.toJson()) }),
  );
  twice.copyFrom(outer);
  await repo.saveTo(twice);
  const unwrapped = await EcEncryptedValue.fromEncryptedValue(
    await EcRepository.get(outer.shortId(), null, null, repo),
  );
  // The unwrapped object holds the inner one as plain JSON.
  const inner = unwrapped.inner as LinkedData;
  const innermost = new EcEncryptedValue();
  innermost.copyFrom(inner);
  expect(JSON.parse(await innermost.decryptIntoString(null, null))).toMatchObject({ squirrel: 'brown' });
});

it('H10 the type of an encrypted object can stay hidden', async () => {
  const { repo } = session();
  const hidden = await EcEncryptedValue.toEncryptedValue(
    newThing(client, repo, 'Of no known type', session().me),
    true,
  );
  await repo.saveTo(hidden);
  const found = await EcRepository.get(hidden.shortId(), null, null, repo);
  expect(found.encryptedType).toBeUndefined();
  expect((await EcEncryptedValue.fromEncryptedValue(found)).getName()).toBe('Of no known type');
});

it('H10 typed search finds and decrypts encrypted objects', async () => {
  const { repo, me, others } = session();
  const competency = new client.EcCompetency();
  competency.generateId(repo.selectedServer);
  competency.addOwner(me.ppk.toPk());
  competency.setName('Tie a bowline');
  competency.setDescription('in the dark');
  EcEncryptedValue.encryptOnSave(competency.shortId(), true);
  await competency.save(null, null, repo);
  const found = await client.EcCompetency.search(repo, `@id:"${competency.shortId()}"`);
  expect(found.map((one) => one.description)).toEqual(['in the dark']);
  expect(await client.EcCompetency.search(repo, `@id:"${competency.shortId()}"`, null, null, {}, others)).toEqual([]);
  expect((await client.EcCompetency.get(competency.shortId(), null, null, repo))?.description).toBe('in the dark');
});

it.each([
  ['Node', useNodeWorker],
  ['browser', useBrowserWorker],
])('H10 the %s build of the client library decrypts values that the service encrypted', async (_build, useWorker) => {
  const { me } = session();
  useWorker(client);
  const sealed = await sealText(JSON.stringify({ ...JSON.parse(thing.toJson()), squirrel: 'grün 你 😀' }), {
    id: thing.id,
    owners: [parsePublicKey(me.ppk.toPk().toPem())],
    readers: [],
    encryptedType: 'Thing',
    encryptedContext: 'http://schema.org',
  });
  const value = new EcEncryptedValue();
  value.copyFrom(sealed as LinkedData);
  expect((await EcEncryptedValue.fromEncryptedValue(value)).squirrel).toBe('grün 你 😀');
});

async function strangerIdentity() {
  const identity = new client.EcIdentity();
  identity.ppk = await client.EcPpk.generateKeyAsync();
  return identity;
}
