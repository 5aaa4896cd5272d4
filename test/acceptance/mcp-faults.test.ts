import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createMcpParts } from '../../functions/mcp/context.ts';
import { createSecretDirectory } from '../../infra/node/secret-directory.ts';
import { MCP_HEADERS, mcpSession } from '../support/mcp.ts';
import { guid, newThing } from '../support/things.ts';
import { useDrafting } from '../support/use-drafting.ts';

const { server, client, models, cast } = useDrafting({ LLM_TIMEOUT_MS: '60000' });

const PROGRESS = { _meta: { progressToken: 'p' } };

/** A call that reports its progress, and lasts until the model answers. */
function draft(id: number) {
  const params = {
    name: 'draft_framework',
    arguments: { body: { name: 'Welding', depth: 1, breadth: 2 } },
    ...PROGRESS,
  };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

async function drafter() {
  return mcpSession(client, { headers: { 'mcp-toolsets': 'all', signatureSheet: cast.sheets.owner } });
}

test('C15 a session whose time is past is not one, although its signature is right', async () => {
  const secrets = createSecretDirectory({ directory: join(server.directory, 'keys'), env: {}, cached: true });
  const key = await createMcpParts(secrets).mcpSessionKey();
  const post = async (expires: number) => {
    const token = await new SignJWT({ protocol: '2025-11-25' })
      .setProtectedHeader({ alg: 'HS256' })
      .setJti(crypto.randomUUID())
      .setExpirationTime(expires)
      .sign(key);
    const json = { jsonrpc: '2.0', id: 1, method: 'ping' };
    return client.call('/api/mcp', { json, headers: { ...MCP_HEADERS, 'mcp-session-id': token } });
  };
  const now = Math.floor(Date.now() / 1000);
  expect((await post(now + 600)).status).toBe(200);
  const expired = await post(now - 1);
  expect(expired.status).toBe(404);
  expect(expired.text).toContain('The session has ended');
});

test('C15 arguments nested 100 deep are passed on', async () => {
  const { tool } = await mcpSession(client, { headers: { 'mcp-toolsets': 'write' } });
  const nested = Array.from({ length: 100 }).reduce<object>((inner) => ({ inner }), { end: true });
  const thing = newThing(server, { nested });
  const saved = await tool('save_object', { uid: guid(thing), body: thing });
  expect(saved.structuredContent.result).toMatchObject({ nested });
  const text = JSON.stringify({ statement: nested });
  expect(await tool('record_evidence', { body: JSON.parse(text) })).toMatchObject({ isError: true });
});

describe('a call that reports its progress', () => {
  test('ends when another request of the session cancels it', async () => {
    const stuck = Promise.withResolvers<never>();
    models.reply(() => stuck.promise);
    const { post } = await drafter();
    const answer = post(draft(5));
    await expect.poll(() => models.calls.length).toBeGreaterThan(0);
    const cancel = { method: 'notifications/cancelled', params: { requestId: 5 } };
    expect((await post({ jsonrpc: '2.0', ...cancel })).status).toBe(202);
    expect((await answer).text).toContain('The call was cancelled.');
  });

  test('of a client that never reads it leaves the others alone', async () => {
    const { id } = await drafter();
    const body = JSON.stringify(draft(6));
    const head = [
      'POST /api/mcp HTTP/1.1',
      `Host: localhost:${server.port}`,
      'Content-Type: application/json',
      `Accept: ${MCP_HEADERS.accept}`,
      `Mcp-Session-Id: ${id}`,
      'Mcp-Toolsets: all',
      `signatureSheet: ${cast.sheets.owner}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.pause();
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    await expect.poll(() => models.calls.length).toBeGreaterThan(0);
    const { tool } = await mcpSession(client);
    expect((await tool('server_status')).structuredContent).toMatchObject({ ping: 'pong' });
    socket.destroy();
    expect((await client.call('/readyz')).status).toBe(200);
  });
});

test('a call without progress ends when another request of the session cancels it', async () => {
  const stuck = Promise.withResolvers<never>();
  models.reply(() => stuck.promise);
  const before = models.calls.length;
  const { post } = await drafter();
  const { params, ...message } = draft(7);
  const { _meta, ...silent } = params;
  const answer = post({ ...message, params: silent });
  await expect.poll(() => models.calls.length).toBeGreaterThan(before);
  const cancel = { method: 'notifications/cancelled', params: { requestId: 7 } };
  expect((await post({ jsonrpc: '2.0', ...cancel })).status).toBe(202);
  expect((await answer).json().result.content[0].text).toBe('The call was cancelled.');
});

test('a tool whose arguments or results have secrets in them says so, and no other', async () => {
  const { send } = await mcpSession(client, { headers: { 'mcp-toolsets': 'all' } });
  const warning: string[] = [];
  let cursor: string | undefined;
  do {
    const { tools, nextCursor } = (await send('tools/list', cursor === undefined ? {} : { cursor })).result;
    for (const { name, description } of tools) if (description.includes('returns secrets')) warning.push(name);
    cursor = nextCursor;
  } while (cursor !== undefined);
  expect(warning.toSorted()).toEqual(
    [
      'create_identity',
      'commit_identity',
      'login',
      'held_keys',
      'reindex',
      'purge',
      'cull',
      'cull_fast',
      'copy_server', // the server's secret is an argument
      'add_webhook',
      'rotate_webhook_secret',
    ].toSorted(),
  );
});
