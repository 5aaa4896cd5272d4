import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundleFunctions } from '../../tools/build/package/bundle.ts';
import { SMALL } from '../../tools/build/package/functions.ts';
import connected from '../fixtures/events/websocket-connect.json' with { type: 'json' };
import { adminOf } from '../support/cast.ts';
import type { Handler } from '../support/deployment.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.ts';
import { DOMAIN, httpApiEvent, httpApiResponse } from '../support/http-api-event.ts';
import { CHANNEL_KEYS, startTestChannel, type TestChannel } from '../support/management-api.ts';
import { type ModelServer, modelSettings, startModelServer } from '../support/model-server.ts';
import { person, sheet } from '../support/signer.ts';
import { smoke } from './smoke.ts';

const URL_OF_API = `https://${DOMAIN}/`;
const API = `${URL_OF_API}api/`;
const REGION = 'eu-central-1';
const INVOCATION = { getRemainingTimeInMillis: () => 60_000 };

describe('the one function of a small deployment, on the embedded store', () => {
  let directory: string;
  let handler: Handler;
  let channel: TestChannel;
  let models: ModelServer;
  let embedding: EmbeddingServer;
  let records: Awaited<ReturnType<typeof startRecordStore>>;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'small-'));
    vi.stubEnv('SVC_DATA_DIR', join(directory, 'data'));
    vi.stubEnv('SVC_DATA_DIR_ON', 'network');
    vi.stubEnv('SVC_LOOPBACK', `${URL_OF_API}api/`);
    vi.stubEnv('SEARCH_ENDPOINT', '');
    vi.stubEnv('LOG_LEVEL', 'silent');
    models = await startModelServer();
    embedding = await startEmbeddingServer();
    records = await startRecordStore();
    const others = {
      EMBEDDING_ENDPOINT: embedding.openai,
      EMBEDDING_MODEL: 'stand-in',
      XAPI_ENDPOINT: `${records.address}xapi`,
      XAPI_AUTH: 'Basic YTpi',
    };
    for (const [name, value] of Object.entries({ ...modelSettings(models), ...others })) vi.stubEnv(name, value);
    channel = await startTestChannel(REGION);
    vi.stubEnv('WS_ENDPOINT', channel.endpoint);
    vi.stubEnv('AWS_REGION', REGION);
    vi.stubEnv('AWS_ACCESS_KEY_ID', CHANNEL_KEYS.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', CHANNEL_KEYS.secretAccessKey);
    vi.stubEnv('AWS_SESSION_TOKEN', undefined);
    const bundles = pathToFileURL(`${directory}/aws/`);
    await bundleFunctions(bundles, [SMALL]);
    handler = (await import(new URL('small/index.mjs', bundles).href)).handler;
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await channel.stop();
    await Promise.all([models.stop(), embedding.stop()]);
    records.stop();
    await rm(directory, { recursive: true, force: true });
  });

  async function scheduledEvent(): Promise<Parameters<Handler>[0]> {
    return JSON.parse(await readFile(new URL('../fixtures/events/scheduled.json', import.meta.url), 'utf8'));
  }

  async function send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const event = await httpApiEvent(new Request(input, init));
    return httpApiResponse((await handler(event, INVOCATION)) as APIGatewayProxyStructuredResultV2); // the result of an HTTP event
  }

  /** An event of the WebSocket API about a connection. */
  async function socket(eventType: string, connectionId: string, more: object = {}): Promise<unknown> {
    const requestContext = { ...connected.requestContext, routeKey: '$default', eventType, connectionId };
    return handler({ requestContext, isBase64Encoded: false, ...more }, INVOCATION);
  }

  async function listen(id: string, query: Record<string, string> = {}, headers = {}): Promise<void> {
    const answer = await socket('CONNECT', id, { headers, queryStringParameters: query });
    expect(answer).toEqual({ statusCode: 200 });
    channel.open.add(id);
  }

  async function disconnect(...ids: readonly string[]): Promise<void> {
    for (const id of ids) expect(await socket('DISCONNECT', id)).toEqual({ statusCode: 200 });
  }

  const idOf = (name: string): string => `${API}data/schema.org.Thing/${name}`;

  const thing = (name: string, more: object = {}): object => {
    return { '@context': 'https://schema.org', '@type': 'Thing', '@id': idOf(name), name, ...more };
  };

  /** Saves a thing; returns its id. */
  async function save(name: string, more: object = {}): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    const response = await send(idOf(name), { method: 'POST', headers, body: JSON.stringify(thing(name, more)) });
    expect(response.status).toBe(200);
    return idOf(name);
  }

  async function saveBatch(...names: readonly string[]): Promise<readonly string[]> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(names.map((name) => thing(name)));
    const response = await send(`${API}sky/repo/multiPut`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    return names.map(idOf);
  }

  smoke(() => ({
    url: URL_OF_API,
    api: API,
    postMaxSize: 4_500_000,
    hasSubscriptions: false,
    fetch: send,
  }));

  test('is also called by the schedule', async () => {
    expect(await handler(await scheduledEvent(), INVOCATION)).toBeUndefined();
  });

  test('finds by meaning what was written before the schedule called it', async () => {
    const headers = { 'content-type': 'application/json' };
    const competencies = ['Interprets engineering schematics', 'Bake bread'].map((name, index) => ({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Competency',
      '@id': `${API}data/schema.cassproject.org.0.4.Competency/meaning-${index}`,
      name,
    }));
    await send(`${API}sky/repo/multiPut`, { method: 'POST', headers, body: JSON.stringify(competencies) });
    expect(await handler(await scheduledEvent(), INVOCATION)).toBeUndefined();
    const q = new URLSearchParams({ q: 'can read a technical drawing', mode: 'meaning', size: '1' });
    const found = await send(`${API}sky/repo/search?${q}`);
    expect([found.headers.get('x-search-mode'), await found.json()]).toMatchObject([
      'meaning',
      [{ name: 'Interprets engineering schematics' }],
    ]);
  });

  test('notifies subscribers of what the schedule writes', async () => {
    const competency = `${API}data/schema.cassproject.org.0.4.Competency/polled`;
    const object = {
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Competency',
      '@id': competency,
      name: 'P',
    };
    const headers = { 'content-type': 'application/json' };
    await send(`${API}sky/repo/multiPut`, { method: 'POST', headers, body: JSON.stringify([object]) });
    records.competency = competency;
    const admin = await sheet(API, [await adminOf({ directory: join(directory, 'data') })]); // others may not read assertions
    await listen('scheduled', {}, { signatureSheet: admin });
    await handler(await scheduledEvent(), INVOCATION);
    expect(channel.received('scheduled').join()).toContain('.Assertion/');
    await disconnect('scheduled');
  });

  test('notifies subscribers of the WebSocket API by signed calls before it acknowledges a write', async () => {
    await listen('a');
    const one = await save('one');
    const two = await saveBatch('two', 'three');
    expect(channel.received('a')).toEqual([one, JSON.stringify(two)]);
    await disconnect('a');
    await save('four');
    expect(channel.received('a')).toHaveLength(2);
    expect(channel.unsigned).toEqual([]);
  });

  test('sends ids of hidden objects only to subscribers that proved a key for them', async () => {
    const reader = await person();
    await listen('anyone');
    await listen('reader', {}, { signatureSheet: await sheet(API, [reader]) });
    const hidden = await save('hidden', { reader: [reader.pem] });
    expect(channel.received('reader')).toEqual([hidden]);
    expect(channel.received('anyone')).toEqual([]);
    await disconnect('anyone', 'reader');
  });

  test('waits seconds at most for a subscriber that does not answer, which receives a save with a later invocation', async () => {
    await listen('slow');
    await listen('quick');
    let isStuck = true;
    const freed: (() => void)[] = [];
    channel.answer = (id) =>
      isStuck && id === 'slow' ? new Promise((resolve) => freed.push(() => resolve(500))) : 200;
    const one = await save('slow-one');
    expect(channel.received('quick')).toEqual([one]);
    expect(channel.received('slow')).toEqual([]);
    isStuck = false;
    for (const free of freed) free();
    await send(`${API}ping`);
    expect(channel.received('slow')).toEqual([one]);
    await disconnect('slow', 'quick');
  });

  test('sends nothing to a closed connection', async () => {
    await listen('gone');
    channel.open.delete('gone');
    const { now } = Date;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 10_000); // long after its handshake
    await save('to-nobody');
    channel.open.add('gone');
    await save('to-nobody-either');
    clock.mockRestore();
    expect(channel.received('gone')).toEqual([]);
  });

  test('sends missed notifications with the invocation after the handshake, such as a message of the subscriber', async () => {
    const moment = new Date().toISOString();
    const missed = await saveBatch('missed-one', 'missed-two');
    await listen('late', { since: moment });
    expect(await socket('MESSAGE', 'late')).toEqual({ statusCode: 200 });
    expect(channel.received('late').flatMap((message) => JSON.parse(message))).toEqual(missed);
    await disconnect('late');
  });

  test('closes an unknown connection when it sends something, so that the client reconnects', async () => {
    channel.open.add('stranger');
    expect(await socket('MESSAGE', 'stranger')).toEqual({ statusCode: 200 });
    expect(channel.open.has('stranger')).toBe(false);
  });
});

/** A learning record store with one statement, once a competency is named. */
async function startRecordStore() {
  const store = { competency: '', address: '', stop: () => void server.close().closeAllConnections() };
  const server = createServer((_request, response) => {
    const statement = {
      id: '4b6c5cb0-0b3b-4c2e-8f5e-3a1d7f1f0c11',
      stored: '2024-01-01T00:00:00.000Z',
      actor: { mbox: 'mailto:polled@example.org' },
      verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
      object: { id: store.competency },
      result: { success: true },
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ statements: store.competency === '' ? [] : [statement], more: '' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The record store has no port.');
  store.address = `http://127.0.0.1:${address.port}/`;
  return store;
}
