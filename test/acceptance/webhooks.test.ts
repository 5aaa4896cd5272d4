import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { castOf } from '../support/cast.ts';
import { createClient } from '../support/client.ts';
import { newFramework, newOwnType } from '../support/profile-objects.ts';
import { startServer } from '../support/server.ts';
import { SOON } from '../support/subscriber.ts';
import { newThing, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.ts';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.stop());

const { server, client } = useServer(() => ({
  FETCH_ALLOW_LIST: `*,${receiver.url}*`,
  WEBHOOK_TIMEOUT: '2000',
  WEBHOOK_RETRY_DELAY: '100',
}));
const cast = useCast(server);

beforeEach(() => {
  receiver.answer = () => false;
});

type Created = { readonly id: string; readonly secret: string; readonly url: string };

let paths = 0;

/** Adds a webhook of the owner with an address of its own. */
async function added(settings: object = {}, sheet = cast.sheets.owner): Promise<Created & { readonly path: string }> {
  const path = `/hook-${++paths}`;
  const url = receiver.url.slice(0, -1) + path;
  const answer = await client.call('/api/webhooks', { json: { url, ...settings }, sheet });
  expect(answer.status, answer.text).toBe(201);
  return { ...answer.json(), path };
}

async function shown(id: string, sheet = cast.sheets.owner) {
  return (await client.call(`/api/webhooks/${id}`, { sheet })).json();
}

const remove = (id: string, sheet = cast.sheets.owner) =>
  client.call(`/api/webhooks/${id}`, { method: 'DELETE', sheet });

const change = (id: string, json: unknown, sheet = cast.sheets.owner) =>
  client.call(`/api/webhooks/${id}`, { method: 'PATCH', json, sheet });

const idsAt = (path: string): readonly string[] => receiver.changes(path).map(({ data }) => data.id);

/** The attempts to call a receiver. */
const attemptsAt = (path: string) => receiver.posts.filter((post) => post.path === path);

test('a receiver gets what was saved and deleted, with signatures that a library for receivers accepts', async () => {
  const { id, path, secret } = await added();
  const thing = newThing(server, { name: 'one' });
  await client.save(thing);
  await expect.poll(() => idsAt(path), SOON).toEqual([shortId(thing)]);
  const [change] = receiver.changes(path);
  expect(change).toEqual({
    type: 'object.saved',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    data: { id: shortId(thing), version: expect.any(Number), type: 'schema.org.thing', address: shortId(thing) },
  });
  expect((await client.call(change?.data.address ?? '')).json()).toMatchObject({ name: 'one' });
  await client.call(shortId(thing), { method: 'DELETE' });
  await expect
    .poll(() => receiver.changes(path).map(({ type }) => type), SOON)
    .toEqual(['object.saved', 'object.deleted']);
  for (const post of receiver.accepted(path)) {
    expect(verified(secret, post)).toMatchObject({ type: 'objects.changed' });
    expect(() => verified(secret, { ...post, body: `${post.body} ` })).toThrow();
  }
  await expect
    .poll(async () => (await shown(id)).deliveries, SOON)
    .toMatchObject([{ status: 204, error: null, changes: 1 }, { changes: 1 }]);
  await remove(id);
});

test('an object with an id of another server has an address at this one', async () => {
  const { id, path } = await added();
  const thing = { ...newThing(server, { name: 'elsewhere' }), '@id': `https://elsewhere.example/${paths}` };
  await client.save(thing);
  await expect.poll(() => idsAt(path), SOON).toEqual([thing['@id']]);
  const [change] = receiver.changes(path);
  expect((await client.call(change?.data.address ?? '')).json()).toMatchObject({ '@id': thing['@id'] });
  await remove(id);
});

describe('filters', () => {
  test('by type, by framework and by owner', async () => {
    const competency = newOwnType(server, 'Competency', { name: 'Competency' });
    const framework = newFramework(server, [competency]);
    await client.save(framework);
    const [byType, byFramework, byOwner] = await Promise.all([
      added({ type: '*.competency' }),
      added({ framework: shortId(framework) }),
      added({ owner: cast.other.pem }),
    ]);
    const owned = newThing(server, { name: 'owned', '@owner': [cast.other.pem] });
    await client.save(owned, cast.sheets.other);
    await client.save(competency);
    await client.save(newThing(server, { name: 'last' }));
    await expect.poll(() => idsAt(byType.path), SOON).toEqual([shortId(competency)]);
    await expect.poll(() => idsAt(byFramework.path), SOON).toEqual([shortId(competency)]);
    await expect.poll(() => idsAt(byOwner.path), SOON).toEqual([shortId(owned)]);
    await Promise.all([byType, byFramework, byOwner].map(({ id }) => remove(id)));
  });

  test('objects that others hide are never announced, and those that a key of the owner may read are', async () => {
    const [readers, others] = [await added({}, cast.sheets.reader), await added({}, cast.sheets.other)];
    const secret = { '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] };
    const hidden = newThing(server, { name: 'hidden', ...secret });
    const open = newThing(server, { name: 'open' });
    await client.save(hidden, cast.sheets.owner);
    await client.save(open);
    await expect.poll(() => idsAt(others.path), SOON).toEqual([shortId(open)]);
    await expect.poll(() => idsAt(readers.path), SOON).toEqual([shortId(hidden), shortId(open)]);
    await remove(readers.id, cast.sheets.reader);
    await remove(others.id, cast.sheets.other);
  });
});

describe('a receiver that fails', () => {
  test('is called again with the same id, after errors and when it hangs, and delays no other', async () => {
    const [failing, other] = [await added(), await added()];
    const faults = [500, 'hangs', 302, 'accepts'];
    receiver.answer = ({ path }, response) => {
      if (path !== failing.path) return false;
      const fault = faults.shift() ?? 'accepts';
      if (typeof fault === 'number') response.writeHead(fault, { location: `${receiver.url}stolen` }).end();
      return fault !== 'accepts';
    };
    const thing = newThing(server, { name: 'retried' });
    await client.save(thing);
    await expect.poll(() => idsAt(other.path), SOON).toEqual([shortId(thing)]);
    await expect.poll(() => idsAt(failing.path), SOON).toEqual([shortId(thing)]);
    const ids = attemptsAt(failing.path).map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(1);
    expect(receiver.posts.some(({ path }) => path === '/stolen')).toBe(false);
    await expect.poll(async () => (await shown(failing.id)).failing, SOON).toBeNull();
    const { state, failing: now, lastError, deliveries } = await shown(failing.id);
    expect([state, now]).toEqual(['active', null]);
    expect(lastError).toMatchObject({ status: 302, detail: expect.stringContaining('redirects are not followed') });
    expect(deliveries.map(({ status }: { status: number | null }) => status)).toEqual([204, 302, null, 500]);
    await Promise.all([failing, other].map(({ id }) => remove(id)));
  });

  test('is given up visibly, and gets what it missed when its owner resumes it', async () => {
    const settings = { FETCH_ALLOW_LIST: `${receiver.url}*`, WEBHOOK_RETRY_DELAY: '100', WEBHOOK_GIVE_UP: '1000' };
    const other = await startServer(settings);
    onTestFinished(() => other.dispose());
    const { call, save } = createClient(other);
    const { owner: sheet } = (await castOf(other)).sheets;
    const json = { url: `${receiver.url}given-up` };
    const at = `/api/webhooks/${(await call('/api/webhooks', { json, sheet })).json().id}`;
    receiver.answer = (post, response) => post.path === '/given-up' && Boolean(response.writeHead(503).end());
    const thing = newThing(other, { name: 'missed' });
    await save(thing);
    await expect.poll(async () => (await call(at, { sheet })).json().state, SOON).toBe('failed');
    expect((await call(at, { sheet })).json()).toMatchObject({
      failing: null,
      lastError: { status: 503, detail: 'The receiver answers with status 503.', time: expect.any(String) },
    });
    receiver.answer = () => false;
    const resumed = await call(at, { method: 'PATCH', json: { state: 'active' }, sheet });
    expect(resumed.json()).toMatchObject({ state: 'active' });
    await expect.poll(() => idsAt('/given-up'), SOON).toEqual([shortId(thing)]);
  });

  test('ends its webhook with 410', async () => {
    const { id, path } = await added();
    receiver.answer = (post, response) => post.path === path && Boolean(response.writeHead(410).end());
    await client.save(newThing(server, { name: 'gone' }));
    await expect.poll(async () => (await shown(id)).state, SOON).toBe('disabled');
    expect(attemptsAt(path)).toHaveLength(1);
    await remove(id);
  });
});

test('a paused webhook gets what it missed once it is active', async () => {
  const { id, path } = await added();
  await change(id, { state: 'paused' });
  const things = [newThing(server, { name: 'first' }), newThing(server, { name: 'second' })];
  for (const thing of things) await client.save(thing);
  expect(attemptsAt(path)).toEqual([]);
  await change(id, { state: 'active' });
  await expect.poll(() => idsAt(path), SOON).toEqual(things.map(shortId));
  await remove(id);
});

test('many changes come in order, at most 100 in one message, and again after a replay', async () => {
  const { id, path } = await added();
  const things = Array.from({ length: 230 }, (_, index) => newThing(server, { name: `many ${index}` }));
  const begin = (await shown(id)).cursor;
  expect((await client.call('/api/sky/repo/multiPut', { json: things })).status).toBe(200);
  const ids = things.map(shortId);
  await expect.poll(() => new Set(idsAt(path)).size, SOON).toBe(ids.length);
  const before = receiver.accepted(path);
  for (const { body } of before) expect(JSON.parse(body).data.changes.length).toBeLessThanOrEqual(100);
  const { cursor } = JSON.parse(before.at(-1)?.body ?? '').data;
  await expect.poll(async () => (await shown(id)).cursor, SOON).toBe(cursor);

  const replay = (since: string) =>
    client.call(`/api/webhooks/${id}/replay`, { json: { since }, sheet: cast.sheets.owner });
  expect((await replay(begin)).status).toBe(200);
  await expect.poll(() => idsAt(path).length, SOON).toBe(2 * ids.length);
  expect(new Set(receiver.accepted(path).map(({ headers }) => headers['webhook-id'])).size).toBeLessThanOrEqual(6);
  const refused = await replay('no cursor');
  expect([refused.status, refused.json().where]).toEqual([400, 'since']);
  await remove(id);
});

test('a replay from a time delivers what has changed since', async () => {
  const thing = newThing(server, { name: 'before the webhook' });
  const since = new Date(Date.now() - 1).toISOString();
  await client.save(thing);
  const { id, path } = await added();
  await client.call(`/api/webhooks/${id}/replay`, { json: { since }, sheet: cast.sheets.owner });
  await expect.poll(() => idsAt(path), SOON).toContain(shortId(thing));
  await remove(id);
});

test('a test event tells whether the receiver accepts it', async () => {
  const { id, path, secret } = await added();
  const send = () => client.call(`/api/webhooks/${id}/test`, { method: 'POST', sheet: cast.sheets.owner });
  expect((await send()).json()).toMatchObject({ status: 204, error: null, changes: 0 });
  const [post] = receiver.accepted(path);
  expect(post && verified(secret, post)).toEqual({
    type: 'webhook.test',
    timestamp: expect.any(String),
    data: { webhook: id },
  });
  const again = await send();
  expect([again.status, again.headers.get('retry-after')]).toEqual([429, '2']);
  await remove(id);
});

test('messages are signed with the new and the former secret until their overlap ends', async () => {
  const { id, path, secret } = await added();
  const rotate = async (json: object) =>
    (await client.call(`/api/webhooks/${id}/secret`, { json, sheet: cast.sheets.owner })).json().secret;
  const second = await rotate({});
  await client.save(newThing(server, { name: 'both' }));
  await expect.poll(() => receiver.accepted(path).length, SOON).toBe(1);
  for (const one of [secret, second]) expect(() => verified(one, receiver.accepted(path)[0] ?? never())).not.toThrow();
  const third = await rotate({ overlapSeconds: 0 });
  await client.save(newThing(server, { name: 'third' }));
  await expect.poll(() => receiver.accepted(path).length, SOON).toBe(2);
  const last = receiver.accepted(path)[1] ?? never();
  expect(() => verified(third, last)).not.toThrow();
  for (const one of [secret, second]) expect(() => verified(one, last)).toThrow();
  expect(JSON.stringify(await shown(id))).not.toContain('whsec');
  await remove(id);
});

describe('addresses', () => {
  test.each([
    'http://127.0.0.1:9/hook',
    'http://localhost:9/hook',
    'http://hook.localhost/',
    'http://10.0.0.1/hook',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/hook',
    'http://[fd00::1]/hook',
    'http://0x7f000001/',
  ])('%s is refused unless the operator allows it', async (url) => {
    const answer = await client.call('/api/webhooks', { json: { url }, sheet: cast.sheets.owner });
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ type: expect.stringContaining('fetch-refused'), where: 'url' });
    expect(answer.json().detail).toContain(new URL(url).origin);
  });

  test.each(['', 'ftp://files.example/', 'file:///etc/passwd', 'https://user:word@receiver.example/', 'hook', 7, null])(
    'url %j is invalid',
    async (url) => {
      const answer = await client.call('/api/webhooks', { json: { url }, sheet: cast.sheets.owner });
      expect([answer.status, answer.json().where]).toEqual([400, 'url']);
    },
  );
});

test.each([
  [{ type: '../x' }, 'type'],
  [{ owner: 'no key' }, undefined],
  [{ description: 7 }, 'description'],
  [{ state: 'active' }, ''],
  [{ tpye: '*.competency' }, ''],
])('settings %j are refused', async (settings, where) => {
  const json = { url: receiver.url, ...settings };
  const answer = await client.call('/api/webhooks', { json, sheet: cast.sheets.owner });
  expect(answer.status).toBe(400);
  if (where !== undefined) expect(answer.json().where).toBe(where);
});

test('a framework that the caller may not read is refused as one that does not exist', async () => {
  const readers = { '@owner': [cast.reader.pem], '@reader': [cast.reader.pem] };
  const hidden = newFramework(server, [], [], readers);
  await client.save(hidden, cast.sheets.reader);
  for (const framework of [shortId(hidden), `${server.api}data/schema.cassproject.org.0.4.Framework/none`]) {
    const answer = await client.call('/api/webhooks', {
      json: { url: receiver.url, framework },
      sheet: cast.sheets.other,
    });
    expect([answer.status, answer.json().where]).toEqual([404, 'framework']);
  }
});

describe('access', () => {
  test('callers without a key may do nothing', async () => {
    for (const call of [{}, { json: { url: receiver.url } }]) {
      expect((await client.call('/api/webhooks', call)).status).toBe(401);
    }
  });

  test('strangers cannot see, change, replay, test or remove a webhook, and admins can', async () => {
    const { id } = await added();
    const sheet = cast.sheets.other;
    const path = `/api/webhooks/${id}`;
    expect((await client.call('/api/webhooks', { sheet })).json()).toEqual([]);
    const statuses = [
      await client.call(path, { sheet }),
      await change(id, { state: 'paused' }, sheet),
      await remove(id, sheet),
      await client.call(`${path}/replay`, { json: { since: '2024-01-01T00:00:00Z' }, sheet }),
      await client.call(`${path}/test`, { method: 'POST', sheet }),
      await client.call(`${path}/secret`, { method: 'POST', sheet }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
    const { admin } = cast.sheets;
    expect((await client.call('/api/webhooks', { sheet: admin })).json()).toMatchObject([{ id }]);
    expect((await client.call('/api/webhooks', { sheet: cast.sheets.owner })).json()).toMatchObject([{ id }]);
    expect((await remove(id, admin)).status).toBe(204);
    expect((await client.call(path, { sheet: admin })).status).toBe(404);
  });

  test('an owner may have 20 webhooks', async () => {
    const sheet = cast.sheets.reader;
    const all = [];
    for (let count = 0; count < 20; count++) all.push(await added({ description: `${count}` }, sheet));
    const answer = await client.call('/api/webhooks', { json: { url: receiver.url }, sheet });
    expect([answer.status, answer.json().type]).toEqual([409, expect.stringContaining('too-many-webhooks')]);
    for (const { id } of all) await remove(id, sheet);
  });
});

function never(): never {
  throw new Error('There is no such message.');
}
