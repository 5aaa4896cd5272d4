import { describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const MEGABYTE = 1 << 20;
const COUNT = 6;

/** The size of a long object, and a memory budget below what it needs. */
const LENGTH = 2 * MEGABYTE;
const { server, client } = useServer({ MEMORY_BUDGET: String(3 * MEGABYTE) });

/** Objects of this length that have a word in common. */
function longThings(word: string, length: number, count = COUNT): Thing[] {
  return Array.from({ length: count }, (_, index) =>
    newThing(server, { name: `${word} ${index}`, image: 'A'.repeat(length) }),
  );
}

async function saveEach(things: readonly Thing[]): Promise<void> {
  for (const thing of things) await client.save(thing);
}

/** The number of bytes of an answer, which is discarded. */
async function bytesOf(response: Response): Promise<number> {
  expect(response.status).toBe(200);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  return bytes;
}

function multiGet(ids: readonly string[]): Promise<Response> {
  return fetch(`${server.api}sky/repo/multiGet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ids),
  });
}

describe('lists of long objects', () => {
  test('I9 of a search are complete, in their order', async () => {
    const things = longThings('Searched', LENGTH);
    await saveEach(things);
    const query = new URLSearchParams({ q: 'Searched', sort: '[{"name.keyword":"desc"}]' });
    const found: Thing[] = (await client.call(`/api/sky/repo/search?${query}`)).json();
    expect(found.map(({ name }) => name)).toEqual(things.map(({ name }) => name).reverse());
    for (const { image } of found) expect(String(image)).toHaveLength(LENGTH);
  });

  test('of a multiGet may be longer than the longest possible string: a few ids, more than half a gigabyte of objects', async () => {
    const [thing] = longThings('Repeated', LENGTH, 1);
    if (thing === undefined) throw new Error('There is no object.');
    await client.save(thing);
    const repetitions = 300;
    expect(await bytesOf(await multiGet(Array(repetitions).fill(shortId(thing))))).toBeGreaterThan(
      repetitions * LENGTH,
    );
    expect((await client.call('/livez')).status).toBe(200);
  });

  test('of a history are complete, newest first', async () => {
    const [thing] = longThings('Old', LENGTH, 1);
    if (thing === undefined) throw new Error('There is no object.');
    await saveEach(Array.from({ length: 12 }, (_, step) => nextVersion(thing, { step }, step)));
    const history: Thing[] = (await client.call(`${shortId(thing)}?history=true`)).json();
    expect(history.map(({ step }) => step)).toEqual(Array.from({ length: 12 }, (_, step) => 11 - step));
    for (const { image } of history) expect(String(image)).toHaveLength(LENGTH);
  });
});

describe('a client', () => {
  test('that requests long objects and reads nothing does not keep others from short ones', async () => {
    const [long] = longThings('Held', LENGTH, 1);
    const short = newThing(server, { name: 'short' });
    if (long === undefined) throw new Error('There is no object.');
    await saveEach([long, short]);
    const slow = await Promise.all([fetch(shortId(long)), multiGet([shortId(long), shortId(long)])]);
    expect((await client.call(shortId(short))).json()).toMatchObject({ name: 'short' });
    expect((await client.call('/api/sky/repo/search?q=short')).json()).toHaveLength(1);
    expect((await multiGet([shortId(short)])).status).toBe(200);
    for (const response of slow) await response.body?.cancel();
    expect(await bytesOf(await fetch(shortId(long)))).toBeGreaterThan(LENGTH);
  });

  test('that requests the head of a long object, or has it cached, leaves no memory reserved', async () => {
    const [long] = longThings('Head', LENGTH, 1);
    if (long === undefined) throw new Error('There is no object.');
    await client.save(long);
    const etag = (await fetch(shortId(long), { method: 'HEAD' })).headers.get('etag') ?? '';
    for (let repetition = 0; repetition < 5; repetition++) {
      expect((await fetch(shortId(long), { method: 'HEAD' })).status).toBe(200);
      expect((await fetch(shortId(long), { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
    expect(await bytesOf(await fetch(shortId(long)))).toBeGreaterThan(LENGTH);
  });

  test('deletes long objects, and gets them in the response', async () => {
    const things = longThings('Deleted', LENGTH);
    await saveEach(things);
    const form = new FormData();
    form.set('data', JSON.stringify(things.map(shortId)));
    const response = await fetch(`${server.api}sky/repo/multiDelete`, { method: 'POST', body: form });
    expect(((await response.json()) as Thing[]).map(({ name }) => name)).toEqual(things.map(({ name }) => name));
    expect((await client.call('/api/sky/repo/search?q=Deleted')).json()).toEqual([]);
  });
});
