import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare, Response } from 'miniflare';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** A worker that fetches the address in the body of a request, and returns the result. */
const WORKER = `
  import { createOutboundFetch } from './shared/base/outbound/outbound-fetch.ts';
  import { ANY_PUBLIC } from './shared/base/outbound/allow-list.ts';
  import { workerSend } from './infra/workers/outbound-send.ts';
  const limits = { maxBytes: 1000, timeoutMs: 5000, types: ['application/json'] };
  const outbound = createOutboundFetch({ allowed: ANY_PUBLIC, trusted: [] }, limits, workerSend);
  export default {
    async fetch(request) {
      try {
        const { address, init } = await request.json();
        const answer = await outbound(address, init);
        return new Response(answer.status + ' ' + await answer.text());
      } catch (error) {
        return new Response(error.code ?? error.stack);
      }
    },
  };`;

/** A substitute for the internet, by address. */
const INTERNET: Readonly<Record<string, () => Response>> = {
  'https://a.example/json': () => Response.json({ a: 1 }),
  'https://a.example/html': () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  'https://a.example/long': () => Response.json('x'.repeat(10_000)),
  'https://a.example/moved': () => new Response(null, { status: 302, headers: { location: '/json' } }),
  'https://a.example/inside': () => new Response(null, { status: 302, headers: { location: 'http://10.0.0.1/' } }),
};

let worker: Miniflare;
let requested: string[] = [];

beforeAll(async () => {
  const resolveDir = fileURLToPath(new URL('../..', import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents: WORKER, resolveDir, sourcefile: 'worker.ts' },
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['workerd', 'browser'],
  });
  worker = new Miniflare({
    modules: true,
    script: outputFiles[0]?.text ?? '',
    compatibilityDate: '2026-07-01',
    outboundService: ({ url }: { readonly url: string }) => {
      requested.push(url);
      return INTERNET[url]?.() ?? new Response(null, { status: 404 });
    },
  });
  await worker.ready;
});
beforeEach(() => {
  requested = [];
});
afterAll(() => worker.dispose());

async function outcome(address: string, init: object = {}): Promise<string> {
  const answer = await worker.dispatchFetch('http://worker/', {
    method: 'POST',
    body: JSON.stringify({ address, init }),
  });
  return answer.text();
}

test('a worker fetches public addresses, also where they redirect', async () => {
  expect(await outcome('https://a.example/json')).toBe('200 {"a":1}');
  expect(await outcome('https://a.example/moved')).toBe('200 {"a":1}');
  expect(await outcome('https://a.example/moved', { redirect: 'error' })).toBe('fetch-failed');
  expect(await outcome('https://a.example/json', { method: 'POST', body: 'a=b' })).toBe('200 {"a":1}');
});

test('E1-E12 a worker sends nothing to private addresses', async () => {
  for (const address of [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::ffff:10.0.0.1]/',
    'file:///etc/passwd',
  ]) {
    expect(await outcome(address)).toBe('fetch-refused');
  }
  expect(requested).toEqual([]);
  expect(await outcome('https://a.example/inside')).toBe('fetch-refused');
  expect(requested).toEqual(['https://a.example/inside']);
});

test('E13 a worker accepts no response that is too long or of another type', async () => {
  expect(await outcome('https://a.example/html')).toBe('fetch-failed');
  expect(await outcome('https://a.example/long')).toBe('fetch-failed');
});
