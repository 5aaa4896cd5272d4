import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { buildWorker } from '../../infra/workers/build.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { createBrowser } from '../support/browser.ts';
import { type Client, createClient } from '../support/client.ts';
import { newPrefix, startInstance } from '../support/instances.ts';
import { lazily } from '../support/lazily.ts';
import { type ModelServer, modelSettings, startModelServer } from '../support/model-server.ts';
import { oidcSettings } from '../support/oidc-mode.ts';
import { startOpenIdProvider } from '../support/openid-provider.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { freePort } from '../support/server.ts';
import { person, sheet } from '../support/signer.ts';
import { SOON, subscribeTo } from '../support/subscriber.ts';
import { guid, newThing, nextVersion, shortId, THING } from '../support/things.ts';
import { untilPast } from '../support/until-past.ts';
import { useSubscribers } from '../support/use-subscribers.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { type RunningWorker, startWorker, workerSecrets } from '../support/worker.ts';
import { smoke } from './smoke.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';

it('the worker is built without Node modules, and fits the smallest plan', async () => {
  const { mkdtemp, rm } = await import('node:fs/promises');
  const folder = await mkdtemp('/tmp/worker-');
  const { bytes, metafile } = await buildWorker(new URL(`file://${folder}/`));
  const imports = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  expect(imports).toEqual([]);
  expect(bytes).toBeLessThan(1_000_000);
  await rm(folder, { recursive: true });
});

describe.skipIf(engine === null)('in the runtime of Cloudflare Workers', () => {
  const prefix = newPrefix();
  let worker: RunningWorker;
  let client: Client;
  let secrets: Record<string, string>;
  let models: ModelServer;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    const port = await freePort();
    models = await startModelServer();
    receiver = await startWebhookReceiver();
    secrets = {
      ...workerSecrets(),
      SEARCH_ENDPOINT: endpoint,
      SEARCH_PREFIX: prefix,
      SEARCH_REPLICAS: '0',
      LOG_LEVEL: 'warn',
      CORS_ORIGINS: 'https://editor.example',
      FETCH_ALLOW_LIST: `${receiver.url}*`,
      WEBHOOK_RETRY_DELAY: '1000',
      ...modelSettings(models),
    };
    worker = await startWorker(port, { ...secrets, SVC_LOOPBACK: `http://127.0.0.1:${port}/api/` });
    client = createClient(worker);
  });
  afterAll(async () => {
    await worker?.stop();
    await models.stop();
    receiver?.stop();
    await removeIndices(endpoint, prefix);
  });

  smoke(() => ({ url: worker.url, api: worker.api, fetch, postMaxSize: 10_000_000, hasSubscriptions: false }));

  it('the service serves the API page with all its files', async () => {
    const page = await (await fetch(`${worker.api}openapi/`)).text();
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => `${worker.api}openapi/${name}`);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect((await fetch(file)).status, file).toBe(200);
  });

  it('an index is published in the R2 bucket, and is still there when the framework is gone', async () => {
    const owner = await person();
    const own = { sheet: await sheet(worker.api, [owner]) };
    const framework = newThing(worker, {
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Framework',
      name: 'Metal',
      '@owner': [owner.pem],
    });
    await client.save(framework, own.sheet);
    const path = `/api/ce/pna/${guid(framework)}`;
    expect((await client.call(path, { method: 'POST', ...own })).status).toBe(200);
    await client.call(new URL(shortId(framework)).pathname, { method: 'DELETE', ...own });
    expect((await client.call(path)).json()).toMatchObject({ container: { name: 'Metal' } });
  });

  it('a webhook is called soon after each write, and again after its receiver failed', async () => {
    const owner = await sheet(worker.api, [await person()]);
    const added = await client.call('/api/webhooks', { json: { url: `${receiver.url}hook` }, sheet: owner });
    expect(added.status, added.text).toBe(201);
    let failures = 1;
    receiver.answer = (_post, response) => {
      if (failures-- <= 0) return false;
      response.writeHead(500).end();
      return true;
    };
    for (const name of ['one', 'two', 'three']) {
      const thing = newThing(worker, { name });
      await client.save(thing);
      await expect.poll(() => receiver.changes('/hook').map(({ data }) => data.id), SOON).toContain(shortId(thing));
    }
    const path = `/api/webhooks/${added.json().id}`;
    expect((await client.call(path, { method: 'DELETE', sheet: owner })).status).toBe(204);
  });

  it('an import may be compressed with gzip, in one file', async () => {
    const things = Array.from({ length: 3 }, () => newThing(worker, { text: 'word '.repeat(50_000) }));
    const file = gzipSync(things.map((thing) => `${JSON.stringify(thing)}\n`).join(''));
    const headers = {
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      'x-admin-secret': secrets['skyId_secret'] ?? '',
    };
    const importFile = (body: Uint8Array<ArrayBuffer>) =>
      client.call('/api/util/import', { method: 'POST', body, headers });
    expect((await importFile(file)).json()).toMatchObject({ read: 3, restored: 3, failedCount: 0 });
    const joined = await importFile(Buffer.concat([file, file]));
    expect([joined.status, joined.json().detail]).toEqual([400, expect.stringContaining('not several joined ones')]);
  });

  it('many concurrent saves are all answered', async () => {
    const things = Array.from({ length: 60 }, () => newThing(worker));
    await Promise.all(things.map((thing) => client.save(thing)));
    for (const thing of things) expect((await client.call(new URL(shortId(thing)).pathname)).json()).toEqual(thing);
  });

  it('a client that disconnects does not affect other requests', async () => {
    const things = Array.from({ length: 40 }, () => newThing(worker));
    const saves = things.map((thing, index) => {
      if (index % 2 === 0) return client.save(thing);
      const leaving = request(`${worker.url}api/data/x`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
      leaving.on('error', () => undefined).end(JSON.stringify(thing));
      setTimeout(() => leaving.destroy(), index / 2);
      return null;
    });
    await Promise.all(saves);
    await expect(client.save(newThing(worker))).resolves.toBeDefined();
  });

  it('G3 the schedule completes the interrupted write of a killed instance: the search copy of an object', async () => {
    const thing = newThing(worker, { name: `half${Date.now()}` });
    await client.save(thing);
    const copy = `${endpoint}/${prefix}search/_doc/${createHash('sha256').update(shortId(thing)).digest('hex')}`;
    const { _version } = (await (await fetch(copy)).json()) as { _version: number };
    const removal = new URLSearchParams({ version_type: 'external_gte', version: String(_version), refresh: 'true' });
    expect((await fetch(`${copy}?${removal}`, { method: 'DELETE' })).status).toBe(200);
    expect(await client.find(`name:${thing['name']}`)).toEqual([]);
    await worker.tick();
    expect(await client.find(`name:${thing['name']}`)).toEqual([thing['@id']]);
  });

  it('without a secret it answers 503, and the log names the secret', async () => {
    const port = await freePort();
    const { skyId_secret: _left, ...others } = secrets;
    const lacking = await startWorker(port, others);
    const answer = await fetch(`${lacking.api}ping`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    await expect.poll(() => lacking.output()).toContain('The secret skyId.secret is missing: give it as skyId_secret.');
    await lacking.stop();
  });

  it('users sign in, and are known by cookie and by token, on the notification channel too', async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}/`;
    const provider = await startOpenIdProvider(baseUrl);
    const { CORS_ORIGINS: _none, ...others } = secrets;
    const masterKey = randomBytes(32).toString('base64');
    const ofUsers = { ...oidcSettings(provider, baseUrl), masterKey, SVC_LOOPBACK: `${baseUrl}api/` };
    const signOn = await startWorker(port, { ...others, ...ofUsers });
    onTestFinished(async () => {
      await signOn.stop();
      await provider.stop();
    });
    const browser = createBrowser();
    await browser.signIn(`${signOn.api}login`, 'ada', `${signOn.url}callback`);
    const { ssoPublicKey: key } = await (await browser.request(`${signOn.api}ping`)).json();
    const headers = { authorization: `Bearer ${await provider.token()}` };
    const users = createClient(signOn);
    expect((await users.call('/api/ping', { headers })).json().ssoPublicKey).toBe(key);
    const subscribers = [await subscribeTo(signOn, { headers }), await subscribeTo(signOn)];
    const hidden = newThing(signOn, { '@owner': [key], '@reader': [key] });
    expect((await users.call(hidden['@id'], { json: hidden, headers })).status).toBe(200);
    const read = await Promise.all([browser.request(hidden['@id']), users.call(hidden['@id'])]);
    expect(read.map(({ status }) => status)).toEqual([200, 404]);
    const open = newThing(signOn);
    await users.save(open);
    for (const { received } of subscribers) await expect.poll(() => received).toContain(shortId(open));
    expect(subscribers.map(({ received }) => received.includes(shortId(hidden)))).toEqual([true, false]);
    for (const { socket } of subscribers) socket.terminate();
  });

  describe('the notification channel', () => {
    const { listen, settled } = useSubscribers(
      lazily(() => worker),
      lazily(() => client),
    );

    it('K4 a save and a delete: the id as text; a batch: a JSON array', async () => {
      const { received } = await listen();
      const [thing, other] = [newThing(worker), newThing(worker)];
      await client.save(thing);
      await expect.poll(() => received.length, SOON).toBe(1);
      await client.call('/api/sky/repo/multiPut', { json: [nextVersion(thing), other] });
      await expect.poll(() => received.length, SOON).toBe(2);
      await client.call(new URL(shortId(thing)).pathname, { method: 'DELETE' });
      await expect.poll(() => received.length, SOON).toBe(3);
      const batch = JSON.stringify([shortId(thing), shortId(other)]);
      expect(received).toEqual([shortId(thing), batch, shortId(thing)]);
    });

    it('K1 ids of hidden objects go only to subscribers that may read them', async () => {
      const [reader, other] = [await person(), await person()];
      const subscribers = [
        await listen(),
        await listen({ sheet: await sheet(worker.api, [other]) }),
        await listen({ sheet: await sheet(worker.api, [reader]) }),
      ];
      const hidden = newThing(worker, { '@reader': [reader.pem], '@owner': [reader.pem] });
      await client.save(hidden, await sheet(worker.api, [reader]));
      const open = newThing(worker);
      await client.save(open);
      for (const { ids } of subscribers) await expect.poll(ids, SOON).toContain(shortId(open));
      expect(subscribers.map(({ ids }) => ids().includes(shortId(hidden)))).toEqual([false, false, true]);
    });

    it('K1 a subscriber receives nothing after its proof has expired, and is disconnected so that it reconnects', async () => {
      const reader = await person();
      const signed = await sheet(worker.api, [reader], 3_000);
      const expiry = Date.now() + 3_000;
      const { socket, received } = await listen({ sheet: signed });
      const closed = once(socket, 'close');
      await untilPast(expiry);
      const hidden = newThing(worker, { '@reader': [reader.pem], '@owner': [reader.pem] });
      await client.save(hidden, await sheet(worker.api, [reader]));
      expect((await closed)[0]).toBe(1008);
      expect(received).toEqual([]);
    });

    it('a subscriber receives the types, and the framework, that it subscribed to', async () => {
      const { received } = await listen({ query: { type: 'schema.org.person' } });
      const person: { '@id': string; '@type': string } = { ...newThing(worker), '@type': 'Person' };
      await client.save(newThing(worker));
      await client.save(person);
      await expect.poll(() => received).toEqual([shortId(person)]);
      const listed = newThing(worker);
      const framework = {
        ...THING,
        '@id': `${worker.api}data/schema.cassproject.org.0.4.Framework/${crypto.randomUUID()}/1000`,
      };
      await client.save({ ...framework, '@type': 'Framework', competency: [shortId(listed)] });
      const { received: ofFramework } = await listen({ query: { framework: shortId(framework) } });
      await client.save(newThing(worker));
      await client.save(listed);
      await expect.poll(() => ofFramework).toEqual([shortId(listed)]);
    });

    it('K2 K3 other paths and pages of other origins are refused, and so are invalid parameters', async () => {
      const refused = async (path: string, headers = {}) => {
        const socket = new WebSocket(`${worker.url.replace('http', 'ws')}${path}`, { headers });
        const [, answer] = await once(socket, 'unexpected-response');
        const { status, requestId } = JSON.parse((await answer.toArray()).join(''));
        expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([status, requestId]);
        return status;
      };
      expect(await refused('ws/other')).toBe(404);
      expect(await refused('ws/custom', { origin: 'https://elsewhere.example' })).toBe(403);
      expect(await refused('ws/custom?since=yesterday')).toBe(400);
      expect(await refused('ws/custom?framework=%ff')).toBe(400);
      expect(await refused('ws/custom?framework=none')).toBe(404);
    });

    it('a subscriber receives what it missed since its cursor, in several parts, and then new changes', async () => {
      const first = await listen({ query: { cursors: 'true' } });
      await expect.poll(() => first.cursor(), SOON).not.toBeNull();
      expect(first.ids()).toEqual([]);
      const before = newThing(worker);
      await client.save(before);
      await expect.poll(() => first.ids(), SOON).toEqual([shortId(before)]);
      await first.leave();

      const missed = Array.from({ length: 1_001 }, () => newThing(worker));
      await client.call('/api/sky/repo/multiPut', { json: missed });
      const since = first.cursor() ?? '';
      const again = await listen({ query: { cursors: 'true', since } });
      const end = () => again.received.some((message) => JSON.parse(message).ids.length === 0);
      await expect.poll(end, SOON).toBe(true);
      expect(again.received.length).toBeGreaterThan(2);
      expect(new Set(again.ids())).toEqual(new Set(missed.map(shortId)));

      const after = newThing(worker);
      await client.save(after);
      await expect.poll(() => again.ids(), SOON).toContain(shortId(after));
      const { received } = await listen({ query: { since } });
      await expect.poll(() => received.join(), SOON).toContain(shortId(after));
      expect(received.join()).not.toContain(shortId(before));
    });

    it('the cursor of a message is after everything that its subscriber has received', async () => {
      const subscriber = await listen({ query: { cursors: 'true' } });
      const [before, after, missed] = [newThing(worker), newThing(worker), newThing(worker)];
      await client.save(before);
      await expect.poll(() => subscriber.ids(), SOON).toEqual([shortId(before)]);
      await client.save(after);
      await expect.poll(() => subscriber.ids(), SOON).toContain(shortId(after));
      await subscriber.leave();
      await client.save(missed);
      const again = await listen({ query: { cursors: 'true', since: subscriber.cursor() ?? '' } });
      await expect.poll(() => again.ids(), SOON).toContain(shortId(missed));
      expect(again.ids()).toEqual([shortId(missed)]);
    });

    it('K7 writes of another instance to the same store are delivered with the next tick, and nothing is delivered twice', async () => {
      const { received } = await listen();
      await worker.tick();
      await settled(received);
      const instance = await startInstance(endpoint, prefix, {});
      const thing = newThing(worker);
      await createClient(instance).call(`/api/data/schema.org.Thing/${randomUUID()}`, { json: thing });
      await instance.dispose();
      await worker.tick();
      await expect.poll(() => received.at(-1), SOON).toBe(shortId(thing));
      const count = received.length;
      await worker.tick();
      expect(received).toHaveLength(count);
    });

    it('messages of subscribers are ignored, and nothing is sent to those that disconnected', async () => {
      const [one, two] = [await listen(), await listen()];
      one.socket.send('hello');
      two.socket.close();
      await once(two.socket, 'close');
      expect(await settled(one.received)).toEqual([]);
      expect(two.received).toEqual([]);
    });
  });
});
