import { createHash, randomUUID } from 'node:crypto';
import type { Client, Thing } from './client.ts';
import type { TestServer } from './server.ts';

/** Context and name of the type that most test objects have. */
export const THING = { '@context': 'https://schema.org', '@type': 'Thing' } as const;

/** A new local object with its own GUID, in a version far below the present time. */
export function newThing(
  server: Pick<TestServer, 'api'>,
  members: Record<string, unknown> = {},
  version = 1000,
): Thing {
  return { ...THING, '@id': `${server.api}data/schema.org.Thing/${randomUUID()}/${version}`, ...members };
}

/** Saves such an object, as an anonymous caller, and returns it. */
export async function saveNew(
  server: Pick<TestServer, 'api'>,
  client: Client,
  members: Record<string, unknown> = {},
): Promise<Thing> {
  const thing = newThing(server, members);
  await client.save(thing);
  return thing;
}

/** The same object some versions later, with other members. */
export function nextVersion(thing: Thing, members: Record<string, unknown> = {}, step = 1): Thing {
  const version = Number(/\/(\d+)$/.exec(thing['@id'])?.[1]);
  return { ...thing, '@id': `${shortId(thing)}/${version + step}`, ...members };
}

/** The id without its version. */
export function shortId(thing: Thing): string {
  return thing['@id'].replace(/\/\d+$/, '');
}

/** The last segment of the id without its version. */
export function guid(thing: Thing): string {
  return shortId(thing).replace(/^.*\//, '');
}

/** An encrypted object as the client library writes it: names without `@`. */
export function newEncryptedValue(server: Pick<TestServer, 'api'>, members: Record<string, unknown> = {}): Thing {
  return {
    '@context': 'https://schema.cassproject.org/kbac/0.4',
    '@type': 'EncryptedValue',
    '@id': `${server.api}data/schema.cassproject.org.kbac.0.4.EncryptedValue/${randomUUID()}/1000`,
    encryptedType: 'Thing',
    iv: 'AAAAAAAAAAAAAAAAAAAAAA==',
    payload: 'cGF5bG9hZA==',
    secret: ['c2VjcmV0'],
    ...members,
  };
}

/** The MD5 of the id without version: how clients address objects that are not of the server they use. */
export function md5(thing: Thing): string {
  return createHash('md5').update(shortId(thing)).digest('hex');
}
