import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { aliasOfGone } from '../../shared/stores/opensearch/indices/index-names.ts';
import scheduled from '../fixtures/events/scheduled.json' with { type: 'json' };
import connected from '../fixtures/events/websocket-connect.json' with { type: 'json' };
import { type Client, createClient } from '../support/client.ts';
import { type Deployment, throughHttpApi, URL_OF_API } from '../support/deployment.ts';
import type { TestTables } from '../support/dynamodb.ts';
import type { TestChannel } from '../support/management-api.ts';
import { mcpSession } from '../support/mcp.ts';
import { askForProfile } from '../support/profile-client.ts';
import { newAssertion, newFramework, newOwnType } from '../support/profile-objects.ts';
import { S3_KEYS, startS3 } from '../support/s3.ts';
import { startServer } from '../support/server.ts';
import { type Person, person, sheet } from '../support/signer.ts';
import { md5, newThing, nextVersion, shortId } from '../support/things.ts';
import { untilPast } from '../support/until-past.ts';
import { startWebhookReceiver, verified } from '../support/webhook-receiver.ts';

/** Running functions and the services that they use. */
export type Surroundings = {
  readonly deployment: Deployment;
  readonly tables: TestTables;
  readonly channel: TestChannel;
  /** The cluster, and the prefix of its indices. */
  readonly search: { readonly endpoint: string; readonly prefix: string };
  /** The program of an S3 server. */
  readonly s3: string;
  /** The holder of the admin key. */
  readonly admin: Person;
};

/** Longer than an item of a table, even if compressed. */
const LONG = randomBytes(300_000).toString('base64');

/** The invocation context of a function with a timeout of five minutes. */
export const INVOCATION = { getRemainingTimeInMillis: () => 300_000 };
const SERVER = { api: `${URL_OF_API}api/` };

/** What the stream tells when the bell has rung. */
const RECORDS = [{ eventName: 'MODIFY', dynamodb: { SequenceNumber: '1' } }];

/**
 * Tasks of functions on AWS in addition to those of every runtime: with values of many items, with subscribers, on schedules, for the
 * admin; the last of it removes all data. To be called where tests are declared.
 *
 * @param get returns the functions once they run
 */
export function duties(get: () => Surroundings): void {
  let around: Surroundings;
  let client: Client;
  let signed: string;

  beforeAll(async () => {
    around = get();
    client = createClient({ url: URL_OF_API, ...SERVER }, '', throughHttpApi(around.deployment));
    signed = await sheet(SERVER.api, [around.admin]);
  });

  async function call(name: string, event: unknown, instance?: string): Promise<unknown> {
    return (await around.deployment.load(name, instance))(event, INVOCATION);
  }

  async function listen(query: Record<string, string>, signatureSheet = '[]'): Promise<string> {
    const connectionId = randomUUID();
    const requestContext = { ...connected.requestContext, connectionId };
    const headers = { signatureSheet };
    const handshake = { requestContext, headers, queryStringParameters: query };
    expect(await call('websocket', handshake)).toEqual({ statusCode: 200 });
    around.channel.open.add(connectionId);
    return connectionId;
  }

  /** Calls the function of the stream, as DynamoDB does when the bell rings. */
  async function stream(): Promise<void> {
    expect(await call('stream', { Records: RECORDS })).toEqual({ batchItemFailures: [] });
  }

  test('an identity with long credentials is stored, returned and replaced', async () => {
    const json = { username: randomUUID(), password: 'one' };
    const credentials = { contacts: [], credentials: [], note: LONG };
    expect((await client.call('/api/sky/id/create', { json: { ...json, credentials } })).status).toBe(200);
    const opened = (await client.call('/api/sky/id/login', { json })).json();
    expect(opened.note).toBe(LONG);
    const next = { ...json, token: opened.token, credentials: { contacts: [], credentials: [] } };
    expect((await client.call('/api/sky/id/commit', { json: next })).status).toBe(200);
    expect((await client.call('/api/sky/id/login', { json })).json()).not.toHaveProperty('note');
  });

  test('a long profile is cached, returned, recalculated after a write, and calculated ahead of requests', async () => {
    const subject = await person();
    const competency = newOwnType(SERVER, 'Competency', { name: LONG });
    const framework = newFramework(SERVER, [competency]);
    const service = { pem: (await client.call('/api/profile/pk')).text };
    const assertion = await newAssertion(SERVER, { competency, subject, owner: around.admin, readers: [service] });
    const named = newThing(SERVER, { '@type': 'Person', '@owner': [subject.pem], name: 'Pat' });
    const pat = { ...named, '@id': named['@id'].replace('.Thing/', '.Person/') };
    for (const object of [competency, framework]) await client.save(object);
    for (const object of [assertion, pat]) await client.save(object, await sheet(SERVER.api, [around.admin, subject]));
    await untilKept(() => askForProfile(client, framework, around.admin));
    for (const batch of [[nextVersion(competency)], [newOwnType(SERVER, 'Competency')]]) {
      const put = await client.call('/api/sky/repo/multiPut', { json: batch, sheet: signed });
      expect(put.json()).toMatchObject({ stored: 1, failed: [] });
    }
    expect(await askForProfile(client, framework, around.admin)).toMatchObject({ cache: 'miss' });
    await client.save(nextVersion(framework));
    const own = await sheet(SERVER.api, [subject]);
    expect(await askForProfile(client, framework, subject, own)).toMatchObject({ cache: 'miss' });
    vi.stubEnv('AUTO_CALCULATE_PROFILES', 'true');
    expect(await call('schedule-auto-profile', scheduled, 'ahead')).toBeUndefined();
    // The first one was cached before, the second was not.
    for (const name of [subject, shortId(pat)]) {
      expect(await askForProfile(client, framework, name, own)).toMatchObject({ cache: 'hit' });
    }
  });

  test('statements of a learning record store become assertions', async () => {
    const competency = newOwnType(SERVER, 'Competency');
    await client.save(competency);
    const id = randomUUID();
    const statement = {
      id,
      actor: { mbox: `mailto:${id}@example.org` },
      verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
      object: { id: shortId(competency) },
      result: { success: true },
      stored: new Date().toISOString(),
    };
    const store = createServer((_request, response) => {
      response.end(JSON.stringify({ statements: [statement], more: '' }));
    });
    await once(store.listen(0, '127.0.0.1'), 'listening');
    const { port } = store.address() as AddressInfo; // it listens on a port
    vi.stubEnv('XAPI_ENDPOINT', `http://127.0.0.1:${port}/`);
    vi.stubEnv('XAPI_BADGES', 'true');
    expect(await call('schedule-xapi-poll', scheduled, 'polling')).toBeUndefined();
    store.close();
    const query = encodeURIComponent(`identifier:"${id}"`);
    const admin = await sheet(SERVER.api, [around.admin]);
    const found = await client.call(`/api/sky/repo/search?q=${query}&index_hint=*assertion`, { sheet: admin });
    expect(found.json()).toMatchObject([{ competency: shortId(competency) }]);
  });

  test('all public objects are written to a bucket, and are sent from there as from the store', async () => {
    const s3 = await startS3(around.s3);
    onTestFinished(() => s3.stop());
    const settings = {
      DUMP_DIRECTORY: `s3://${s3.bucket}/dumps`,
      PNA_AWS_REGION: 'us-east-1',
      PNA_AWS_ENDPOINT: s3.endpoint,
      PNA_AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      PNA_AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    onTestFinished(() => {
      for (const name of Object.keys(settings)) vi.stubEnv(name, undefined);
    });
    const thing = newThing(SERVER, { name: 'dumped' });
    await client.save(thing);
    expect(await call('schedule-dump', scheduled, 'dumps')).toBeUndefined();
    const { deployment } = around;
    const send = throughHttpApi({ ...deployment, load: (name) => deployment.load(name, 'dumps') });
    const [dump] = (await (await send(`${SERVER.api}bulk/dumps`)).json()).dumps;
    const files = await Promise.all(
      dump.files.map(async ({ url }: { readonly url: string }) => (await send(url)).arrayBuffer()),
    );
    const lines = files.map((file) => String(gunzipSync(file))).join('');
    expect(lines).toContain(thing['@id']);
    const stream = await send(`${SERVER.api}bulk`, { headers: { 'accept-encoding': 'gzip' } });
    expect([stream.status, stream.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(String(gunzipSync(await stream.arrayBuffer()))).toBe(lines);
  });

  test('a session of the Model Context Protocol begins, and ends', async () => {
    const { id, send } = await mcpSession(client);
    expect((await send('ping')).result).toEqual({});
    const headers = { 'mcp-session-id': id };
    expect((await client.call('/api/mcp', { method: 'DELETE', headers })).status).toBe(200);
    expect((await client.call('/api/mcp', { method: 'DELETE', headers })).status).toBe(404);
  });

  test('another server is replicated', async () => {
    const peer = await startServer();
    onTestFinished(() => peer.dispose());
    const thing = newThing(peer, { name: 'replicated' });
    await createClient(peer).save(thing);
    vi.stubEnv('SVC_REPLICATION_ENDPOINT', peer.api);
    expect(await call('schedule-replicate', scheduled, 'replicating')).toBeUndefined();
    expect((await client.call(`/api/data/${md5(thing)}`)).json()).toMatchObject({ name: 'replicated' });
  });

  test('a subscriber receives missed notifications from the log, in several parts, and new ones', async () => {
    const things = Array.from({ length: 501 }, () => newThing(SERVER));
    const [first, ...rest] = things;
    await client.call('/api/sky/repo/multiPut', { json: things });
    const id = await listen({ cursors: 'true', since: '2020-01-01T00:00:00Z' });
    await stream();
    await stream();
    const written = newThing(SERVER);
    await client.save(written);
    await stream();
    const received = around.channel.received(id).join();
    for (const thing of [first, rest.at(-1), written]) expect(received).toContain(thing && shortId(thing));
  });

  test('a subscriber whose proof has expired is disconnected', async () => {
    const signedBriefly = await sheet(SERVER.api, [around.admin], 500);
    const expiry = Date.now() + 500;
    const id = await listen({}, signedBriefly);
    await untilPast(expiry);
    await stream();
    expect(around.channel.open).not.toContain(id);
  });

  test('a webhook is called with what has changed when the bell rings, and every minute', async () => {
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.stop());
    vi.stubEnv('FETCH_ALLOW_LIST', `${receiver.url}*`);
    // An instance that has read this setting.
    const { deployment } = around;
    const send = throughHttpApi({ ...deployment, load: (name) => deployment.load(name, 'webhooks') });
    const owner = createClient({ url: URL_OF_API, ...SERVER }, '', send);
    const json = { url: `${receiver.url}hook`, type: '*.thing' };
    const added = await owner.call('/api/webhooks', { json, sheet: signed });
    expect(added.status, added.text).toBe(201);
    const { id, secret } = added.json();
    const [thing, other] = [newThing(SERVER, { name: 'announced' }), newThing(SERVER, { name: 'left' })];
    const announced = () => receiver.changes('/hook').map(({ data }) => data.id);
    await client.save(thing);
    expect(await call('stream-webhooks', { Records: RECORDS }, 'webhooks')).toBeUndefined();
    expect(announced()).toContain(shortId(thing));
    await client.save(other);
    expect(await call('schedule-periodic', scheduled, 'webhooks')).toBeUndefined();
    expect(announced()).toContain(shortId(other));
    for (const post of receiver.accepted('/hook')) expect(() => verified(secret, post)).not.toThrow();
    const path = `/api/webhooks/${id}`;
    expect((await owner.call(path, { method: 'PATCH', json: { state: 'paused' }, sheet: signed })).status).toBe(200);
    expect((await owner.call(path, { method: 'DELETE', sheet: signed })).status).toBe(204);
  });

  test('maintenance removes unused data', async () => {
    const { endpoint, prefix } = around.search;
    const left = `${endpoint}/${prefix}objects-9-9`;
    const body = JSON.stringify({ aliases: { [aliasOfGone(prefix)]: {} } });
    await fetch(left, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
    for (let tick = 0; tick < 2; tick++) expect(await call('schedule-periodic', scheduled)).toBeUndefined();
    expect((await fetch(left, { method: 'HEAD' })).status).toBe(404);
  });

  test('the admin imports, exports, culls and purges', async () => {
    const thing = newThing(SERVER);
    const body = `${JSON.stringify(thing)}\n${JSON.stringify({ ...thing, '@id': `no address ${LONG}` })}\n`;
    const ndjson = { 'content-type': 'application/x-ndjson' };
    const taken = await client.call('/api/util/import', { method: 'POST', body, headers: ndjson, sheet: signed });
    expect(taken.status, taken.text).toBe(200);
    expect(taken.json()).toMatchObject({ restored: 1, failedCount: 1 });
    expect((await client.call('/api/util/operations', { sheet: signed })).text).toContain(LONG);
    expect((await client.call('/api/util/export', { sheet: signed })).text).toContain(thing['@id']);
    for (const operation of ['cull', 'cullFast', 'purge']) {
      const answer = await client.call(`/api/util/${operation}`, { method: 'POST', json: {}, sheet: signed });
      expect(answer.status, `${operation} ${answer.text}`).toBe(200);
    }
    expect((await client.call(new URL(thing['@id']).pathname)).status).toBe(404);
  });
}

/** Requests a profile until it is cached, which starts some time after the first request for any. */
async function untilKept(ask: () => Promise<{ readonly cache: string }>): Promise<void> {
  while ((await ask()).cache !== 'hit') await sleep(100);
}
