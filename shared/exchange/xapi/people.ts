import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LRUCache } from 'lru-cache';
import { mapLimit } from '../../base/concurrency/map-limit.ts';
import { generateKeyPair, type PrivateKey, publicKeyIn } from '../../base/crypto/private-key.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { firstPeopleWith } from '../../people/first-people.ts';
import { callerWithKey } from '../../repository/access/caller.ts';
import { type JsonObject, member } from '../../repository/linked-data/json.ts';
import { items } from '../../repository/linked-data/references.ts';
import type { ObjectContext } from '../../repository/objects/context.ts';
import { ignoreFailedPrecondition, ONLY_IF_ABSENT } from '../../repository/objects/precondition.ts';
import { save } from '../../repository/objects/put-many.ts';
import { storedObject, wholeVersion } from '../../repository/objects/stored-versions.ts';
import { personKeyName } from '../../repository/secrets/person-key.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import type { HeadState } from '../../repository/store/object-store.ts';
import { createMailboxDigests } from './mailbox-digests.ts';
import type { PersonIdentifier } from './person-identifiers.ts';

/** The keys of people that statements are about. */
export type People = {
  /**
   * The key of each person, in the order of the identifiers. An unknown person gets a key, which the service keeps, and a record
   * that only that key and the adapter's may read. If several instances do so concurrently, it is one person.
   *
   * @param maxNew keys that may be made, each of which takes a moment; null for those beyond
   */
  readonly keysOf: (identifiers: readonly PersonIdentifier[], maxNew: number) => Promise<readonly (PublicKey | null)[]>;
  /** The key of a group as a whole, by the keys of its members. */
  readonly groupKey: (members: readonly PublicKey[], name: string | null) => Promise<PublicKey>;
  /**
   * Lets a reader read the record of an issuer of badges: of a person that was created here, or of the adapter, which gets a public
   * one. Records that people made themselves are not changed.
   */
  readonly publish: (issuer: PublicKey, reader: PublicKey) => Promise<void>;
};

const MAX_KNOWN = 20_000;

/** Time for which a person's key is cached: a Person with the same address may be registered meanwhile. */
const KNOWN_MS = 60_000;

/** Number of keys that are generated or read concurrently. */
const MAX_CONCURRENCY = 4;

/** @param kept stores the private keys of people that the adapter creates */
export function createPeople(ctx: ObjectContext, kept: SecretStore, adapter: PrivateKey): People {
  const known = new LRUCache<string, PublicKey>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  const published = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  const caller = callerWithKey(adapter);
  const mailboxDigests = createMailboxDigests(ctx, caller);
  const [base] = ctx.config.bases;

  async function make(
    name: string,
    facts: JsonObject,
    others: readonly PublicKey[] = [],
    generate = newKey,
  ): Promise<PublicKey> {
    const pem = await kept.secret(`${name}.pem`, generate);
    const key = publicKeyIn(pem);
    const readers = [key, adapter.publicKey, ...others].map((one) => one.pem);
    await create(key, { ...facts, owner: [key.pem, adapter.publicKey.pem], reader: readers });
    return key;
  }

  async function create(key: PublicKey, members: JsonObject): Promise<void> {
    const object: JsonObject = {
      '@context': 'https://schema.org',
      '@type': 'Person',
      '@id': `${recordOf(key)}/${ctx.now()}`,
      ...members,
    };
    await save(ctx, { object, precondition: ONLY_IF_ABSENT }, caller).catch(ignoreFailedPrecondition);
  }

  /** Short id. */
  function recordOf({ fingerprint }: PublicKey): string {
    return `${base}data/schema.org.Person/${fingerprint}`;
  }

  return {
    async keysOf(identifiers, maxNew) {
      let left = maxNew;
      const generate = (): Promise<string> => (left-- > 0 ? newKey() : Promise.reject(TOO_MANY));
      const keys = new Map(identifiers.map((one) => [nameOf(one), known.get(nameOf(one)) ?? null]));
      const unknown = identifiers.filter((one) => keys.get(nameOf(one)) === null);
      const digests = unknown.some(({ kind }) => kind === 'mbox_sha1sum') ? await mailboxDigests() : null;
      const addressOf = ({ kind, value }: PersonIdentifier): string | undefined =>
        kind === 'mbox' ? value : kind === 'mbox_sha1sum' ? digests?.get(value) : undefined;
      const registered = await firstPeopleWith(ctx, caller, 'email', [
        ...new Set(unknown.flatMap((one) => addressOf(one) ?? [])),
      ]);
      await mapLimit(unknown, MAX_CONCURRENCY, async (one) => {
        const found = registered.get(addressOf(one) ?? '');
        const key = found ?? (await make(nameOf(one), factsOf(one), [], generate).catch(nullIfTooMany));
        keys.set(nameOf(one), key);
        if (key !== null) known.set(nameOf(one), key);
      });
      return identifiers.map((one) => keys.get(nameOf(one)) ?? null); // of those known, some may have expired meanwhile
    },
    async groupKey(members, name) {
      const ids = members.map(({ id }) => id).toSorted();
      const digest = bytesToHex(sha256(utf8ToBytes(JSON.stringify(ids))));
      const own = `group-${digest}`;
      const key = known.get(own) ?? (await make(own, { identifier: digest, ...(name !== null && { name }) }, members));
      known.set(own, key);
      return key;
    },
    async publish(issuer, reader) {
      if (published.has(issuer.id)) return;
      const [head = null] = await ctx.store.heads([recordOf(issuer)]);
      if (head === null && issuer.id === adapter.publicKey.id) {
        await create(issuer, { name: ctx.config.badges.issuerName, owner: [issuer.pem] });
      } else if (head !== null && !head.deleted && isToBeShared(head, adapter.publicKey, reader)) {
        const whole = await wholeVersion(ctx.store, head);
        if (whole === null) return;
        const object = storedObject(whole);
        const readers = [...items(member(object, 'reader')), reader.pem];
        const next = { ...object, '@id': `${head.shortId}/${ctx.now()}`, reader: readers };
        const precondition = { ifMatch: [`"${head.version}"`], ifNoneMatch: null };
        await save(ctx, { object: next, precondition }, caller).catch(ignoreFailedPrecondition);
      }
      published.set(issuer.id, true);
    },
  };
}

function nameOf({ kind, value }: PersonIdentifier): string {
  return personKeyName(kind, value);
}

function factsOf({ kind, value, name }: PersonIdentifier): JsonObject {
  const named = name === null ? {} : { name };
  if (kind === 'mbox') return { ...named, email: value };
  if (kind === 'openid') return { ...named, url: value };
  return { ...named, identifier: value };
}

async function newKey(): Promise<string> {
  return (await generateKeyPair()).privatePem;
}

const TOO_MANY = new Error('Too many people are new.');

function nullIfTooMany(error: unknown): null {
  if (error !== TOO_MANY) throw error;
  return null;
}

/** Whether a record that the adapter owns is one that the reader cannot read yet. */
function isToBeShared({ access }: HeadState, adapter: PublicKey, reader: PublicKey): boolean {
  return access.owners.includes(adapter.id) && access.readers.length > 0 && !access.readers.includes(reader.id);
}
