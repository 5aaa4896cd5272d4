import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../support/described-fetch.ts';
import { rawRequest } from '../support/raw-request.ts';
import { contentsOf } from '../support/snapshot.ts';
import { newThing } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();

/** Bytes that are not UTF-8 (Unicode, table 3-7): a next case is one line. */
const BYTES = {
  'a byte that never occurs': [0xff],
  'a byte that only goes on': [0x80],
  'a character of two bytes cut off': [0xc3],
  'a character of three bytes cut off': [0xe2, 0x82],
  'a character of four bytes cut off': [0xf0, 0x9f, 0x8e],
  'a character broken off by another': [0xc3, 0x28],
  'NUL in two bytes': [0xc0, 0x80],
  'a slash in three bytes': [0xe0, 0x80, 0xaf],
  'half a surrogate pair': [0xed, 0xa0, 0x80],
  'a character beyond the last': [0xf4, 0x90, 0x80, 0x80],
  'Latin-1': [0x67, 0x72, 0xfc, 0x6e],
};

type Request = { readonly path: string; readonly type?: string; readonly body?: Buffer; readonly header?: string };
type Place = (bytes: Buffer) => Request;

/** Text around the bytes, which stand where the mark is. */
function around(text: string, bytes: Buffer): Buffer {
  const [before = '', after = ''] = text.split('|');
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
}

const percent = (bytes: Buffer): string => bytes.toString('hex').replace(/../g, '%$&');
const target =
  (path: string): Place =>
  (bytes) => ({ path: path.replace('|', percent(bytes)) });
const body = (type: string, text: () => string, path = `/api/data/schema.org.Thing/${randomUUID()}`): Place => {
  return (bytes) => ({ path, type, body: around(text(), bytes) });
};
const encoded = (text: () => string, path?: string): Place => {
  const place = body('application/x-www-form-urlencoded', text, path);
  return (bytes) => place(Buffer.from(percent(bytes)));
};
const form = (header: string, text: () => string, path?: string): Place =>
  body('multipart/form-data; boundary=b', () => `--b\r\n${header}\r\n\r\n${text()}\r\n--b--\r\n`, path);
const header =
  (name: string): Place =>
  (bytes) => ({ path: '/api/data/schema.org.Thing/none', header: `${name}: ${bytes.toString('latin1')}` });

const PART = 'Content-Disposition: form-data; name="data"';
const JSON_TYPE = 'application/json';
const object = (): string => JSON.stringify(newThing(server, { name: '|' }));
const search = '/api/sky/repo/search';

/** Where they can stand, with the status that they bring about: a next place is one line. */
const PLACES: Record<string, readonly [status: number, place: Place]> = {
  'the uid of a path': [400, target('/api/data/T/|')],
  'the type of a path': [400, target('/api/data/|/x')],
  'the version of a path': [400, target('/api/data/T/x/|')],
  'a path with a uid alone': [400, target('/api/data/|')],
  'a whole id in a path': [400, target('/api/data/https:%2F%2Fa.example%2F|')],
  'a path that leads nowhere': [404, target('/api/|')],
  'q of a search': [400, target(`${search}?q=|`)],
  'sort of a search': [400, target(`${search}?q=x&sort=|`)],
  'index_hint of a search': [400, target(`${search}?index_hint=|`)],
  'cursor of a search': [400, target(`${search}?cursor=|`)],
  'ids of a search': [400, target(`${search}?ids=|`)],
  'a parameter that is not known': [400, target(`${search}?other=|`)],
  'the name of a parameter': [400, target(`${search}?|=x`)],
  'version in a query': [400, target('/api/data/T/x?version=|')],
  'history in a query': [400, target('/api/data/T/x?history=|')],
  'fields of ping': [400, target('/api/ping?fields=|')],
  'full of sky/admin': [400, target('/api/sky/admin?full=|')],
  'the framework of a profile': [400, target('/api/profile/latest?subject=x&frameworkId=|')],
  'the subject of a profile': [400, target('/api/profile/latest?frameworkId=x&subject=|')],
  'a JSON text': [400, body(JSON_TYPE, object)],
  'the name of a JSON member': [400, body(JSON_TYPE, () => object().replace('"name":"|"', '"|":1'))],
  'JSON-LD': [400, body('application/ld+json', object)],
  'a batch to save': [400, body(JSON_TYPE, () => `[${object()}]`, '/api/sky/repo/multiPut')],
  'a batch to read': [400, body(JSON_TYPE, () => '["data/|"]', '/api/sky/repo/multiGet')],
  'a batch to delete': [400, body(JSON_TYPE, () => '["data/|"]', '/api/sky/repo/multiDelete')],
  'a search in JSON': [400, body(JSON_TYPE, () => '{"searchParams":{"q":"|"}}', search)],
  'a user name': [400, body(JSON_TYPE, () => '{"username":"|","password":"p","credentials":{}}', '/api/sky/id/create')],
  'a part of a form': [400, form(PART, object)],
  'the name of a part': [400, form(PART.replace('data', '|'), () => '{}')],
  'a field of a part': [400, form(`${PART}\r\nX-Other: |`, () => '{}')],
  'a file name of a part': [400, form(`${PART}; filename="|"`, () => '{}')],
  'a query in a form': [400, form(PART, () => '|', search)],
  'a sheet in a form': [400, form(PART.replace('data', 'signatureSheet'), () => '|', search)],
  'an urlencoded value, encoded': [400, encoded(() => `data=${encodeURIComponent(object()).replace('%7C', '|')}`)],
  'an urlencoded value, as bytes': [400, body('application/x-www-form-urlencoded', () => `data=${object()}`)],
  'an urlencoded name': [400, encoded(() => '|=x&data=%7B%7D')],
  'an urlencoded query': [400, encoded(() => 'data=|', search)],
  'an urlencoded sheet': [400, encoded(() => 'data=x&signatureSheet=|', search)],
  'the header signatureSheet': [422, header('signatureSheet')],
  'the header If-None-Match': [404, header('If-None-Match')],
  'the header Origin': [404, header('Origin')],
  'the header Accept': [406, header('Accept')],
};

describe.each(Object.entries(PLACES))('%s', (_, [status, place]) => {
  let before: string;
  beforeEach(async () => {
    before = await contentsOf(server, client);
  });
  afterEach(async () => {
    expect(await contentsOf(server, client)).toBe(before);
    expect(server.process.exitCode).toBeNull();
  });

  test(`bytes that are not UTF-8 bring about ${status} and change nothing`, async () => {
    for (const [what, bytes] of Object.entries(BYTES)) {
      const answer = await send(place(Buffer.from(bytes)));
      expect(answer.status, `${what}: ${answer.text}`).toBe(status);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.text).not.toBe('');
    }
  });
});

test('a parameter that is not UTF-8 is named', async () => {
  const query = await send({ path: `${search}?size=1&q=%ff` });
  expect(query.json()).toMatchObject({ where: 'q', detail: 'The value of q is not UTF-8.' });
  const urlencoded = await send(encoded(() => 'size=1&data=|', search)(Buffer.from([0xff])));
  expect(urlencoded.text).toBe('The form part data is not UTF-8.');
});

test('U+FFFD itself, sent as such, is kept', async () => {
  const thing = newThing(server, { name: 'a\ufffdb' });
  const saved = await client.call(thing['@id'], { urlencoded: { data: JSON.stringify(thing) } });
  expect(saved.json()).toEqual(thing);
});

function send({ path, type, body, header }: Request): Promise<Answer> {
  const [name = '', value = ''] = header?.split(': ') ?? [];
  const headers = {
    ...(type !== undefined && { 'content-type': type }),
    ...(header !== undefined && { [name]: value }),
  };
  const method = body === undefined ? 'GET' : 'POST';
  return rawRequest({ port: server.port, method, path, headers, body: body === undefined ? [] : [body] });
}
