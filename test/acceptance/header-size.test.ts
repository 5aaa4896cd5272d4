import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { newThing } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const mark = `mark${randomUUID().replaceAll('-', '')}`;
const PAGE = 2;
const OBJECTS = 3;

/** A query of so many characters that finds the objects. */
const queryOf = (length: number) => `${mark} OR "${'lorem '.repeat(length / 6)}"`;

beforeAll(async () => {
  const json = Array.from({ length: OBJECTS }, () => newThing(server, { mark }));
  await client.call('/api/sky/repo/multiPut', { json });
});

/** Asks as common clients do: Node's own refuses answers with more than 16 KiB of headers. */
const ask = (parameters: Record<string, string>) =>
  rawRequest({ port: server.port, path: `/api/sky/repo/search?${new URLSearchParams(parameters)}` });

describe('no request makes the headers of a response larger than clients accept', () => {
  test.each([100, 4_000, 7_000])('D13 a query of %i characters is in the link to the next page', async (length) => {
    const first = await ask({ q: queryOf(length), size: String(PAGE) });
    expect([first.status, first.json().length, first.headers.get('warning')]).toEqual([200, PAGE, null]);
    const next = /^<\?(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await ask(Object.fromEntries(new URLSearchParams(next)));
    expect([second.status, second.json().length]).toEqual([200, OBJECTS - PAGE]);
    for (const name of ['link', 'warning']) expect(second.headers.get(name)).toBeNull();
  });

  test.each([9_000, 16_000, 40_000, 90_000])(
    'D13 with a query of %i characters the link is left out, the answer says so, and a POST has all pages',
    async (length) => {
      const q = queryOf(length);
      const first = await ask({ q, size: String(PAGE) });
      expect([first.status, first.json().length, first.headers.get('link')]).toEqual([200, PAGE, null]);
      expect(first.headers.get('warning')).toMatch(/^199 - "There are more results\. .* in the body of a POST\."$/);
      const json = { searchParams: { q, size: PAGE } };
      const posted = await client.call('/api/sky/repo/search', { json });
      const next = /^<(\?.+)>; rel="next"$/.exec(posted.headers.get('link') ?? '')?.[1];
      const rest = await client.call(`/api/sky/repo/search${next}`, { json });
      expect([...posted.json(), ...rest.json()]).toHaveLength(OBJECTS);
      expect((await ask({ q, size: String(OBJECTS) })).headers.get('warning')).toBeNull();
    },
  );

  test.each([100, 9_000, 40_000])(
    'a preflight that asks for %i characters of header names is answered',
    async (length) => {
      const names = 'x-name,'.repeat(length / 7);
      const headers = { origin: 'https://editor.example', 'access-control-request-headers': names };
      const answer = await rawRequest({ port: server.port, method: 'OPTIONS', path: '/api/ping', headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-headers')).toBe(length > 8_192 ? null : names);
    },
  );
});
