import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../test/support/server.ts';
import { observed } from '../process.ts';
import { LUA_TEXTS, OBJECTS, type Peer, textsOf } from './peer.ts';
import { untilAnswered } from './requests.ts';

const ADMIN = { identity: 'admin@example.org', password: 'benchmark-password' };

/**
 * PocketBase with a collection that everybody may read and write: `go install github.com/pocketbase/pocketbase/examples/base@latest`
 * builds it. Its search is a comparison with LIKE, without ranking.
 *
 * @param program its path
 */
export async function startPocketBase(program: string): Promise<Peer> {
  const directory = await mkdtemp(join(tmpdir(), 'pocketbase-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const files = [`--dir=${join(directory, 'data')}`, `--migrationsDir=${join(directory, 'migrations')}`];
  await promisify(execFile)(program, ['superuser', 'upsert', ADMIN.identity, ADMIN.password, ...files]);
  const child = spawn(program, ['serve', `--http=127.0.0.1:${port}`, ...files], { stdio: 'ignore' });
  const server = observed(child, url);
  const send = async (path: string, body: unknown, authorization = ''): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', authorization };
    const response = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`PocketBase answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  await untilAnswered(`${url}/api/health`);
  const { token } = (await send('collections/_superusers/auth-with-password', ADMIN)) as { token: string };
  const text = (name: string) => ({ type: 'text', name });
  const open = { listRule: '', viewRule: '', createRule: '', updateRule: '' };
  await send(
    'collections',
    { name: 'objects', type: 'base', fields: [text('name'), text('description')], ...open },
    token,
  );
  for (let number = 1; number <= OBJECTS; number++) await send('collections/objects/records', recordOf(number));
  return {
    name: 'PocketBase',
    process: {
      ...server,
      async stop() {
        await server.stop();
        await rm(directory, { recursive: true });
      },
    },
    ping: `${url}/api/health`,
    get: (number) => `${url}/api/collections/objects/records/${idOf(number)}`,
    search([first, second]) {
      const filter = encodeURIComponent(`description ~ "${first}" && description ~ "${second}"`);
      return `${url}/api/collections/objects/records?perPage=20&skipTotal=1&filter=${filter}`;
    },
    create: `${LUA_TEXTS}
local headers = {["Content-Type"] = "application/json"}
local function create(n)
  local id = string.format("%015d", n)
  local body = '{"id":"' .. id .. '","name":"' .. name(n) .. '","description":"' .. description(n) .. '"}'
  return wrk.format("POST", "/api/collections/objects/records", headers, body)
end`,
  };
}

function recordOf(number: number) {
  return { id: idOf(number), ...textsOf(number) };
}

function idOf(number: number): string {
  return String(number).padStart(15, '0');
}
