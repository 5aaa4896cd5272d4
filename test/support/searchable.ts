import { randomUUID } from 'node:crypto';
import type { Client, Thing } from './client.ts';
import type { Answer } from './described-fetch.ts';
import type { TestServer } from './server.ts';
import { THING } from './things.ts';

/** Sort JSON by the member `order`. */
export const BY_ORDER = '[{"order":{"order":"asc"}}]';

/**
 * Stores 25 objects to search for: `order` 0 to 24, every fifth a Person and the others a Thing, the odd ones `odd`.
 *
 * @returns a word that only these objects contain, and the objects by `order`
 */
export async function seedSearch(server: TestServer, client: Client) {
  const word = `w${randomUUID().replaceAll('-', '')}`;
  const things = range(0, 25).map((order): Thing => {
    const type = order % 5 === 0 ? 'Person' : 'Thing';
    const name = order % 5 === 0 ? `Zoë ${order}` : `${String.fromCharCode(97 + order)} thing`;
    const id = `${server.api}data/schema.org.${type}/${randomUUID()}/1000`;
    return { ...THING, '@id': id, '@type': type, name, description: word, order, ...(order % 2 && { odd: true }) };
  });
  await client.call('/api/sky/repo/multiPut', { json: things });
  return { word, things };
}

/** The member `order` of each object found. */
export function orders(answer: Answer): readonly number[] {
  return answer.json().map((thing: { order: number }) => thing.order);
}

/** The whole numbers from `from` up to, but not including, `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
