import { describe, expect, test } from 'vitest';
import { ANY_PUBLIC, parseAllowEntry } from '../../base/outbound/allow-list.ts';
import type { OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import { requireDigest } from './contexts/bundled.ts';
import { createDocumentLoader, loadBundled } from './document-loader.ts';

const SHIPPED = [
  'https://schema.cassproject.org/0.4',
  'https://schema.cassproject.org/0.4/',
  'https://schema.cassproject.org/0.3',
  'https://schema.cassproject.org/0.4/skos/',
  'https://schema.cassproject.org/kbac/0.4',
  'https://schema.cassproject.org/0.4/kbac',
  'http://schema.org',
  'https://schema.org/',
  'https://schema.org/docs/jsonldcontext.json',
  'http://credreg.net/ctdlasn/schema/context/json',
  'https://credreg.net/ctdl/schema/context/json',
];

/** A server that counts how often it is asked. */
function remote(body: string, status = 200) {
  const asked: string[] = [];
  const send: OutboundSend = async ({ url }) => {
    asked.push(url.href);
    return new Response(body, { status });
  };
  return { asked, openSend: async () => send };
}

const allowing = (...texts: string[]) => ({
  outbound: { allowed: { anyPublic: false, entries: texts.flatMap((text) => parseAllowEntry(text) ?? []) } },
});

describe('the loader of contexts', () => {
  test.each(SHIPPED)('F2 loads %s from the service, which ships with the pinned one', async (url) => {
    expect(await loadBundled(url)).toMatchObject({ document: { '@context': expect.anything() } });
  });

  test('F2 F10 refuses a changed context', () => {
    expect(() => requireDigest('https://example.org/c', { '@context': {} }, 'ab')).toThrow('not the pinned one');
  });

  test('F3 refuses contexts that do not ship, also where every public address may be fetched', async () => {
    const { asked, openSend } = remote('{"@context":{}}');
    const load = createDocumentLoader({ outbound: { allowed: ANY_PUBLIC } }, openSend);
    await expect(load('https://example.org/context')).rejects.toMatchObject({ code: 'unknown-context' });
    await expect(load('https://schema.cassproject.org.example/0.4')).rejects.toMatchObject({ code: 'unknown-context' });
    expect(asked).toEqual([]);
  });

  test('F3 fetches contexts of the allow list once, and no others', async () => {
    const { asked, openSend } = remote('{"@context":{"a":"http://a.example/"}}');
    const load = createDocumentLoader(allowing('https://example.org/contexts/*'), openSend);
    for (let times = 0; times < 2; times++) {
      expect((await load('https://example.org/contexts/a')).document).toEqual({
        '@context': { a: 'http://a.example/' },
      });
    }
    await expect(load('https://example.org/other')).rejects.toMatchObject({ code: 'unknown-context' });
    await load('http://schema.org/');
    expect(asked).toEqual(['https://example.org/contexts/a']);
  });

  test.each([
    ['404', '{"@context":{}}', 404],
    ['no context', '{"a":1}', 200],
    ['an array', '[]', 200],
  ])('an answer of %s is a fault of the other server', async (_what, body, status) => {
    const load = createDocumentLoader(allowing('https://example.org/*'), remote(body, status).openSend);
    await expect(load('https://example.org/c')).rejects.toMatchObject({ code: 'fetch-failed' });
  });
});
