import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../support/described-fetch.ts';
import { rawRequest } from '../support/raw-request.ts';
import { THING } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();

/** The part after the service's address in the id of an object: one line per case. */
const LOCAL = [
  'data/T/grün-漢字',
  'data/Größe/x-type',
  'data/T/caf\u00e9',
  'data/T/nfd-e\u0301',
  'data/T/a blank',
  'data/two words/x-blank',
  'data/T/100%',
  'data/T/a%2Fb',
  'data/T/a%20b',
  'data/T/a%ff',
  'data/T/a%zz',
  'data/T/a?b=c&d',
  'data/T/a#b',
  'data/T/a\\b',
  'data/T/"quoted" \'twice\'',
  'data/T/<a>; rel="next"',
  'data/T/{a}|^`b',
  'data/T/$&+,;=:@~!*()',
  'data/T/🎓-👩‍👩‍👧',
  'data/T/\u200eleft-\u202eright',
  'data/T/..a',
  'data/a?b/x-mark',
  'data/a%b/x-percent',
  'data/a\\b/x-backslash',
  'data/a..b/x-dots',
  'data/T/more/segments/than/usual',
  'data//no-type',
  'data/no-type-at-all',
  'custom/data/T/x-custom',
  'elsewhere',
  `data/T/${'x'.repeat(1900)}`,
  `data/T/${'é'.repeat(1900)}`,
  `data/T/${'🎓'.repeat(900)}`,
];

/** Whole ids of objects of other servers. */
const FOREIGN = [
  'https://elsewhere.example/grün?x=ü#ö',
  'https://elsewhere.example/a b/100%/"c"',
  'https://elsewhere.example/api/data/T/🎓',
  'urn:example:a b ü 🎓',
  `https://elsewhere.example/${'ü'.repeat(1900)}`,
];

/** Counts the connections that it made. */
class CountingAgent extends Agent {
  connections = 0;

  override createConnection(
    ...parameters: Parameters<Agent['createConnection']>
  ): ReturnType<Agent['createConnection']> {
    this.connections++;
    return super.createConnection(...parameters);
  }
}

describe('objects whose ids are odd', () => {
  let agent: CountingAgent;
  beforeEach(() => {
    agent = new CountingAgent({ keepAlive: true, maxSockets: 1 });
  });
  afterEach(() => agent.destroy());

  /** Requests of one test share a connection; each answer has only ASCII in its head, and a request id. */
  async function send(method: string, address: string, object?: unknown): Promise<Answer> {
    const body = object === undefined ? {} : { body: [JSON.stringify(object)] };
    const headers = object === undefined ? {} : { 'content-type': 'application/json' };
    const path = address.replace(/^http:\/\/[^/]+/, '');
    const answer = await rawRequest({ port: server.port, agent, method, path, headers, ...body });
    for (const [name, value] of answer.headers) expect(value, name).toMatch(/^[\x20-\x7e]*$/);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    return answer;
  }

  const CASES = [
    ...LOCAL.map((tail) => [tail.slice(0, 60), () => `${server.api}${tail}`] as const),
    ...FOREIGN.map((id) => [id.slice(0, 60), () => id] as const),
  ];
  test.each(CASES)('%s', async (_, idOf) => {
    const id = idOf();
    const thing = { ...THING, '@id': id, name: 'odd' };
    const saved = await send('POST', `/api/data/T/${randomUUID()}`, thing);
    expect([saved.status, saved.text]).toEqual([200, JSON.stringify(thing)]);

    const location = saved.headers.get('location') ?? '';
    expect(new URL(location).href).toBe(location);
    const guid = id.slice(id.lastIndexOf('/') + 1);
    const item = await send('POST', '/api/sky/repo/multiGet', [id]);
    expect(item.json()).toEqual([thing]);
    for (const address of [
      location,
      `/api/data/${encodeURIComponent(guid)}`,
      `/api/data/T/${encodeURIComponent(guid)}`,
      ...(id.includes('://') ? [`/api/data/${encodeURIComponent(id)}`] : []),
    ]) {
      const read = await send('GET', address);
      expect([read.status, read.text], address).toEqual([200, JSON.stringify(thing)]);
    }
    expect(await client.find(`@id:"${id.replace(/["\\]/g, '\\$&')}"`)).toEqual([id]);

    expect((await send('DELETE', location)).status).toBe(200);
    expect((await send('GET', location)).status).toBe(404);
    expect((await send('GET', `${location}?history=true`)).json()).toEqual([thing]);
    expect((await send('GET', '/api/ping')).status).toBe(200);
    expect(agent.connections).toBe(1);
  });

  test.each(['.', '..'])(
    'the GUID %s cannot stand in an address, and Location leads to the object all the same',
    async (guid) => {
      const thing = { ...THING, '@id': `${server.api}data/T/${guid}` };
      const saved = await send('POST', `/api/data/T/${randomUUID()}`, thing);
      const location = saved.headers.get('location') ?? '';
      expect(new URL(location).href).toBe(location);
      expect((await send('GET', location)).json()).toEqual(thing);
    },
  );

  test.each(['\\ud800', 'a\\udc00b', '\\udbff\\udbff', '\\u0000', 'a\\u007f', 'a\\u0085b'])(
    'an id with %s is refused, and the connection goes on',
    async (written) => {
      const text = JSON.stringify({ ...THING, '@id': `${server.api}data/T/here` }).replace('here', written);
      const headers = { 'content-type': 'application/json' };
      const path = `/api/data/T/${randomUUID()}`;
      const answer = await rawRequest({ port: server.port, agent, method: 'POST', path, headers, body: [text] });
      expect([answer.status, answer.json().where]).toEqual([400, '@id']);
      expect((await send('GET', '/api/ping')).status).toBe(200);
      expect(agent.connections).toBe(1);
    },
  );
});
