import { describe, expect, test } from 'vitest';
import { CATALOG } from '../../shared/base/errors/catalog.ts';
import { newThing, nextVersion } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const ABSENT = '/api/data/schema.org.Thing/absent';
const SENTENCE = 'Object not found or you did not supply sufficient permissions to access the object.';

describe('H4 how errors are written', () => {
  test('H4 a problem document has type, title, status, detail, where and request id', async () => {
    const answer = await client.call('/api/sky/repo/search?size=-1');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.json()).toEqual({
      type: 'urn:competency-service:problem:invalid-parameter',
      title: CATALOG['invalid-parameter'].title,
      status: 400,
      detail: expect.stringContaining('size'),
      where: 'size',
      requestId: answer.headers.get('x-request-id'),
    });
  });

  test('H4 forms are answered in text: exactly the sentence', async () => {
    for (const call of [{ form: {} }, { urlencoded: {} }, { form: {}, headers: { accept: 'application/json' } }]) {
      const answer = await client.call(ABSENT, call);
      expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([
        404,
        'text/plain; charset=utf-8',
        SENTENCE,
      ]);
    }
  });

  test('H4 callers without a body choose by Accept', async () => {
    for (const [accept, type] of [
      ['text/plain', 'text/plain; charset=utf-8'],
      ['text/plain, application/json;q=0.5', 'text/plain; charset=utf-8'],
      ['application/json, text/plain', 'application/problem+json'],
      ['application/json', 'application/problem+json'],
      ['application/problem+json', 'application/problem+json'],
      ['*/*', 'application/problem+json'],
    ] as const) {
      const answer = await client.call(ABSENT, { headers: { accept } });
      expect([answer.status, answer.headers.get('content-type')], accept).toEqual([404, type]);
      expect(answer.text).toContain(SENTENCE);
    }
  });

  test('H4 the error of a refused write has the words that clients know, and how to authenticate', async () => {
    const thing = newThing(server, { '@owner': [cast.owner.pem] });
    await client.save(thing);
    const json = await client.call(thing['@id'], { json: nextVersion(thing) });
    expect(json.headers.get('www-authenticate')).toBe('SignatureSheet');
    expect(json.json().detail).toBe('Only an owner of an object may change it.');
    const form = await client.call(thing['@id'], { form: { data: JSON.stringify(nextVersion(thing)) } });
    expect([form.status, form.text]).toEqual([401, 'Only an owner of an object may change it.']);
    const removal = await client.call(thing['@id'], { method: 'DELETE', headers: { accept: 'text/plain' } });
    expect([removal.status, removal.text]).toEqual([401, 'Only an owner of an object may delete it.']);
  });

  test('no error repeats parts of the request: no keys, no signatures, no bodies', async () => {
    const secret = 'hunter2hunter2';
    const answers = [
      await client.call('/api/sky/id/login', { json: { username: secret, password: secret } }),
      await client.call('/api/sky/id/login', { form: { credentialRequest: `{"password":"${secret}"` } }),
      await client.call(ABSENT, { json: `{"payload":"${secret}"` }),
      await client.call(ABSENT, { headers: { signatureSheet: `[{"secret":"${secret}"}]` } }),
      await client.call('/api/sky/repo/search', { json: `["${secret}"` }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain(secret);
    }
    expect(server.output()).not.toContain(secret);
  });
});

describe('the answer for an address that does not exist', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';

  test('is a page for a person in a browser, which loads nothing and repeats nothing of the address', async () => {
    const answer = await fetch(`${server.url}docs/%3Cscript%3E?a=%3Cscript%3E`, { headers: { accept: BROWSER } });
    const { status, headers } = answer;
    const text = await answer.text();
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(headers.get('vary')).toBe('Accept, Accept-Language');
    expect(text).toContain('<h1>Not found</h1>');
    expect(text).toContain('<a href="/">Start page</a>');
    expect(text).not.toContain('script');
    expect((await client.call('/')).status).toBe(200);
  });

  test.each([
    [undefined, 'application/problem+json'],
    ['*/*', 'application/problem+json'],
    ['application/json', 'application/problem+json'],
    ['application/json, text/html;q=0.9', 'application/problem+json'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'application/problem+json'], // programs in Java
    ['text/plain', 'text/plain; charset=utf-8'],
  ])('is a problem for a program with Accept: %s', async (accept, type) => {
    const answer = await client.call('/docs', accept === undefined ? {} : { headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, type]);
  });

  test('is in the language of the person', async () => {
    const headers = { accept: BROWSER, 'accept-language': 'ar-EG, en;q=0.5' };
    const text = await (await fetch(`${server.url}docs`, { headers })).text();
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('غير موجود');
  });

  test('is a problem for other methods', async () => {
    const headers = { accept: 'text/html, */*;q=0.8' };
    const answer = await client.call('/docs', { method: 'DELETE', headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });
});
