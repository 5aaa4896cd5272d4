import { deepStrictEqual } from 'node:assert/strict';
import { adminOf } from './cast.ts';
import type { Client, Thing } from './client.ts';
import type { TestServer } from './server.ts';
import { sheet } from './signer.ts';
import { guid, md5, shortId } from './things.ts';

/**
 * A server's answers to an admin about one of its own objects at every address: they must not change when nothing is written.
 */
async function snapshotOf(server: TestServer, client: Client, thing: Thing): Promise<readonly string[]> {
  const admin = await sheet(server.api, [await adminOf(server)]);
  const search = `/api/sky/repo/search?${new URLSearchParams({ q: `@id:"${shortId(thing)}"` })}`;
  const addresses = [
    shortId(thing),
    thing['@id'],
    `${shortId(thing)}?history=true`,
    `/api/data/${guid(thing)}`,
    `/api/data/${md5(thing)}`,
    `/api/data//${md5(thing)}`,
    search,
  ];
  const answers = await Promise.all(addresses.map((address) => client.call(address, { sheet: admin })));
  return answers.map(({ status, text }) => `${status} ${status === 200 ? text : ''}`);
}

/**
 * Runs an attack on an object and expects that every address answers as before.
 *
 * @returns the result of the attack
 */
export async function unharmed<T>(
  server: TestServer,
  client: Client,
  thing: Thing,
  attack: () => Promise<T>,
): Promise<T> {
  const before = await snapshotOf(server, client, thing);
  const result = await attack();
  deepStrictEqual(await snapshotOf(server, client, thing), before);
  return result;
}

/** Everything that an admin finds on a server. */
export async function contentsOf(server: TestServer, client: Client): Promise<string> {
  const admin = await sheet(server.api, [await adminOf(server)]);
  const query = new URLSearchParams({ q: '*', size: '10000', sort: '"@id.keyword"' });
  return (await client.call(`/api/sky/repo/search?${query}`, { sheet: admin })).text;
}
