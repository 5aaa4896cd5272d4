import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Call, multipart, type Thing } from '../support/client.ts';
import { contentsOf } from '../support/snapshot.ts';
import { newThing, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

/** A form whose parts may repeat, as multipart and urlencoded. */
function forms(...parts: readonly (readonly [string, string])[]): readonly Call[] {
  const { text, type } = multipart({});
  const boundary = text.slice(0, text.indexOf('--\r\n'));
  const sections = parts.map(
    ([name, value]) => `${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const urlencoded = new URLSearchParams(parts.map(([name, value]) => [name, value])).toString();
  return [
    { method: 'POST', body: sections.join('') + text, headers: { 'content-type': type } },
    { method: 'POST', body: urlencoded, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ];
}

describe('a dry run is lost against nothing', () => {
  let unused: Thing;

  beforeEach(async () => {
    const id = `${server.api}data/schema.cassproject.org.0.4.Competency/${randomUUID()}`;
    unused = { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency', '@id': id };
    await client.save(unused);
  });

  const POST: Call = { method: 'POST' };
  const BOTH: readonly (readonly [query: string, calls: readonly Call[]])[] = [
    ['?dryRun=true&dryRun=false', [POST]],
    ['?dryRun=false&dryRun=true', [POST]],
    ['?dryRun=false&dryRun=true&dryRun=false', [POST]],
    ['?dryRun=true', [{ json: { dryRun: false } }, { json: { dryRun: 'false' } }, ...forms(['dryRun', 'false'])]],
    ['?dryRun=false', [{ json: { dryRun: true } }, { json: { dryRun: 'true' } }, ...forms(['dryRun', 'true'])]],
    ['', forms(['dryRun', 'true'], ['dryRun', 'false'])],
    ['', forms(['dryRun', 'false'], ['dryRun', 'true'])],
    ['', [{ json: '{"dryRun":true,"dryRun":false}' }, { json: '{"dryRun":false,"dryRun":true}' }]],
    ['?dryRun=true&dryRun=', [POST]],
    ['?dryRun=true', [{ json: { dryRun: 'no' } }]],
  ];
  test.each(BOTH.flatMap(([query, calls]) => calls.map((call) => [query, call] as const)))(
    'true and something else, %j with %j, is refused, and nothing is removed',
    async (query, call) => {
      for (const operation of ['cull', 'cullFast', 'purge', 'reindex']) {
        const headers = { ...call.headers, signatureSheet: cast.sheets.admin };
        const answer = await client.call(`/api/util/${operation}${query}`, { ...call, headers });
        expect(answer.status, answer.text).toBe(400);
      }
      expect((await client.call(shortId(unused))).status).toBe(200);
    },
  );

  const ONCE: readonly (readonly [query: string, calls: readonly Call[]])[] = [
    ['?dryRun=true', [POST, { json: {} }, ...forms(['x', 'y'])]],
    ['?dryRun=true&dryRun=true', [POST, { json: { dryRun: true } }, ...forms(['dryRun', 'true'])]],
    ['', [{ json: { dryRun: true } }, { json: { dryRun: 'true' } }]],
    ['', [...forms(['dryRun', 'true']), ...forms(['dryRun', 'true'], ['dryRun', 'true'])]],
  ];
  test.each(ONCE.flatMap(([query, calls]) => calls.map((call) => [query, call] as const)))(
    'true wherever it stands, %j with %j, removes nothing',
    async (query, call) => {
      for (const operation of ['cull', 'cullFast', 'purge']) {
        const headers = { ...call.headers, signatureSheet: cast.sheets.admin };
        const answer = await client.call(`/api/util/${operation}${query}`, { ...call, headers });
        expect(answer.status, answer.text).toBe(200);
      }
      expect((await client.call(shortId(unused))).status).toBe(200);
    },
  );
});

describe('a parameter that has two values is refused, and nothing is done', () => {
  let kept: Thing;
  let other: Thing;

  beforeAll(async () => {
    kept = newThing(server, { name: 'kept' });
    other = newThing(server, { name: 'other' });
    await client.save(kept);
  });

  const CASES: readonly (readonly [where: string, at: () => readonly (readonly [string, Call?])[]])[] = [
    ['q', () => [['/api/sky/repo/search?q=a&q=b'], ['/api/data/?q=a&q=b']]],
    ['size', () => [['/api/sky/repo/search?q=*&size=1&size=2'], ['/api/sky/repo/search?size=1&size=2', { json: {} }]]],
    [
      'sort',
      () => [
        [
          `/api/sky/repo/search?${new URLSearchParams([
            ['sort', '"a"'],
            ['sort', '"b"'],
          ])}`,
        ],
      ],
    ],
    ['cursor', () => [['/api/sky/repo/search?cursor=a&cursor=b']]],
    ['version', () => [[`${shortId(kept)}?version=1&version=1000`], [`${kept['@id']}?version=1`]]],
    ['history', () => [[`${shortId(kept)}?history=true&history=false`]]],
    ['frameworkId', () => [['/api/profile/latest?frameworkId=a&frameworkId=b&subject=c']]],
    ['subject', () => [['/api/profile/latest?frameworkId=a&subject=b&subject=c']]],
    ['maxBytes', () => [['/api/util/export?maxBytes=2000000&maxBytes=3000000', { sheet: cast.sheets.admin }]]],
    ['fields', () => [['/api/ping?fields=ping&fields=time']]],
    ['full', () => [['/api/sky/admin?full=true&full=false']]],
  ];
  test.each(CASES)('%s in the query', async (where, at) => {
    for (const [path, call] of at()) {
      const { status, ...answer } = await client.call(path, call);
      expect([path, status, answer.json()]).toMatchObject([path, 400, { where }]);
    }
  });

  test('parts of a form', async () => {
    const before = await contentsOf(server, client);
    for (const [name, first, second] of [
      ['data', JSON.stringify(other), JSON.stringify({ ...other, name: 'changed' })],
      ['signatureSheet', '[]', cast.sheets.owner],
    ] as const) {
      for (const call of forms([name, first], [name, second])) {
        const answer = await client.call(other['@id'], call);
        expect(answer.status, answer.text).toBe(400);
        expect(answer.text).toContain(name);
      }
    }
    expect(await contentsOf(server, client)).toBe(before);
  });

  test('the same value twice is one value', async () => {
    expect((await client.call(`${shortId(kept)}?version=1000&version=1000`)).status).toBe(200);
    for (const call of forms(['data', 'kept'], ['data', 'kept'])) {
      expect((await client.call('/api/sky/repo/search', call)).status).toBe(200);
    }
  });

  test('unknown parameters may be repeated', async () => {
    expect((await client.call('/api/sky/repo/search?q=kept&x=1&x=2')).status).toBe(200);
  });
});
