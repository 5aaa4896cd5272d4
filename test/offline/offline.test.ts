import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import WebSocket from 'ws';
import { createDynamoSubscriptions } from '../../infra/aws/notifications/subscriptions.ts';
import { tablePrefix } from '../../infra/aws/stack/names.ts';
import { createDynamoDb } from '../../shared/stores/dynamodb/client.ts';
import { tableNames } from '../../shared/stores/dynamodb/tables.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { deleteTables } from '../../tools/engines/dynamodb/tables.ts';
import { type Offline, startOffline } from '../../tools/offline/start.ts';
import scheduled from '../fixtures/events/scheduled.json' with { type: 'json' };
import { smoke } from '../runtimes/smoke.ts';
import { createClient } from '../support/client.ts';
import { dynamoDbForTests, LOCAL_ACCESS } from '../support/dynamodb.ts';
import { type ModelServer, modelSettings, startModelServer } from '../support/model-server.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { freePort } from '../support/server.ts';
import { type Person, person, sheet } from '../support/signer.ts';
import { SOON } from '../support/subscriber.ts';
import { newThing, shortId } from '../support/things.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const endpoint = await dynamoDbForTests();
const engine = await openSearchForTests();
const prefix = `offline-${randomUUID().slice(0, 8)}-`;

const CONTEXT = 'https://schema.cassproject.org/0.4';
const LISTENERS = 20;
const WRITERS = 8;
const SAVES = 1_000;

/** One of this many objects is hidden. */
const HIDDEN = 10;

/** A subscriber, what it received, and the code with which its connection ended. */
type Subscriber = { readonly socket: WebSocket; readonly received: string[]; ended: number | null };

/** serverless-offline answers every OPTIONS with 200 and calls it JSON. */
const fetchPlain: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (init?.method !== 'OPTIONS') return response;
  const headers = new Headers(response.headers);
  headers.delete('content-type');
  return new Response(null, { status: 204, headers });
};

/**
 * Files of `test/interop` that this deployment cannot serve. They need their own server: its files, its settings, its
 * notification channel, or state that one process has immediately and others within a minute. Or they send thousands of requests
 * at once, and serverless-offline starts a thread for each. The MCP Inspector is installed by npm, whose settings these tests do not
 * get; the conformance suite speaks the same protocol here.
 */
const NOT_HERE = ['import', 'own-address', 'notifications', 'rekey', 'common-core', 'mcp-inspector'].map(
  (name) => `${name}.test.ts`,
);

describe.skipIf(endpoint === null || engine === null)('the deployment on this machine', () => {
  let offline: Offline;
  let directory: string;
  let models: ModelServer;
  let receiver: WebhookReceiver;
  const tables = tableNames(tablePrefix('offline'));
  const dynamoDb = createDynamoDb({ endpoint: endpoint ?? '', ...LOCAL_ACCESS });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'offline-'));
    await deleteTables(dynamoDb, tables).catch(() => undefined); // left by an earlier run
    const [http, webSocket, lambda] = [await freePort(), await freePort(), await freePort()];
    models = await startModelServer();
    receiver = await startWebhookReceiver();
    offline = await startOffline({
      ports: { http, webSocket, lambda },
      directory: join(directory, 'keys'),
      environment: {
        ...process.env,
        ...modelSettings(models),
        FETCH_ALLOW_LIST: `${receiver.url}*`,
        LOG_LEVEL: 'warn',
        SEARCH_ENDPOINT: engine?.endpoint,
        SEARCH_PREFIX: prefix,
        AWS_ENDPOINT_URL_DYNAMODB: endpoint ?? undefined,
      },
    });
  });
  afterAll(async () => {
    await offline?.stop();
    await models.stop();
    receiver.stop();
    await deleteTables(dynamoDb, tables);
    if (engine !== null) await removeIndices(engine.endpoint, prefix);
    await rm(directory, { recursive: true, force: true });
  });

  smoke(() => ({
    url: offline.url,
    api: `${offline.url}api/`,
    fetch: fetchPlain,
    hasSubscriptions: false,
    postMaxSize: 4_500_000,
  }));

  test('the client library works through the gateway as with the service on Node', async () => {
    const names = await readdir(new URL('../interop/', import.meta.url));
    const files = names.filter((name) => name.endsWith('.test.ts') && !NOT_HERE.includes(name));
    await runTests(
      'interop',
      files.map((name) => `test/interop/${name}`),
    );
  });

  test('a person starts in the editor without an account, writes an outline, and pastes from a spreadsheet', async () => {
    await runTests('long-editor', ['test/editor/first-steps.test.ts']);
  });

  /** Runs tests of another project against this deployment. */
  async function runTests(project: string, files: readonly string[]): Promise<void> {
    const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
    const child = spawn(process.execPath, [vitest, 'run', '--project', project, '--maxWorkers=1', ...files], {
      env: { PATH: process.env['PATH'], CI: process.env['CI'], ALSO: project, SERVICE_URL: offline.url },
    });
    onTestFinished(() => void child.kill());
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
    const [code] = await once(child, 'close');
    expect(code, output).toBe(0);
  }

  function idOf(name: string): string {
    return `${offline.url}api/data/schema.cassproject.org.0.4.Competency/${name}`;
  }

  async function save(name: string, readers: readonly Person[] = []): Promise<string> {
    const id = idOf(name);
    const reader = readers.length === 0 ? {} : { reader: readers.map(({ pem }) => pem) };
    const body = JSON.stringify({ '@context': CONTEXT, '@type': 'Competency', '@id': id, name, ...reader });
    const response = await fetch(id, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(response.status, await response.text()).toBe(200);
    return id;
  }

  async function listen(query = '', signatureSheet?: string): Promise<Subscriber> {
    const headers = signatureSheet === undefined ? {} : { signatureSheet };
    const socket = new WebSocket(`${offline.webSocket}/${query}`, { headers });
    onTestFinished(() => socket.terminate());
    const received: string[] = [];
    socket.on('message', (message: Buffer) => received.push(message.toString()));
    const subscriber: Subscriber = { socket, received, ended: null };
    socket.on('close', (code) => {
      subscriber.ended = code;
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return subscriber;
  }

  /** Ids of saves within a second may come in one array. */
  function idsOf({ received }: Pick<Subscriber, 'received'>): readonly string[] {
    return received.flatMap((text): string[] => (text.startsWith('[') ? JSON.parse(text) : [text]));
  }

  async function connections(): Promise<number> {
    const store = { changes: () => Promise.reject(new Error('Nothing connects here.')) };
    return (await createDynamoSubscriptions({ dynamoDb, table: tables.connections, store }).all()).length;
  }

  test(`every one of ${LISTENERS} subscribers receives each of ${SAVES} saves, in order, and no hidden object`, async () => {
    const reader = await person();
    const sheets = await sheet(`${offline.url}api/`, [reader]);
    const plain = await Promise.all(Array.from({ length: LISTENERS - 1 }, () => listen()));
    const proved = await listen('', sheets);
    /** The saves of each writer, in sequence. */
    const chains = await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const chain: { readonly id: string; readonly hidden: boolean }[] = [];
        for (let count = writer; count < SAVES; count += WRITERS) {
          const hidden = count % HIDDEN === 0;
          chain.push({ id: await save(`n${count}`, hidden ? [reader] : []), hidden });
        }
        return chain;
      }),
    );
    await vi.waitFor(
      () => {
        for (const { received, ended } of [...plain, proved]) {
          expect(ended, offline.output().slice(-5_000)).toBeNull();
          for (const chain of chains) {
            expect(idsOf({ received }), offline.output().slice(-5_000)).toContain(
              chain.findLast(({ hidden }) => !hidden)?.id,
            );
          }
        }
      },
      { timeout: 200_000, interval: 200 },
    );
    for (const subscriber of [...plain, proved]) {
      const received = new Set(idsOf(subscriber));
      for (const chain of chains) {
        const wanted = chain.filter(({ hidden }) => !hidden || subscriber === proved).map(({ id }) => id);
        const own = new Set(chain.map(({ id }) => id));
        expect([...received].filter((id) => own.has(id))).toEqual(wanted);
      }
    }
  });

  test('a disconnected subscriber is removed', async () => {
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 60_000, interval: 200 });
    const [stays, goes] = [await listen(), await listen()];
    expect(await connections()).toBe(2);
    goes.socket.terminate();
    const id = await save('after');
    await vi.waitFor(() => expect(idsOf(stays)).toContain(id), { timeout: 60_000 });
    await vi.waitFor(async () => expect(await connections()).toBe(1), { timeout: 60_000, interval: 200 });
  });

  test('K6 a subscriber that reconnects receives what it missed, and then new messages', async () => {
    const first = await listen('?cursors=true');
    await vi.waitFor(() => expect(first.received.length).toBeGreaterThan(0), { timeout: 60_000 });
    const { cursor } = JSON.parse(first.received.at(-1) ?? '');
    first.socket.terminate();
    const missed = [await save('missed-1'), await save('missed-2')];
    const again = await listen(`?since=${encodeURIComponent(cursor)}`);
    const later = await save('later');
    await vi.waitFor(() => expect(idsOf(again)).toContain(later), { timeout: 60_000 });
    expect(idsOf(again).filter((id) => id !== later)).toEqual(missed);
  });

  test('a webhook is called soon after each write', async () => {
    const server = { url: offline.url, api: `${offline.url}api/` };
    const client = createClient(server, '', fetchPlain);
    const owner = await sheet(server.api, [await person()]);
    const added = await client.call('/api/webhooks', { json: { url: `${receiver.url}hook` }, sheet: owner });
    expect(added.status, added.text).toBe(201);
    for (const name of ['one', 'two', 'three']) {
      const thing = newThing(server, { name });
      await client.save(thing);
      await expect.poll(() => receiver.changes('/hook').map(({ data }) => data.id), SOON).toContain(shortId(thing));
    }
    const path = `/api/webhooks/${added.json().id}`;
    expect((await client.call(path, { method: 'DELETE', sheet: owner })).status).toBe(204);
  });

  test('an invalid handshake is refused', async () => {
    await expect(listen('?cursors=maybe')).rejects.toThrow(/400/);
  });

  test('the schedule runs', async () => {
    await offline.invoke('schedule-periodic', scheduled);
  });
});
