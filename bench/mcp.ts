import { initialize, MCP_HEADERS, standalone } from '../test/support/mcp.ts';
import { freePort, startServer, type TestServer } from '../test/support/server.ts';
import { guid, newThing } from '../test/support/things.ts';
import { type LoadRequest, sendAll } from './load.ts';
import { observed, type Process, startBare } from './process.ts';
import { putAll } from './reads.ts';
import { type Result, type Round, toResult } from './result.ts';

const ROUNDS = 7;
const CONNECTIONS = 8;

/** The processor time that a message may take, relative to the plain request for the same bytes: most of it is the SDK's. */
const MOST = 8;

/** A comparison: a message of the protocol, its answer, and the plain request for the same object or as many bytes. */
type Comparison = {
  readonly name: string;
  readonly message: LoadRequest;
  readonly answer: string;
  readonly plain: LoadRequest;
  readonly requests: number;
};

/**
 * The processor time of messages of the Model Context Protocol, all threads of the server together, against that of plain requests
 * for the same bytes: a list of tools, and an object. And against what is left without the service: a server of Hono alone that
 * parses the message and sends the same answer.
 */
export async function benchMcp(): Promise<readonly Result[]> {
  const server = await startServer();
  const bare = await startBare(await freePort(), 'post', server.directory);
  try {
    const service = observed(server.process, `http://127.0.0.1:${server.port}`);
    const results: Result[] = [];
    for (const { name, message, answer, plain, requests } of await comparisons(server)) {
      await fetch(`${bare.url}/api/mcp`, { method: 'PUT', body: answer });
      const overPlain: Round[] = [];
      const overBare: Round[] = [];
      for (let round = -1; round < ROUNDS; round++) {
        const plainUs = await cpuUs(service, plain, requests);
        const bareUs = await cpuUs(bare, message, requests);
        const messageUs = await cpuUs(service, message, requests);
        if (round < 0) continue; // the first one warms up
        overPlain.push({ bare: plainUs, service: messageUs, cpuRatio: null });
        overBare.push({ bare: bareUs, service: messageUs, cpuRatio: null });
      }
      results.push({ ...toResult(name, 'µs of CPU', MOST, overPlain), less: true });
      results.push({ ...toResult(`${name}, over a bare POST`, 'µs of CPU', MOST, overBare), less: true });
    }
    return results;
  } finally {
    await bare.stop();
    await server.dispose();
  }
}

async function comparisons(server: TestServer): Promise<readonly Comparison[]> {
  const send = await protocols(server);
  const found: Comparison[] = [];
  for (const [revision, messageOf] of Object.entries(send)) {
    const list = messageOf('tools/list', {});
    const answer = await answerOf(server, list);
    const listed = await saveOfLength(server, answer.length);
    found.push({ name: `tools/list, ${revision}`, message: list, answer, plain: listed.get, requests: 1000 });
    for (const [size, length] of [
      ['an object of 200 characters', 200],
      ['an object of 100,000 characters', 100_000],
    ] as const) {
      const { uid, get } = await saveOfLength(server, length);
      const call = messageOf('tools/call', { name: 'get_object', arguments: { uid } });
      const answer = await answerOf(server, call);
      if (answer.includes('"isError":true')) throw new Error(`get_object failed: ${answer}`);
      found.push({ name: `get_object of ${size}, ${revision}`, message: call, answer, plain: get, requests: 1000 });
    }
  }
  return found;
}

type MessageOf = (method: string, params: { readonly name?: string; readonly arguments?: object }) => LoadRequest;

/** How messages are sent in a session, and without one. */
async function protocols(server: TestServer): Promise<Readonly<Record<string, MessageOf>>> {
  const begun = await fetch(`${server.api}mcp`, {
    method: 'POST',
    headers: { ...MCP_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify(initialize('2025-11-25')),
  });
  const session = begun.headers.get('mcp-session-id') ?? '';
  return {
    '2025-11-25': (method, params) =>
      request({ jsonrpc: '2.0', id: 7, method, params }, { ...MCP_HEADERS, 'mcp-session-id': session }),
    '2026-07-28': (method, params) => {
      const { json, headers } = standalone(method, params);
      return request(json, headers);
    },
  };
}

function request(json: object, headers: Readonly<Record<string, string>>): LoadRequest {
  const body = JSON.stringify(json);
  return {
    method: 'POST',
    path: '/api/mcp',
    body,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
  };
}

async function answerOf({ url }: TestServer, { method, path, headers, body }: LoadRequest): Promise<string> {
  const init = { method, ...(headers && { headers: { ...headers } }), ...(body !== undefined && { body }) };
  const response = await fetch(new URL(path, url), init as RequestInit);
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return response.text();
}

/** Saves an object of this many characters. */
async function saveOfLength(
  server: TestServer,
  length: number,
): Promise<{ readonly uid: string; readonly get: LoadRequest }> {
  const empty = newThing(server, { description: '' });
  const thing = { ...empty, description: 'a'.repeat(Math.max(0, length - JSON.stringify(empty).length)) };
  await putAll(server.api, [thing]);
  const uid = guid(thing);
  return { uid, get: { path: `/api/data/${uid}`, headers: { accept: 'application/json' } } };
}

/** Processor time of a server per request, microseconds. */
async function cpuUs(server: Process, one: LoadRequest, requests: number): Promise<number> {
  const { ratePerCpu } = await sendAll(
    server,
    Array.from({ length: requests }, () => one),
    CONNECTIONS,
  );
  return ratePerCpu === null ? Number.NaN : 1_000_000 / ratePerCpu;
}
