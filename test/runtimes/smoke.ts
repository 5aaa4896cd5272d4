import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createBadgeKit } from '../support/badges.ts';
import { changesAfter, cursorNow, idsOf } from '../support/changes.ts';
import { type Client, createClient, type Thing } from '../support/client.ts';
import { standalone } from '../support/mcp.ts';
import { type Person, person, sheet } from '../support/signer.ts';
import { guid, md5, newEncryptedValue, newThing, nextVersion, shortId } from '../support/things.ts';

/** A service under test, on any runtime. */
export type Runtime = {
  /** Base address, ending in a slash. */
  readonly url: string;
  /** Own address that ids are local under: ends in `/api/`. */
  readonly api: string;
  /** Sends a request to the service. */
  readonly fetch: typeof fetch;
  /** Maximum size of a body, in bytes. */
  readonly postMaxSize: number;
  /** Whether MCP has subscriptions, which need long-lived responses, as event streams do. */
  readonly hasSubscriptions: boolean;
};

/**
 * The tests that every runtime has to pass: an endpoint of each group, in both bindings, with requests that a runtime can alter: odd
 * paths, bodies of all kinds, methods, headers, sizes. The service has a fake language model (`modelSettings`). Call it where tests
 * are declared.
 *
 * @param get returns the service once it runs
 */
export function smoke(get: () => Runtime): void {
  let runtime: Runtime;
  let client: Client;
  let owner: Person;
  let signed: string;

  beforeAll(async () => {
    runtime = get();
    client = createClient(runtime, '', runtime.fetch);
    owner = await person();
    signed = await sheet(runtime.api, [owner]);
  });

  const owned = (members: Record<string, unknown> = {}): Thing => newThing(runtime, { owner: [owner.pem], ...members });

  test('ping returns the version, the admin key and the largest request', async () => {
    const answer = await client.call('/api/ping');
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ ping: 'pong', postMaxSize: runtime.postMaxSize });
    expect(answer.json().adminPublicKeys).toEqual((await client.call('/api/sky/admin')).json());
    expect((await client.call('/livez')).json()).toEqual({ status: 'alive' });
    expect((await client.call('/readyz')).json()).toMatchObject({ status: 'ready' });
  });

  test('the API description is served', async () => {
    const answer = await client.call('/api/openapi.json');
    expect(answer.json()).toMatchObject({ openapi: '3.0.3', info: { title: 'CaSS' } });
  });

  test('the editor is served, with the files of its page', async () => {
    const page = await client.call('/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const [, file = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(page.text) ?? [];
    const script = await client.call(`/svc-editor/${file}`, { headers: { 'accept-encoding': 'gzip' } });
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect((await client.call('/svc-editor/assets/none.js')).status).toBe(404);
  });

  test('a browser gets a page at the address of an object, with its style sheet, and a sitemap leads to it', async () => {
    const thing = owned({ '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency', name: 'Ω & more' });
    await client.save(thing, signed);
    const page = await client.call(shortId(thing), { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<title>Ω &amp; more</title>');
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page.text) ?? [];
    expect((await client.call(style)).headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect((await client.call('/sitemap/first.xml')).text).toContain(shortId(thing));
    const link = await client.call(`/svc-editor/f/${guid(thing)}`);
    expect(link.text).toContain('<title>Ω &amp; more</title>');
    for (const path of ['/robots.txt', '/sitemap.xml', '/feed.atom', '/opensearch.xml']) {
      expect((await client.call(path)).status, path).toBe(200);
    }
  });

  test('a harvester gets records, which other groups write in part', async () => {
    const framework = owned({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Framework',
      name: 'Harvest',
    });
    await client.save(framework, signed);
    // The others are read from other groups by the address of the API, which functions in tests do not have.
    for (const format of runtime.hasSubscriptions ? ['oai_dc', 'rdf', 'case'] : ['oai_dc']) {
      const query = `verb=GetRecord&metadataPrefix=${format}&identifier=${shortId(framework)}`;
      const { status, text } = await client.call(`/api/oai?${query}`);
      expect([status, text.includes('<metadata>')], text).toEqual([200, true]);
    }
    const { text } = await client.call('/api/oai', {
      urlencoded: { verb: 'ListIdentifiers', metadataPrefix: 'oai_dc' },
    });
    expect(text).toContain(`<identifier>${shortId(framework)}</identifier>`);
  });

  test('frameworks and concept schemes are imported from CTDL-ASN, with a report, and exported', async () => {
    const place = `https://example.org/${randomUUID()}`;
    const text = { en: 'Ω' };
    for (const [name, type, part] of [
      ['framework', 'ceasn:CompetencyFramework', 'ceasn:Competency'],
      ['scheme', 'skos:ConceptScheme', 'skos:Concept'],
    ] as const) {
      const root = `${place}/${name}`;
      const label = part === 'skos:Concept' ? 'skos:prefLabel' : 'ceasn:competencyText';
      const nodes = [
        { '@id': root, '@type': type, 'ceasn:name': text },
        { '@id': `${root}/1`, '@type': part, [label]: text },
      ];
      const data = JSON.stringify({ '@graph': nodes });
      const imported = await client.call('/api/ctdlasn', { form: { data } });
      expect(imported.text).toBe(root);
      const [, report = ''] = /^<([^>]+)>/.exec(imported.headers.get('link') ?? '') ?? [];
      expect((await client.call(report)).json()).toMatchObject({ saved: 2, failed: [], losses: [] });
      const exported = (await client.call(`/api/ceasn/${md5({ '@id': root })}`)).json();
      expect(exported['@graph']).toMatchObject(nodes);
    }
  });

  test('an object is read as Turtle, and a document of JSON-LD is processed', async () => {
    const thing = newThing(runtime, { name: { en: 'Fillet weld' } });
    await client.save(thing);
    const turtle = await client.call(`/api/data/${guid(thing)}`, { headers: { accept: 'text/turtle' } });
    expect(turtle.text).toContain('schema:name "Fillet weld"@en');
    const expanded = await client.call('/api/jsonld', { json: { '@context': 'https://schema.org/', name: 'x' } });
    expect(expanded.json()).toEqual([{ 'http://schema.org/name': [{ '@value': 'x' }] }]);
    const blank = Array.from({ length: 500 }, (_, index) => ({ 'http://schema.org/position': index }));
    const canonical = await client.call('/api/jsonld?operation=canonicalize', { json: blank });
    expect(canonical.text.trim().split('\n')).toHaveLength(500);
  });

  test('changes are told from a cursor on, also to a request that waits', async () => {
    const since = await cursorNow(client);
    const waiting = changesAfter(client, { since, wait: 20 });
    const thing = newThing(runtime);
    await client.save(thing);
    expect(idsOf(await waiting)).toEqual([shortId(thing)]);
    expect((await client.call('/api/changes?since=garbage')).status).toBe(400);
    if (runtime.hasSubscriptions) return;
    const headers = { accept: 'text/event-stream' };
    const events = await client.call(`/api/changes?since=${since}`, { headers });
    expect(events.text).toMatch(/^retry: 1000\n\nid: .+\ndata: .+\n\nevent: up-to-date\nid: .+\ndata: .+\n\n$/);
    expect(events.text).toContain(shortId(thing));
  });

  test('a competency is served as SCD, and in an index', async () => {
    const competency = newThing(runtime, { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency' });
    await client.save({ ...competency, name: 'Weld' });
    const answer = await client.call(`/api/scd/${guid(competency)}`);
    expect(answer.json()).toMatchObject({ competencyStatement: 'Weld', competencyFramework: [] });
    const index = await client.call(`/api/ce/pna/${guid(competency)}`);
    expect(index.json()).toMatchObject({ container: { name: 'Weld' }, competencies: [] });
  });

  test('an assertion that is shared with the key of badges is one', async () => {
    const { learner, newCompetency, publish } = await createBadgeKit(runtime, client);
    const id = guid(await publish((await newCompetency())['@id']));
    const badge = (await client.call(`/api/badge/assertion/${id}`)).json();
    expect(badge).toMatchObject({ type: 'Assertion', recipient: { type: 'email', hashed: true } });
    const { pathname } = new URL(badge.badge);
    expect((await client.call(pathname)).json()).toMatchObject({ type: 'BadgeClass', name: 'Welding' });
    const credential = (await client.call(`/api/badge/v3/credential/${id}`)).json();
    expect(credential).toMatchObject({ proof: { cryptosuite: 'eddsa-rdfc-2022' } });
    const list = new URL(credential.credentialStatus.statusListCredential).pathname;
    const headers = { accept: 'application/vc+jwt' };
    expect((await client.call(list, { headers })).text.split('.')).toHaveLength(3);
    expect((await client.call('/.well-known/did.json')).json()).toMatchObject({ id: credential.issuer.id });
    const own = await sheet(runtime.api, [learner]);
    const taken = await client.call('/api/badge/import', { json: { credential }, sheet: own });
    expect(taken.json().checks).toContainEqual({ name: 'proof', ok: true, detail: expect.any(String) });
  });

  test('a framework is drafted by a language model, and saved; so are events, and alignments', async () => {
    const draft = async (name: string, headers = {}) =>
      client.call('/api/llm/framework', { json: { name, depth: 1, save: true }, sheet: signed, headers });
    const [one, other] = [await draft('Ω'), await draft('ω')].map((answer) => answer.json());
    expect([one.stored, one.failed, other.stored]).toEqual([6, [], 6]);
    expect((await draft('Ω', { accept: 'text/event-stream' })).text).toMatch(/^event: framework\n[\s\S]*event: done\n/);
    const [source, target] = [one, other].map(({ framework }) => framework['@id']);
    const { alignments } = (await client.call('/api/llm/align', { json: { source, target }, sheet: signed })).json();
    expect(alignments).toHaveLength(5);
  });

  test('an xAPI statement becomes an assertion, once', async () => {
    const competency = newThing(runtime, { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency' });
    await client.save(competency);
    const statement = {
      id: randomUUID(),
      actor: { mbox: `mailto:${randomUUID()}@example.org` },
      result: { success: true },
      verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
      object: { id: shortId(competency) },
    };
    const send = () => client.call('/api/xapi/statements', { json: [statement], sheet: signed });
    const first = (await send()).json();
    expect(first).toMatchObject([{ id: statement.id, status: 'stored', assertions: [expect.any(String)] }]);
    expect((await send()).json()).toEqual(first);
    expect((await client.call('/api/xapi/pk')).text).toMatch(/^-----BEGIN PUBLIC KEY-----/);
  });

  test('an xAPI statement becomes a badge, where its sender asks for it', async () => {
    const kit = await createBadgeKit(runtime, client);
    const email = `${randomUUID()}@school.example`;
    const key = await kit.register({ name: 'Eve Teacher', email });
    const statement = {
      id: randomUUID(),
      actor: { mbox: `mailto:${randomUUID()}@example.org` },
      result: { success: true },
      verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
      object: { id: shortId(await kit.newCompetency()) },
      context: { instructor: { mbox: `mailto:${email}` } },
    };
    const sent = { json: [statement], sheet: await sheet(runtime.api, [key]) };
    const [{ badges }] = (await client.call('/api/xapi/statements?badge=true', sent)).json();
    const { pathname } = new URL(badges[0]);
    expect((await client.call(pathname)).json()).toMatchObject({ type: 'Assertion', recipient: { type: 'email' } });
  });

  test('an ASN document is imported, and exported as Turtle', async () => {
    const id = `https://example.org/${randomUUID()}`;
    const data = `<${id}> a <http://purl.org/ASN/schema/core/StandardDocument> ; <http://purl.org/dc/elements/1.1/title> "Ω"@en .`;
    expect((await client.call('/api/asn', { form: { data } })).text).toBe(id);
    const exported = await client.call(`/api/asn/${md5({ '@id': id })}`, { headers: { accept: 'text/turtle' } });
    expect(exported.text).toContain('dc:title "Ω"@en');
  });

  test('a CASE package is imported, and read', async () => {
    const part = () => {
      const identifier = randomUUID();
      return { identifier, uri: `https://example.org/${identifier}`, lastChangeDateTime: '2024-05-01T00:00:00Z' };
    };
    const document = { ...part(), title: 'Ω', creator: 'Guild' };
    const items = [{ ...part(), fullStatement: 'Ω' }];
    const data = JSON.stringify({ CFDocument: document, CFItems: items });
    expect((await client.call('/api/ims/case/import', { form: { data } })).text).toBe(document.uri);
    const read = (await client.call(`/api/ims/case/v1p0/CFPackages/${document.identifier}`)).json();
    expect(read.CFItems[0]).toMatchObject({ identifier: items[0]?.identifier, fullStatement: 'Ω' });
  });

  test('a signed object is read by every alias, in its versions and by search', async () => {
    const thing = owned({ name: `Ω ${randomUUID()}` });
    await client.save(thing, signed);
    const next = nextVersion(thing, { note: 'second' });
    await client.save(next, signed);
    const { pathname } = new URL(shortId(thing));
    for (const path of [
      pathname,
      `/api/data/${guid(thing)}`,
      `/api/data//${guid(thing)}`,
      `/api/data/x/${md5(thing)}`,
    ]) {
      expect((await client.call(path)).json(), path).toEqual(next);
    }
    expect((await client.call(`${pathname}/1000`)).json()).toEqual(thing);
    expect((await client.call(`${pathname}?history=true`)).json()).toEqual([next, thing]);
    expect(await client.find(`name:"${String(thing['name'])}"`)).toEqual([next['@id']]);
  });

  test('the unusual paths of existing clients lead to the object: no type, and the MD5 of the id', async () => {
    const thing: Thing = { ...owned(), '@id': `https://other.example/things/${randomUUID()}` };
    const saved = await client.call(`/api/data//${md5(thing)}`, {
      form: { data: JSON.stringify(thing) },
      sheet: signed,
    });
    expect(saved.status, saved.text).toBe(200);
    const read = await client.call(`/api/data//${md5(thing)}`, { method: 'POST', form: {}, sheet: signed });
    expect(read.json()).toEqual(thing);
    const whole = await client.call(`/api/data/${encodeURIComponent(thing['@id'])}`);
    expect(whole.json()).toEqual(thing);
  });

  test('a slash at the end of an address does not count', async () => {
    for (const path of ['/api/ping/', '/readyz/', '/api/sky/repo/search/?q=nothing']) {
      expect((await client.call(path)).status, path).toBe(200);
    }
  });

  test('a form and a urlencoded form mean the same as JSON', async () => {
    for (const binding of ['form', 'urlencoded'] as const) {
      const thing = owned({ name: `${binding} äöü 漢字 🎓` });
      const call = { [binding]: { data: JSON.stringify(thing) }, sheet: signed };
      const { pathname } = new URL(thing['@id']);
      expect((await client.call(pathname, call)).status).toBe(200);
      expect((await client.call(pathname)).json()).toEqual(thing);
    }
  });

  test('an object is hidden from callers that may not read it, and visible to those that may', async () => {
    const reader = await person();
    const hidden = newEncryptedValue(runtime, { owner: [owner.pem], reader: [reader.pem] });
    await client.save(hidden, signed);
    const { pathname } = new URL(shortId(hidden));
    expect((await client.call(pathname)).status).toBe(404);
    const read = await client.call(pathname, { sheet: await sheet(runtime.api, [reader]) });
    expect(read.json()).toEqual(hidden);
  });

  test('a stranger may neither change nor delete, the owner may delete', async () => {
    const thing = owned();
    await client.save(thing, signed);
    const { pathname } = new URL(shortId(thing));
    const stranger = await sheet(runtime.api, [await person()]);
    expect((await client.call(pathname, { json: nextVersion(thing), sheet: stranger })).status).toBe(401);
    expect((await client.call(pathname, { method: 'DELETE', sheet: stranger })).status).toBe(401);
    expect((await client.call(pathname, { method: 'DELETE', sheet: signed })).status).toBe(200);
    expect((await client.call(pathname)).status).toBe(404);
  });

  test('batches: multiPut, multiGet, multiDelete', async () => {
    const things = [owned({ name: 'one' }), owned({ name: 'two' })];
    const ids = things.map(shortId);
    const put = await client.call('/api/sky/repo/multiPut', { json: things, sheet: signed });
    expect(put.json()).toMatchObject({ stored: 2, failed: [] });
    const got = await client.call('/api/sky/repo/multiGet', { form: { data: JSON.stringify(ids) } });
    expect(got.json()).toEqual(things);
    const gone = await client.call('/api/sky/repo/multiDelete', { json: ids, sheet: signed });
    expect(gone.json()).toMatchObject({ deleted: 2, failed: [] });
  });

  test('searches by form and by query, page by page', async () => {
    const mark = `mark${randomUUID().replaceAll('-', '')}`;
    const things = Array.from({ length: 5 }, (_, index) => owned({ mark, name: `n${index}` }));
    await client.call('/api/sky/repo/multiPut', { json: things, sheet: signed });
    const form = await client.call('/api/data/', { form: { data: mark, searchParams: '{"size":50}' }, sheet: signed });
    expect(form.json()).toHaveLength(5);
    const first = await client.call(`/api/sky/repo/search?q=${mark}&size=3`);
    const next = /^<(\?[^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await client.call(`/api/sky/repo/search${next}`);
    const found = [...first.json(), ...second.json()].map((hit) => hit['@id']);
    expect(found.sort()).toEqual(things.map((thing) => thing['@id']).sort());
    expect((await client.call('/api/sky/repo/search?q=%2B%2B%28')).status).toBe(400);
  });

  test('an identity is created, logged in to and refused', async () => {
    const salts = (await client.call('/api/sky/id/salts')).json();
    expect(salts).toMatchObject({ usernameIterations: 5000 });
    const credentials = { contacts: [], credentials: [] };
    const json = { username: randomUUID(), password: 'one' };
    expect((await client.call('/api/sky/id/create', { json: { ...json, credentials } })).status).toBe(200);
    const opened = await client.call('/api/sky/id/login', { form: { credentialRequest: JSON.stringify(json) } });
    expect(opened.json()).toMatchObject(credentials);
    expect((await client.call('/api/sky/id/login', { json: { ...json, password: 'two' } })).status).toBe(403);
  });

  test('the key that profiles are calculated with is served, and a profile requires a framework', async () => {
    const key = await client.call('/api/profile/pk');
    expect(key.text).toContain('BEGIN PUBLIC KEY');
    const subject = encodeURIComponent(owner.pem);
    const none = await client.call(`/api/profile/latest?subject=${subject}&frameworkId=${randomUUID()}`);
    expect(none.status).toBe(404);
  });

  test('admin operations refuse other callers', async () => {
    expect((await client.call('/api/util/reindex', { method: 'POST', json: {} })).status).toBe(401);
    expect((await client.call('/api/util/export')).status).toBe(401);
  });

  test('MCP announces subscriptions to resources only where it has them, and refuses them at once elsewhere', async () => {
    const { result } = (await client.call('/api/mcp', standalone('server/discover'))).json();
    expect(result.capabilities.resources.subscribe ?? false).toBe(runtime.hasSubscriptions);
    if (runtime.hasSubscriptions) return;
    const { json, headers } = standalone('subscriptions/listen');
    const notifications = { resourceSubscriptions: ['competency://data/x'] };
    const refused = await client.call('/api/mcp', {
      json: { ...json, params: { ...json.params, notifications } },
      headers,
    });
    expect([refused.status, refused.json().id, refused.json().error.code]).toEqual([404, json.id, -32_601]);
  });

  test('404, 405, 413, 415 and 406 are problem documents, and plain text for forms', async () => {
    expect((await client.call('/api/nothing/here')).json()).toMatchObject({ status: 404 });
    expect((await client.call('/nothing')).status).toBe(404);
    const refused = await client.call('/api/data/x', { method: 'PUT', json: {} });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, DELETE, OPTIONS']);
    expect((await client.call('/api/ping', { method: 'DELETE' })).status).toBe(405);
    const compressed = await client.call('/api/data/x', { json: '{}', headers: { 'content-encoding': 'gzip' } });
    expect(compressed.status).toBe(415);
    const missing = await client.call('/api/data/x/y', { form: {} });
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
    expect((await client.call('/api/data/x', { headers: { accept: 'image/png' } })).status).toBe(406);
  });

  test('HEAD and OPTIONS, preflights of browsers included', async () => {
    const head = await client.call('/api/ping', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const preflight = await client.call('/api/data/x', {
      method: 'OPTIONS',
      headers: { origin: 'https://editor.example', 'access-control-request-headers': 'signaturesheet' },
    });
    expect([preflight.status, preflight.text]).toEqual([204, '']);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('signaturesheet');
  });

  test('conditional requests accept the tag of an object', async () => {
    const thing = owned();
    await client.save(thing, signed);
    const { pathname } = new URL(shortId(thing));
    const tag = (await client.call(pathname)).headers.get('etag') ?? '';
    const unchanged = await client.call(pathname, { headers: { 'if-none-match': tag } });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    const late = await client.call(pathname, {
      json: nextVersion(thing),
      sheet: signed,
      headers: { 'if-match': '"x"' },
    });
    expect(late.status).toBe(412);
  });

  test('a body that is not text is refused, not interpreted as text', async () => {
    const body = Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]);
    const answer = await client.call('/api/data/x', {
      body,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.json()).toMatchObject({ status: 400 });
  });

  test('an object of a megabyte with all characters is returned as it was sent', async () => {
    const characters = ['"', '\\', '\n', '\u0001', 'é', '漢', '🎓', '\u2028', 'a'];
    const text = Array.from({ length: 150_000 }, (_, index) => characters[(index * 7) % characters.length]).join('');
    const thing = owned({ description: text });
    await client.save(thing, signed);
    expect((await client.call(new URL(thing['@id']).pathname)).json()).toEqual(thing);
  });
}
