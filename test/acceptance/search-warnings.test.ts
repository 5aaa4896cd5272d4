import { expect, test } from 'vitest';
import { guid, newThing } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();

const PUT = '/api/sky/repo/multiPut';
const many = () => Object.fromEntries(Array.from({ length: 2_100 }, (_, index) => [`field${index}`, `word${index}`]));
const FIELDS = /^199 - "This object has more than 2000 fields: .*"$/;

test('C22 an object with more fields than can be indexed is stored and found, with a warning to its sender', async () => {
  const plain = newThing(server);
  expect((await client.call(plain['@id'], { json: plain })).headers.get('warning')).toBeNull();
  for (const binding of ['json', 'form'] as const) {
    const thing = newThing(server, { ...many(), mark: `mark${binding}` });
    const path = `/api/data/schema.org.Thing/${guid(thing)}`;
    const headers = { origin: 'https://editor.example' };
    const answer =
      binding === 'json'
        ? await client.call(path, { json: thing, headers })
        : await client.call(path, { form: { data: JSON.stringify(thing) }, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('warning')).toMatch(FIELDS);
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/\bWarning\b/);
    expect((await client.call(path)).json()).toEqual(thing);
    const found = await client.call(`/api/sky/repo/search?q=mark:mark${binding} AND word2099`);
    expect(found.json()).toEqual([thing]);
  }
});

test('C22 I10 the warning for a batch names each such object, and no others', async () => {
  const large = newThing(server, many());
  const items = [newThing(server), large, newThing(server)];
  const json = await client.call(PUT, { json: items });
  expect(json.json()).toEqual({
    stored: 3,
    failed: [],
    warnings: [{ '@id': large['@id'], detail: expect.stringMatching(/more than 2000 fields/) }],
  });
  expect(json.headers.get('warning')).toMatch(FIELDS);
  const form = await client.call(PUT, { form: { data: JSON.stringify([newThing(server, many())]) } });
  expect([form.json().length, form.headers.get('warning')]).toEqual([1, expect.stringMatching(FIELDS)]);
  const plain = await client.call(PUT, { json: [newThing(server)] });
  expect([plain.json(), plain.headers.get('warning')]).toEqual([{ stored: 1, failed: [] }, null]);
});
