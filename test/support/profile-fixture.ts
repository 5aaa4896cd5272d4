import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrivateKey } from '../../shared/base/crypto/private-key.ts';
import type { PublicKey } from '../../shared/base/crypto/public-key.ts';
import { createAssertionCache } from '../../shared/profiles/load/assertion.ts';
import { createDecryptor } from '../../shared/profiles/load/decryptor.ts';
import { ANONYMOUS, type Caller } from '../../shared/repository/access/caller.ts';
import { callerWith } from '../../shared/repository/access/testing/caller.ts';
import { sealText } from '../../shared/repository/access/testing/encrypted-value.ts';
import { makeKey } from '../../shared/repository/access/testing/sheet.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { removeMany } from '../../shared/repository/objects/remove-many.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import { openEmbeddedRepository, saveAll } from './repository.ts';

/** Own address of the repository in these tests. */
export const BASE = 'http://localhost:8080/api/';

const CONTEXT = 'https://schema.cassproject.org/0.4';
const PREFIX = `${BASE}data/schema.cassproject.org.0.4.`;

/** The persons of the tests; `service` is the key that the profile engine acts with. */
export type Cast = Readonly<Record<'subject' | 'assessor' | 'second' | 'service' | 'stranger', PrivateKey>>;

/** Makes new keys for all persons. */
export async function makeCast(): Promise<Cast> {
  const [subject, assessor, second, service, stranger] = await Promise.all([
    makeKey(),
    makeKey(),
    makeKey(),
    makeKey(),
    makeKey(),
  ]);
  return { subject, assessor, second, service, stranger };
}

/** A caller that proved the keys of these people. */
export function callerOf(...people: readonly PrivateKey[]): Caller {
  return callerWith(people.map(({ publicKey }) => publicKey));
}

/** An admin with the key of a person. */
export function adminOf({ publicKey }: PrivateKey): Caller {
  return callerWith([publicKey], [publicKey.id]);
}

/** The short id of the object of a type that tests call by this name. */
export function idOf(type: string, name: string): string {
  return `${PREFIX}${type}/${name}`;
}

export const competencyId = (name: string): string => idOf('Competency', name);

/** An object of the service's own vocabulary, as the client library writes it. */
export function ownObject(type: string, name: string, members: JsonObject = {}): JsonObject {
  return { '@context': CONTEXT, '@type': type, '@id': `${idOf(type, name)}/1000`, ...members };
}

export function competency(name: string, members: JsonObject = {}): JsonObject {
  return ownObject('Competency', name, { name, ...members });
}

/** A relation such as `C narrows P`, which is also its name. */
export function relation(source: string, type: string, target: string, members: JsonObject = {}): JsonObject {
  const ends = { source: competencyId(source), target: competencyId(target), relationType: type };
  return ownObject('Relation', `${source}-${type}-${target}`, { ...ends, ...members });
}

/** A framework that lists these objects. */
export function framework(name: string, contents: readonly JsonObject[], members: JsonObject = {}): JsonObject {
  const ids = (type: string) => contents.filter((one) => one['@type'] === type).map((one) => shortIdIn(one));
  return ownObject('Framework', name, { name, competency: ids('Competency'), relation: ids('Relation'), ...members });
}

/** A framework with the objects that it lists. */
export function whole(name: string, contents: readonly JsonObject[], members: JsonObject = {}): JsonObject[] {
  return [...contents, framework(name, contents, members)];
}

/** The short id of an object made here. */
export function shortIdIn(object: JsonObject): string {
  return String(object['@id']).replace(/\/\d+$/, '');
}

/** The person object of a key, under the id that the client library gives it. */
export function person({ publicKey }: PrivateKey, name: string, members: JsonObject = {}): JsonObject {
  const id = `${BASE}data/schema.org.Person/${publicKey.fingerprint}/1000`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    '@id': id,
    '@owner': [publicKey.pem],
    name,
    ...members,
  };
}

/** A CreativeWork aligned to competencies. */
export function resource(name: string, ...competencies: readonly string[]): JsonObject {
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    '@id': `${BASE}data/schema.org.CreativeWork/${name}/1000`,
    name,
    educationalAlignment: competencies.map((one) => ({ '@type': 'AlignmentObject', targetUrl: competencyId(one) })),
  };
}

/** The contents of an assertion. */
export type AssertionOptions = {
  readonly competency: string;
  readonly about: PrivateKey;
  readonly by: PrivateKey;
  /** Further readers of the encrypted parts, besides the subject. */
  readonly readers?: readonly PrivateKey[];
  readonly negative?: boolean;
  readonly date?: number;
  readonly expires?: number;
  readonly evidence?: readonly string[];
  /** Members that are added, or that replace the default ones. */
  readonly members?: JsonObject;
};

/** An assertion as the client library writes it: each part is encrypted for its owner, the subject and the readers. */
export async function assertion(name: string, options: AssertionOptions): Promise<JsonObject> {
  const { about, by, readers = [], negative, date, expires, evidence } = options;
  const owners = [by.publicKey];
  const id = `${idOf('Assertion', name)}/1000`;
  const seal = (text: string) =>
    sealText(text, { id, owners, readers: [about.publicKey, ...readers.map(({ publicKey }) => publicKey)] });
  return ownObject('Assertion', name, {
    '@owner': owners.map(({ pem }) => pem),
    competency: competencyId(options.competency),
    subject: await seal(about.publicKey.pem),
    agent: await seal(by.publicKey.pem),
    ...(negative === undefined ? {} : { negative: await seal(String(negative)) }),
    ...(date === undefined ? {} : { assertionDate: await seal(String(date)) }),
    ...(expires === undefined ? {} : { expirationDate: await seal(String(expires)) }),
    ...(evidence === undefined ? {} : { evidence: await Promise.all(evidence.map(seal)) }),
    ...options.members,
  });
}

/** An object encrypted as a whole for these people, with its type unencrypted. */
export async function wrapped(
  object: JsonObject,
  owner: PublicKey,
  readers: readonly PublicKey[],
): Promise<JsonObject> {
  return sealText(JSON.stringify(object), {
    id: String(object['@id']),
    owners: [owner],
    readers,
    encryptedType: String(object['@type']),
    encryptedContext: String(object['@context']),
  });
}

/** Number of calls to a store so far. */
export type StoreCalls = { heads: number; search: number };

/** A repository without HTTP over an embedded store in a new directory. The caller closes it. */
export async function openProfileWorld() {
  const directory = await mkdtemp(join(tmpdir(), 'profile-'));
  const { stores, ctx: repository } = await openEmbeddedRepository(directory, { settings: { searchDeadline: 20_000 } });
  const calls: StoreCalls = { heads: 0, search: 0 };
  const store: ObjectStore = {
    ...delegate(stores.objects),
    heads: (names) => {
      calls.heads++;
      return stores.objects.heads(names);
    },
    search: (request) => {
      calls.search++;
      return stores.objects.search(request);
    },
    vectors: null,
    searchStates: (request) => {
      calls.search++;
      return stores.objects.searchStates(request);
    },
  };
  const ctx = {
    ...repository,
    store,
    decryptor: createDecryptor(),
    assertions: createAssertionCache(repository.readKey),
  };
  return {
    ctx,
    calls,
    /** Saves objects. @throws the problem of the first refused one */
    async save(...objects: readonly JsonObject[]): Promise<void> {
      const copies = objects.map((object) => structuredClone(object));
      await saveAll(ctx, copies, ANONYMOUS);
    },
    /** Deletes objects that have no owner. */
    async remove(...objects: readonly JsonObject[]): Promise<void> {
      const references = objects.map((object) => ({ name: shortIdIn(object), version: null }));
      await removeMany(ctx, references, ANONYMOUS, 'batch');
    },
    async close(): Promise<void> {
      await stores.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type ProfileWorld = Awaited<ReturnType<typeof openProfileWorld>>;

/** All methods of a store as members of a new object. */
function delegate(store: ObjectStore): ObjectStore {
  return {
    heads: (names) => store.heads(names),
    recentHeads: (names) => store.recentHeads(names),
    texts: (versions) => store.texts(versions),
    version: (key, version) => store.version(key, version),
    history: (key, limit) => store.history(key, limit),
    trail: (key, limit) => store.trail(key, limit),
    write: (requests, searchable) => store.write(requests, searchable),
    makeSearchable: () => store.makeSearchable(),
    remove: (requests) => store.remove(requests),
    vectors: store.vectors,
    search: (request) => store.search(request),
    searchStates: (request) => store.searchStates(request),
    scan: (cursor, limit) => store.scan(cursor, limit),
    changes: (cursor, limit) => store.changes(cursor, limit),
    changesSince: (time) => store.changesSince(time),
    changeTimes: (keys) => store.changeTimes(keys),
    count: () => store.count(),
    restore: (requests) => store.restore(requests),
    rebuild: (progress) => store.rebuild(progress),
    purge: () => store.purge(),
    tend: (ended) => store.tend(ended),
    health: () => store.health(),
    close: () => store.close(),
  };
}
