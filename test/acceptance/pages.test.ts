import { Readable } from 'node:stream';
import { parseFeed } from '@rowanmanning/feed-parser';
import { HtmlValidate } from 'html-validate';
import jsonld from 'jsonld';
import { parseSitemap, parseSitemapIndex } from 'sitemap';
import { beforeAll, describe, expect, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { guid, md5, newEncryptedValue, newThing, nextVersion, saveNew, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const CASS = 'https://schema.cassproject.org/0.4';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

/** What a browser gets, apart from redirects. Pages for errors are not in the description of the API. */
async function open(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = { accept: BROWSER, ...headers };
  const response = await fetch(new URL(address, server.url), { method, headers: sent, redirect: 'manual' });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
}

const competency = (members: Record<string, unknown>) =>
  newThing(server, { '@context': CASS, '@type': 'Competency', ...members });

beforeAll(async () => {
  const names = namedFrameworks(server, client);
  await names.save(
    'Plumbing',
    ['Pipes', 'Cut', 'Join', 'Solder'],
    [
      ['Cut', 'narrows', 'Pipes'],
      ['Join', 'narrows', 'Pipes'],
      ['Solder', 'narrows', 'Join'],
      ['Solder', 'requires', 'Cut'],
    ],
  );
});

const id = (name: string) => namedFrameworks(server, client).competency('Plumbing', name);
const framework = () => namedFrameworks(server, client).framework('Plumbing');

describe('the page of a competency', () => {
  test('says where it belongs, what it is related to, and in which forms it is offered', async () => {
    const { status, headers, text } = await open(id('Join'));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const words = shown(text);
    expect(words).toMatch(/Plumbing.*Pipes.*Competency Join/);
    expect(words).toMatch(/Contains Solder/);
    expect(words).toMatch(/In the same place Cut/);
    expect(words).toContain('JSON-LD');
    expect(shown((await open(id('Cut'))).text)).toMatch(/is required by Solder/);
    expect(shown((await open(id('Solder'))).text)).toMatch(/requires Cut/);
  });

  test('is the same page by every name of the object', async () => {
    const { text } = await open(id('Join'));
    const [uid = ''] = id('Join').split('/').slice(-1);
    for (const name of [uid, `schema.cassproject.org.0.4.Competency/${uid}`, md5({ '@id': id('Join') })]) {
      expect((await open(`/api/data/${name}`)).text).toBe(text);
    }
  });

  test('names owners by the people that their keys belong to, levels, versions, and another language', async () => {
    const { fingerprint } = parsePublicKey(cast.owner.pem);
    const owned = { '@owner': [cast.owner.pem] };
    await client.save(
      {
        ...newThing(server),
        '@id': `${server.api}data/schema.org.Person/${fingerprint}`,
        '@type': 'Person',
        name: 'Petra Owner',
        ...owned,
      },
      cast.sheets.owner,
    );
    const skill = competency({
      name: { en: 'Reading', ar: 'قراءة' },
      description: { en: 'Reads <b>texts</b> & "notes"', ar: 'يقرأ' },
      'ceasn:codedNotation': 'R.1',
      'schema:license': 'https://creativecommons.org/licenses/by/4.0/',
      ...owned,
    });
    await client.save(skill, cast.sheets.owner);
    const level = { '@context': CASS, '@type': 'Level', competency: shortId(skill), name: 'Beginner' };
    await saveNew(server, client, level);
    const page = await open(shortId(skill), { 'accept-language': 'ar,en;q=0.5' });
    expect(page.headers.get('content-language')).toBe('ar');
    expect(page.headers.get('vary')).toContain('Accept-Language');
    expect(page.text).toContain('<html lang="ar" dir="rtl">');
    expect(page.text).toContain('<bdi lang="ar" dir="rtl">قراءة</bdi></h1>');
    expect(page.text).toContain('hreflang="en"');
    expect(page.text).toContain('Petra Owner');
    expect(page.text).toContain(fingerprint);
    expect(page.text).toContain('Beginner');
    expect(page.text).toContain('1000');
    const english = await open(`${shortId(skill)}?lang=en`, { 'accept-language': 'ar' });
    expect(english.text).toContain('Reads &lt;b&gt;texts&lt;/b&gt; &amp; &quot;notes&quot;');
    expect(english.text).toContain(`<link rel="canonical" href="${shortId(skill)}?lang=en">`);
    expect(await faultsOf(english.text)).toEqual([]);
  });

  test('says so when a relation is stated by others', async () => {
    const relation = {
      '@context': CASS,
      '@type': 'Relation',
      relationType: 'isEquivalentTo',
      '@owner': [cast.other.pem],
    };
    await saveNew(server, client, { ...relation, source: 'https://example.org/spam', target: id('Cut') });
    const words = shown((await open(id('Cut'))).text);
    const { fingerprint } = parsePublicKey(cast.other.pem);
    expect(words).toContain(`is the same as https://example.org/spam (stated by Key ${fingerprint} )`);
  });

  test('cannot be made to run or load anything by what an object says', async () => {
    const hostile = '"><script>alert(1)</script>\u2028</script><img src=x onerror=alert(1)>';
    const skill = competency({
      name: { en: hostile, 'fr-x-"><b>': hostile },
      description: hostile,
      'ceasn:codedNotation': hostile,
      'schema:license': 'javascript:alert(1)',
      'schema:publisher': hostile,
      'schema:keywords': [hostile],
    });
    await client.save(skill);
    const relation = { '@context': CASS, '@type': 'Relation', relationType: hostile, source: shortId(skill) };
    await saveNew(server, client, { ...relation, target: 'javascript:alert(1)' });
    const { text, headers } = await open(shortId(skill));
    expect(text).not.toContain('<img');
    expect(text).not.toContain('<script>');
    expect(text).not.toMatch(/(?:href|src)="javascript:/);
    expect(text.match(/<\/script>/g)).toHaveLength(1);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(await faultsOf(text)).toEqual([]);
    expect(structuredDataOf(text)).toMatchObject({ termCode: hostile });
  });
});

describe('the page of a framework', () => {
  test('shows its outline', async () => {
    const { text } = await open(framework());
    expect(shown(text)).toMatch(/Outline Pipes Cut Join Solder/);
    expect(shown(text)).toContain('CASE 1.1');
    expect(await faultsOf(text)).toEqual([]);
  });

  test('has the outline of many competencies in parts, each of which begins below its ancestors', async () => {
    const children = Array.from({ length: 620 }, (_, index) => competency({ name: `Part ${index}` }));
    const top = competency({ name: 'Everything' });
    const relations = children.map((child) =>
      newThing(server, {
        '@context': CASS,
        '@type': 'Relation',
        relationType: 'narrows',
        source: shortId(child),
        target: shortId(top),
      }),
    );
    const large = newThing(server, {
      '@context': CASS,
      '@type': 'Framework',
      name: 'Large',
      competency: [top, ...children].map(shortId),
      relation: relations.map(shortId),
    });
    await client.call('/api/sky/repo/multiPut', { json: [large, top, ...children, ...relations] });
    const first = await open(shortId(large));
    expect(shown(first.text)).toContain('Part 1 of 2');
    expect(first.text).toContain('Part 498<');
    expect(first.text).not.toContain('Part 499<');
    const second = await open(`${shortId(large)}?part=2`);
    expect(shown(second.text)).toMatch(/Outline Everything Part 499 /);
    expect(second.text).toContain('Part 619<');
    expect(second.text).not.toContain('Part 498<');
    const child = children[300];
    const words = shown((await open(child === undefined ? '' : shortId(child))).text);
    expect(words).toMatch(/In the same place Part \d+ .* and others/);
  });

  test('has the outline of a hierarchy that is deep, has cycles, and lists what is not there', async () => {
    const chain = Array.from({ length: 40 }, (_, index) => competency({ name: `Step ${index}` }));
    const narrows = (child: number, parent: number) =>
      newThing(server, {
        '@context': CASS,
        '@type': 'Relation',
        relationType: 'narrows',
        source: chain.map(shortId)[child],
        target: chain.map(shortId)[parent],
      });
    const relations = chain.slice(1).map((_, index) => narrows(index + 1, index));
    const cycle = narrows(0, 39);
    const deep = newThing(server, {
      '@context': CASS,
      '@type': 'Framework',
      name: 'Deep',
      competency: [...chain.map(shortId), 'https://example.org/absent'],
      relation: [...relations, cycle].map(shortId),
    });
    await client.call('/api/sky/repo/multiPut', { json: [deep, ...chain, ...relations, cycle] });
    const { text } = await open(shortId(deep));
    expect(shown(text)).toMatch(/Outline Step 0 Step 1 .* Step 39 /);
    expect(await faultsOf(text)).toEqual([]);
    const last = await open(chain.map(shortId)[39] ?? '');
    expect(shown(last.text)).toMatch(/Deep .*Step 37 Step 38 Competency Step 39/);
  });

  test('of concepts shows them, and a concept where it belongs', async () => {
    const SKOS = 'https://schema.cassproject.org/0.4/skos/';
    const make = (type: string, members: Record<string, unknown>) =>
      newThing(server, { '@context': SKOS, '@type': type, ...members });
    const scheme = make('ConceptScheme', { 'dcterms:title': { en: 'Bloom' } });
    const broad = make('Concept', { 'skos:prefLabel': { en: 'Think' }, 'skos:inScheme': shortId(scheme) });
    const narrow = make('Concept', {
      'skos:prefLabel': { en: 'Analyse' },
      'skos:inScheme': shortId(scheme),
      'skos:broader': shortId(broad),
    });
    const whole = { ...scheme, 'skos:hasTopConcept': [shortId(broad)] };
    const upper = { ...broad, 'skos:narrower': [shortId(narrow)] };
    for (const one of [whole, upper, narrow]) await client.save(one);
    expect(shown((await open(shortId(scheme))).text)).toMatch(/Concept scheme Bloom Outline Think Analyse/);
    expect(shown((await open(shortId(narrow))).text)).toMatch(/Bloom Think Concept Analyse/);
    expect(shown((await open(shortId(broad))).text)).toMatch(/Contains Analyse/);
  });

  test('of an older version says so, names the current one, and asks not to be listed', async () => {
    const before = competency({ name: 'Old name' });
    await client.save(before);
    await client.save(nextVersion(before, { name: 'New name' }));
    const old = await open(before['@id']);
    expect(shown(old.text)).toMatch(/Competency Old name This is an older version. Current version/);
    expect(old.text).toContain('<meta name="robots" content="noindex">');
    expect(old.text).toContain(`<link rel="canonical" href="${shortId(before)}">`);
    const current = await open(shortId(before));
    expect(current.text).toContain('New name</bdi></h1>');
    expect(current.text).not.toContain('noindex');
  });

  test('is found by the addresses of CASE records', async () => {
    for (const [collection, target] of [
      ['CFDocuments', framework()],
      ['CFItems', id('Cut')],
    ] as const) {
      const address = `/api/ims/case/v1p0/${collection}/${md5({ '@id': target })}`;
      const answer = await open(address);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, target]);
      expect((await client.call(address)).headers.get('content-type')).toBe('application/json');
    }
    const absent = await open('/api/ims/case/v1p0/CFItems/4b7ab0bb-2b6e-4a5b-9b4f-000000000000');
    expect([absent.status, absent.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

describe('programs', () => {
  test.each([
    ['*/*'],
    ['application/json'],
    ['application/json, text/plain, */*'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'], // Java, without a header set
    ['application/ld+json, text/html;q=0.9'],
    ['text/plain'],
    ['text/*'],
  ])('with Accept: %s get the JSON of an object, byte for byte', async (accept) => {
    const thing = await saveNew(server, client, { '@context': CASS, '@type': 'Competency', name: 'Welding' });
    const plain = await client.call(shortId(thing), { headers: { accept: 'application/json' } });
    const answer = await client.call(shortId(thing), { headers: { accept } });
    expect(answer.text).toBe(JSON.stringify(thing));
    expect(fixedHeaders(answer.headers)).toEqual(fixedHeaders(plain.headers));
    expect(answer.headers.get('vary')).toBe('signatureSheet, Authorization, Cookie, Accept');
  });

  test('that prefer RDF get it, and so do links with a form', async () => {
    const headers = { accept: 'text/turtle, text/html;q=0.5' };
    expect((await client.call(id('Cut'), { headers })).headers.get('content-type')).toMatch(/^text\/turtle/);
    expect((await open(`${id('Cut')}?format=turtle`)).headers.get('content-type')).toMatch(/^text\/turtle/);
    expect((await open(`${id('Cut')}?format=json`)).json()).toMatchObject({ name: 'Cut' });
    expect((await client.call(`${id('Cut')}?format=docx`)).status).toBe(406);
    expect((await open(`${id('Cut')}?history=true`)).json()).toHaveLength(1);
  });
});

describe('a page and conditions', () => {
  test('have an entity tag that is not that of the JSON, HEAD without a body, and 304', async () => {
    const page = await open(id('Cut'));
    const json = await client.call(id('Cut'));
    const etag = page.headers.get('etag') ?? '';
    expect(etag).not.toBe(json.headers.get('etag'));
    const again = await open(id('Cut'), { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await open(id('Cut'), { 'if-none-match': json.headers.get('etag') ?? '' })).status).toBe(200);
    expect((await client.call(id('Cut'), { headers: { 'if-none-match': etag } })).status).toBe(200);
    const head = await client.call(id('Cut'), { method: 'HEAD', headers: { accept: BROWSER } });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
  });
});

describe('what a person may not see', () => {
  test('looks as if it did not exist: hidden, encrypted, deleted and absent objects give the same page', async () => {
    const readers = { '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] };
    const hidden = competency({ name: 'Secret skill', ...readers });
    const sealed = newEncryptedValue(server, { encryptedType: 'Competency', '@owner': [cast.owner.pem] });
    const gone = competency({ name: 'Gone' });
    for (const object of [hidden, sealed, gone]) await client.save(object, cast.sheets.owner);
    await client.call(shortId(gone), { method: 'DELETE' });
    const absent = await open('/api/data/schema.cassproject.org.0.4.Competency/none');
    const withoutId = (text: string) => text.replace(/[0-9a-f-]{36}/g, '');
    expect([absent.status, absent.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    for (const object of [hidden, sealed, gone]) {
      const page = await open(shortId(object));
      expect([page.status, withoutId(page.text)]).toEqual([404, withoutId(absent.text)]);
    }
    expect(await faultsOf(absent.text)).toEqual([]);
    const own = await client.call(shortId(hidden), { sheet: cast.sheets.reader, headers: { accept: BROWSER } });
    expect(own.text).toContain('<meta name="robots" content="noindex">');
  });

  test('is in no page, sitemap or feed of others', async () => {
    const secret = { '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] };
    const inside = competency({ name: 'Unseen part', ...secret });
    const shown = newThing(server, {
      '@context': CASS,
      '@type': 'Framework',
      name: 'Half seen',
      competency: [shortId(inside)],
      note: { '@type': 'Note', name: 'Hushed words', ...secret },
    });
    const draft = newThing(server, {
      '@context': CASS,
      '@type': 'Framework',
      name: 'Early draft',
      'case:adoptionStatus': 'Private Draft',
    });
    const kept = newThing(server, { '@context': CASS, '@type': 'Framework', name: 'Kept framework', ...secret });
    for (const object of [inside, shown, draft, kept]) await client.save(object, cast.sheets.owner);
    const texts = await Promise.all(
      ['/sitemap/first.xml', '/feed.atom', shortId(shown)].map(async (path) => (await open(path)).text),
    );
    const all = texts.join('\n');
    expect(all).toContain('Half seen');
    for (const words of ['Unseen part', 'Hushed words', 'Early draft', 'Kept framework', guid(kept), guid(draft)]) {
      expect(all, words).not.toContain(words);
    }
    expect(texts[0]).not.toContain(guid(inside));
  });
});

describe('a form that is not offered', () => {
  test('is a page where a page is preferred, and a problem otherwise', async () => {
    const page = await open(`${id('Cut')}?format=docx`, { accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([406, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Not available in this form');
    expect((await client.call(id('Cut'), { headers: { accept: 'image/png' } })).json()).toMatchObject({ status: 406 });
  });
});

describe('what leads others to pages', () => {
  test('structured data are schema.org terms', async () => {
    const term = structuredDataOf((await open(id('Cut'))).text);
    const schema = 'http://schema.org/';
    const documentLoader = async () => ({
      contextUrl: undefined,
      documentUrl: 'https://schema.org',
      document: { '@context': { '@vocab': schema, url: { '@type': '@id' } } },
    });
    const [expanded] = await jsonld.expand(term, { documentLoader });
    expect(expanded).toMatchObject({ '@id': id('Cut'), '@type': [`${schema}DefinedTerm`] });
    expect(JSON.stringify(expanded)).toContain(framework());
    const set = structuredDataOf((await open(framework())).text);
    expect(set).toMatchObject({ '@type': 'DefinedTermSet', name: 'Plumbing' });
    expect(set['hasDefinedTerm']).toHaveLength(4);
  });

  test('the head of a page has what previews and readers look for', async () => {
    const { text } = await open(id('Cut'));
    expect(text).toContain('<title>Cut – Plumbing</title>');
    expect(text).toContain('<meta property="og:title" content="Cut – Plumbing">');
    expect(text).toContain(`<link rel="canonical" href="${id('Cut')}">`);
    expect(text).toMatch(
      /<link rel="alternate" type="application\/ld\+json" title="JSON-LD" href="[^"]+\?format=json-ld">/,
    );
    expect(await faultsOf(text)).toEqual([]);
  });

  test('robots.txt names a sitemap whose index leads to every public object, with its time', async () => {
    const { text } = await client.call('/robots.txt');
    expect(text).toMatch(/^Sitemap: http\S+\/sitemap\.xml$/m);
    const parts = await parseSitemapIndex(Readable.from([(await client.call('/sitemap.xml')).text]));
    const urls = [];
    for (const { url, lastmod } of parts) {
      expect(Date.parse(lastmod ?? '')).toBeGreaterThan(0);
      const part = (await client.call(new URL(url).pathname)).text;
      for (const one of await parseSitemap(Readable.from([part]))) urls.push(one);
    }
    expect(urls.map(({ url }) => url)).toEqual(expect.arrayContaining([framework(), id('Cut')]));
    expect(urls.every(({ lastmod }) => lastmod !== undefined)).toBe(true);
    expect((await client.call('/sitemap/nothing.xml')).status).toBe(400);
    expect((await client.call('/sitemap/first')).status).toBe(404);
  });

  test('a feed reader finds the frameworks, the newest first', async () => {
    const newest = newThing(server, {
      '@context': CASS,
      '@type': 'Framework',
      '@id': `${server.api}data/schema.cassproject.org.0.4.Framework/newest/${Date.now() + 60_000}`,
      name: { de: 'Neu & "<wichtig>"' },
      description: 'With a \u0001 control character',
    });
    await client.save(newest);
    const feed = parseFeed((await client.call('/feed.atom')).text);
    expect(feed.meta.type).toBe('atom');
    expect(feed.items[0]).toMatchObject({ title: 'Neu & "<wichtig>"', url: shortId(newest) });
    expect(feed.items.map(({ title }) => title)).toContain('Plumbing');
  });

  test('a browser finds the search', async () => {
    const { text, headers } = await client.call('/opensearch.xml');
    expect(headers.get('content-type')).toMatch(/^application\/opensearchdescription\+xml/);
    expect(text).toContain('/svc-editor/search?q={searchTerms}');
  });
});

describe('PUBLIC_PAGES=false', () => {
  const { server: off, client: plain } = useServer({ PUBLIC_PAGES: 'false' });

  test('leaves everything as it is without pages', async () => {
    const thing = await saveNew(off, plain, { name: 'plain' });
    const headers = { accept: BROWSER };
    expect((await plain.call(shortId(thing), { headers })).json()).toEqual(thing);
    expect((await plain.call(shortId(thing), { headers: { accept: 'text/html' } })).status).toBe(406);
    expect((await plain.call('/api/data/none', { headers })).headers.get('content-type')).toBe(
      'application/problem+json',
    );
    for (const path of ['/robots.txt', '/sitemap.xml', '/sitemap/first.xml', '/feed.atom', '/opensearch.xml']) {
      expect((await plain.call(path)).status, path).toBe(404);
    }
  });
});

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    'require-sri': ['error', { target: 'crossorigin' }],
    'no-inline-style': 'error',
    'no-trailing-whitespace': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
  },
});

/** What a validator of HTML finds. */
async function faultsOf(text: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(text);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId} ${line}: ${message}`),
  );
}

/** The words of a page. */
function shown(text: string): string {
  const body = text.slice(text.indexOf('<body>'));
  return body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

function structuredDataOf(text: string): Record<string, unknown> {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
}

/** The headers that two answers with the same contents share. */
function fixedHeaders(headers: Headers): Record<string, string> {
  const changing = ['x-request-id', 'date', 'last-modified'];
  return Object.fromEntries([...headers].filter(([name]) => !changing.includes(name)));
}
