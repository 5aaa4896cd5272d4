import { adminOf } from './cast.ts';
import type { Client, Thing } from './client.ts';
import type { TestServer } from './server.ts';
import { sheet } from './signer.ts';
import { guid, md5, shortId } from './things.ts';

/** All that a server answers about an object at every address, to an admin: what must not change when nothing is written. */
export async function snapshotOf(server: TestServer, client: Client, thing: Thing): Promise<readonly string[]> {
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
  const answers = await Promise.all(
    addresses.map((address) =>
      client.call(address.startsWith('/') || address.startsWith(server.api) ? address : `/api/data/${md5(thing)}`, {
        sheet: admin,
      }),
    ),
  );
  return answers.map(({ status, text }) => `${status} ${status === 200 ? text : ''}`);
}

/** Everything that a server holds, as an admin finds it. */
export async function contentsOf(server: TestServer, client: Client): Promise<string> {
  const admin = await sheet(server.api, [await adminOf(server)]);
  const query = new URLSearchParams({ q: '*', size: '10000', sort: '"@id.keyword"' });
  return (await client.call(`/api/sky/repo/search?${query}`, { sheet: admin })).text;
}
