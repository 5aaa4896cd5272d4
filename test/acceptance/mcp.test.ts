import { describe, expect, test } from 'vitest';
import { initialize, MCP_HEADERS, mcpSession, standalone } from '../support/mcp.ts';
import { rawRequest } from '../support/raw-request.ts';
import { guid, newThing, saveNew, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

describe('a session (revisions 2025-06-18 and 2025-11-25)', () => {
  test('A12 begins with initialize, lists tools and resources, calls tools, and ends with DELETE', async () => {
    const begun = await client.call('/api/mcp', { json: initialize(), headers: MCP_HEADERS });
    expect(begun.json().result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'cass-mcp-server' },
    });
    const { send, post, tool, id } = await mcpSession(client);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    const { tools } = (await send('tools/list')).result;
    const names = tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['server_status', 'search_data', 'record_evidence']));
    for (const { inputSchema } of tools) expect(inputSchema.type).toBe('object');
    const { resourceTemplates } = (await send('resources/templates/list')).result;
    expect(resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate)).toEqual(
      expect.arrayContaining([
        'cass://data/{type}/{uid}',
        'cass://data/{type}/{uid}/{version}',
        'cass://data/{uid}',
        'competency://data/{type}/{uid}',
      ]),
    );
    const status = await tool('server_status');
    expect(JSON.parse(status.content[0].text)).toMatchObject({ ping: 'pong' });
    expect(status.structuredContent).toMatchObject({ ping: 'pong' });
    expect(JSON.parse((await tool('search_data', { q: '*', size: 1 })).content[0].text)).toEqual([]);
    const headers = { 'mcp-session-id': id };
    expect((await client.call('/api/mcp', { method: 'DELETE', headers })).status).toBe(200);
    expect((await post({ jsonrpc: '2.0', id: 2, method: 'ping' })).status).toBe(404);
  });

  test('is accepted by another instance, and says nothing about who is calling', async () => {
    const owned = newThing(server, { '@owner': [cast.owner.pem], '@reader': [cast.owner.pem] });
    await client.save(owned, cast.sheets.owner);
    const { tool } = await mcpSession(client, { headers: { signatureSheet: cast.sheets.owner } });
    const { tool: others } = await mcpSession(client);
    expect((await tool('get_object', { uid: guid(owned) })).structuredContent.result).toMatchObject({
      '@id': owned['@id'],
    });
    expect(await others('get_object', { uid: guid(owned) })).toMatchObject({ isError: true });
  });

  test('reads an object by its id, percent-encoded or not', async () => {
    const thing = newThing(server);
    await client.save(thing);
    const { tool } = await mcpSession(client);
    for (const uid of [thing['@id'], encodeURIComponent(thing['@id'])]) {
      expect((await tool('get_object', { uid })).structuredContent?.result, uid).toMatchObject({ '@id': thing['@id'] });
    }
  });

  test('negotiates the revision, and answers one that it does not know with the newest', async () => {
    for (const [asked, given] of [
      ['2025-11-25', '2025-11-25'],
      ['2025-03-26', '2025-03-26'],
      ['1999-01-01', '2025-11-25'],
    ] as const) {
      const begun = await client.call('/api/mcp', { json: initialize(asked), headers: MCP_HEADERS });
      expect(begun.json().result.protocolVersion).toBe(given);
    }
  });

  test.each(['*/*', 'application/json', null])('answers a client that accepts %s with JSON', async (accept) => {
    const json = { ...initialize(), params: { ...initialize().params, _meta: { progressToken: 1 } } };
    const headers = accept === null ? {} : { accept };
    const begun = await client.call('/api/mcp', { json, headers });
    expect(begun.status).toBe(200);
  });

  test.each(['2024-11-05', '2025-03-26'])('of %s has nothing that is newer', async (revision) => {
    await saveNew(server, client, { '@type': 'Competency', name: 'Soldering of old revisions' });
    const begun = await client.call('/api/mcp', { json: initialize(revision), headers: MCP_HEADERS });
    const headers = { ...MCP_HEADERS, 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    const send = async (method: string, params: object) =>
      (await client.call('/api/mcp', { json: { jsonrpc: '2.0', id: 1, method, params }, headers })).json().result;
    for (const tool of (await send('tools/list', {})).tools) {
      expect(tool).not.toHaveProperty('title');
      expect(tool).not.toHaveProperty('outputSchema');
    }
    const call = { name: 'find_competencies', arguments: { query: 'soldering', limit: '5' } };
    const result = await send('tools/call', call);
    expect(result.content.map(({ type }: { type: string }) => type)).toEqual(['text']);
    expect(result).not.toHaveProperty('structuredContent');
  });

  test('gets tools whose arguments clients understand that resolve no references and combine no schemas at the root', async () => {
    const { send } = await mcpSession(client);
    const { tools } = (await send('tools/list')).result;
    expect(tools.length).toBeGreaterThan(20);
    for (const { inputSchema } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(JSON.stringify(inputSchema)).not.toMatch(/"\$(?:ref|defs|schema)":/);
      for (const keyword of ['allOf', 'anyOf', 'oneOf', 'not']) expect(inputSchema).not.toHaveProperty(keyword);
    }
  });

  test('refuses evidence without a statement', async () => {
    const { tool } = await mcpSession(client);
    expect(await tool('record_evidence', {})).toMatchObject({ isError: true });
  });

  test('with toolsets has their tools, in the same order, in pages', async () => {
    const { send } = await mcpSession(client, { headers: { 'mcp-toolsets': 'all' } });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { tools, nextCursor } = (await send('tools/list', cursor === undefined ? {} : { cursor })).result;
      names.push(...tools.map(({ name }: { name: string }) => name));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['save_object', 'reindex', 'case11_cf_items', 'delete_object']));
    const { tools } = (await (await mcpSession(client)).send('tools/list')).result;
    expect(tools.length).toBeLessThan(30);
    expect(tools.map(({ name }: { name: string }) => name)).not.toContain('save_object');
    const few = await client.call('/api/mcp?toolsets=nothing', { json: initialize(), headers: MCP_HEADERS });
    expect(few.status).toBe(400);
  });

  test.each(['2025-03-26', '2025-11-25'])('of %s refuses batches', async (revision) => {
    const { post } = await mcpSession(client, {}, revision);
    const refused = await post([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
    expect([refused.status, refused.json().error.code]).toEqual([400, -32_600]);
  });
});

describe('requests without a session (revision 2026-07-28)', () => {
  test('C15 discover the server, and call tools', async () => {
    const discovered = (await client.call('/api/mcp', standalone('server/discover'))).json().result;
    expect(discovered).toMatchObject({ supportedVersions: ['2026-07-28'], resultType: 'complete' });
    const listed = (await client.call('/api/mcp', standalone('tools/list'))).json().result;
    expect(listed).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private', resultType: 'complete' });
    const called = standalone('tools/call', { name: 'server_status', arguments: { fields: 'ping' } });
    expect((await client.call('/api/mcp', called)).json().result).toMatchObject({
      structuredContent: { ping: 'pong' },
    });
  });

  test('C15 get the errors of the revision', async () => {
    const { json, headers } = standalone('tools/list');
    const other = { ...headers, 'mcp-method': 'tools/call' };
    const mismatch = await client.call('/api/mcp', { json, headers: other });
    expect([mismatch.status, mismatch.json().error.code]).toEqual([400, -32_020]);
    const unknown = await client.call('/api/mcp', standalone('nothing/at_all'));
    expect([unknown.status, unknown.json().error.code]).toEqual([404, -32_601]);
    const meta = { ...json.params._meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
    const newer = await client.call('/api/mcp', {
      json: { ...json, params: { _meta: meta } },
      headers: { ...headers, 'mcp-protocol-version': '2031-01-01' },
    });
    expect([newer.status, newer.json().error.code]).toEqual([400, -32_022]);
    const incomplete = { ...json, params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } } };
    const missing = await client.call('/api/mcp', { json: incomplete, headers });
    expect([missing.status, missing.json().error.code]).toEqual([400, -32_602]);
    const absent = await client.call('/api/mcp', standalone('resources/read', { uri: 'cass://data/absent' }));
    expect(absent.json().error.code).toBe(-32_602);
  });
});

test('C15 clients that call at the same time under the same ids get their own answers, each with its own rights', async () => {
  const owned = newThing(server, { '@owner': [cast.owner.pem], '@reader': [cast.owner.pem] });
  const open = newThing(server, { name: 'open' });
  await client.save(owned, cast.sheets.owner);
  await client.save(open, cast.sheets.owner);
  const session = await mcpSession(client);
  const signed = { signatureSheet: cast.sheets.owner };
  const rounds = Array.from({ length: 20 }, async (_, round) => {
    const { json, headers } = standalone('tools/call', { name: 'get_object', arguments: { uid: guid(owned) } });
    const alone = async (own: Record<string, string>) =>
      (await client.call('/api/mcp', { json: { ...json, id: 7 }, headers: { ...headers, ...own } })).json();
    const inSession = (uid: string, own: Record<string, string>) =>
      session.send('tools/call', { name: 'get_object', arguments: { uid } }, { headers: own });
    const [reader, other, sessionReader, sessionOther] = await Promise.all([
      alone(signed),
      alone({}),
      inSession(guid(round % 2 ? owned : open), signed),
      inSession(guid(owned), {}),
    ]);
    expect(reader).toMatchObject({ id: 7, result: { structuredContent: { '@id': owned['@id'] } } });
    expect(other).toMatchObject({ id: 7, result: { isError: true } });
    const expected = round % 2 ? owned : open;
    expect(sessionReader).toMatchObject({ result: { structuredContent: { result: { '@id': expected['@id'] } } } });
    expect(sessionOther).toMatchObject({ result: { isError: true } });
  });
  await Promise.all(rounds);
});

describe('a tool', () => {
  test('takes the whole schema of its operation, refuses other arguments, and passes on what it gets', async () => {
    const { send, tool } = await mcpSession(client, { headers: { 'mcp-toolsets': 'write,read' } });
    const { tools } = (await send('tools/list')).result;
    const save = tools.find(({ name }: { name: string }) => name === 'save_object');
    expect(save.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(JSON.stringify(save.inputSchema)).toContain('"required":["@id","@type","@context"]');
    expect(JSON.stringify(tools)).not.toContain('#/components/');
    const wrong = await tool('search_data', { q: '*', size: { bogus: true } });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.content[0].text).toContain('/size');
    expect((await tool('search_data', { q: '*', sise: 1 })).content[0].text).toContain('sise');
    const thing = newThing(server, { name: 'by tool', number: 0.1, nested: { list: [1, null, { deep: 'ü' }] } });
    const saved = await tool('save_object', { uid: guid(thing), body: thing });
    expect(saved.structuredContent.result).toMatchObject(thing);
    const asText = newThing(server, { name: 'by text' });
    expect(await tool('save_object', { uid: guid(asText), body: { data: JSON.stringify(asText) } })).not.toHaveProperty(
      'isError',
    );
  });

  test('keeps all digits of numbers', async () => {
    const { post } = await mcpSession(client, { headers: { 'mcp-toolsets': 'read,write' } });
    const thing = newThing(server, { name: 'precise' });
    const body = JSON.stringify({ ...thing, count: 0 }).replace('"count":0', '"count":12345678901234567890');
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"save_object","arguments":{"uid":"${guid(thing)}","body":${body}}}}`;
    expect((await post(call)).json().result.isError).toBeUndefined();
    expect((await client.call(shortId(thing))).text).toContain('12345678901234567890');
    const params = { name: 'get_object', arguments: { uid: guid(thing) } };
    const read = await post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
    expect(read.text).toMatch(/"structuredContent":.*"count":12345678901234567890/);
  });

  test('D53 record_evidence says what became of the statement', async () => {
    const { tool } = await mcpSession(client);
    const statement = {
      actor: { mbox: 'mailto:ada@example.org' },
      verb: { id: 'http://adlnet.gov/expapi/verbs/passed', display: { de: 'bestanden' } },
      object: { id: 'https://example.org/nothing' },
    };
    const { structuredContent } = await tool('record_evidence', { body: statement });
    expect(structuredContent.result[0]).toMatchObject({ status: 'ignored' });
  });

  test('is an error of the protocol if it does not exist, or is not in the toolsets', async () => {
    const { send } = await mcpSession(client);
    for (const name of ['nothing', 'purge']) {
      expect((await send('tools/call', { name, arguments: {} })).error.code).toBe(-32_602);
    }
  });
});

describe('a resource', () => {
  test('is read with the rights of the caller', async () => {
    const owned = newThing(server, { '@owner': [cast.owner.pem], '@reader': [cast.owner.pem] });
    await client.save(owned, cast.sheets.owner);
    const { send } = await mcpSession(client);
    for (const scheme of ['cass', 'competency']) {
      const params = { uri: `${scheme}://data/schema.org.Thing/${guid(owned)}` };
      expect((await send('resources/read', params)).error).toMatchObject({ code: -32_002, data: params });
      const own = await send('resources/read', params, { headers: { signatureSheet: cast.sheets.owner } });
      expect(own.result.contents[0]).toMatchObject({ ...params, mimeType: 'application/ld+json' });
      expect(JSON.parse(own.result.contents[0].text)).toMatchObject({ '@id': owned['@id'] });
    }
  });

  test('is a framework as an outline, found in the list and by completion', async () => {
    const competency = await saveNew(server, client, { '@type': 'Competency', '@context': SERVICE, name: 'Weld' });
    const narrower = await saveNew(server, client, {
      '@type': 'Competency',
      '@context': SERVICE,
      name: 'Weld «steel»',
    });
    const relation = await saveNew(server, client, {
      '@type': 'Relation',
      '@context': SERVICE,
      relationType: 'narrows',
      source: shortId(narrower),
      target: shortId(competency),
    });
    const framework = await saveNew(server, client, {
      '@type': 'Framework',
      '@context': SERVICE,
      name: 'Metalwork',
      competency: [shortId(competency), shortId(narrower)],
      relation: [shortId(relation)],
    });
    const { send } = await mcpSession(client);
    const { resources } = (await send('resources/list')).result;
    const listed = resources.find(({ name }: { name: string }) => name === '«Metalwork»');
    const { contents } = (await send('resources/read', { uri: listed.uri })).result;
    expect(contents[0].text).toContain(
      `- «Weld» [${shortId(competency)}]\n  - «Weld "steel"» [${shortId(narrower)}]\n`,
    );
    const { completion } = (
      await send('completion/complete', {
        ref: { type: 'ref/resource', uri: 'competency://outline/{uid}' },
        argument: { name: 'uid', value: 'Metal' },
      })
    ).result;
    expect(completion.values).toEqual([guid(framework)]);
  });
});

const SERVICE = 'https://schema.cassproject.org/0.4';

describe('bad input', () => {
  test('C15 gets errors of JSON-RPC that say what is wrong, and the process lives', async () => {
    const { post } = await mcpSession(client);
    for (const [json, status, code] of [
      ['{', 400, -32_700],
      ['{"jsonrpc":"1.0"}', 400, -32_600],
      [`{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(2000)}${']'.repeat(2000)}}`, 400, -32_700],
      [{ jsonrpc: '2.0', id: 1, method: 'nothing' }, 200, -32_601],
      [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, 200, -32_602],
    ] as const) {
      const answer = await post(json);
      expect([answer.status, answer.json().error.code]).toEqual([status, code]);
    }
    expect((await post('x'.repeat(5_000_000))).status).toBe(413);
    expect((await client.call('/readyz')).status).toBe(200);
  });

  test('a forged session gets 404, and a request without a session 400', async () => {
    const { id } = await mcpSession(client);
    const [header = '', payload = ''] = id.split('.');
    for (const forged of ['x', `${header}.${payload}.AAAA`, `${btoa('{"alg":"none"}')}.${payload}.`]) {
      const headers = { ...MCP_HEADERS, 'mcp-session-id': forged };
      const answer = await client.call('/api/mcp', { json: { jsonrpc: '2.0', id: 1, method: 'ping' }, headers });
      expect(answer.status).toBe(404);
    }
    const none = await client.call('/api/mcp', {
      json: { jsonrpc: '2.0', id: 1, method: 'ping' },
      headers: MCP_HEADERS,
    });
    expect(none.status).toBe(400);
  });

  test('a page of another origin is refused', async () => {
    for (const [origin, status] of [
      ['https://evil.example', 403],
      ['null', 403],
      [new URL(server.url).origin, 200],
      ['http://localhost:6274', 200],
    ] as const) {
      const answer = await rawRequest({
        port: server.port,
        path: '/api/mcp',
        method: 'POST',
        body: JSON.stringify(initialize()),
        headers: { ...MCP_HEADERS, 'content-type': 'application/json', origin },
      });
      expect(answer.status).toBe(status);
    }
  });

  test('GET and PUT are not methods of this address', async () => {
    const answer = await client.call('/api/mcp', { headers: { accept: 'text/event-stream' } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, DELETE, OPTIONS']);
    expect((await client.call('/api/mcp', { method: 'PUT' })).status).toBe(405);
  });
});
