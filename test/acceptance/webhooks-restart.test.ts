import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { castOf } from '../support/cast.ts';
import { createClient } from '../support/client.ts';
import { nodeEnvironment } from '../support/node-environment.ts';
import { startServer } from '../support/server.ts';
import { SOON } from '../support/subscriber.ts';
import { newThing, shortId } from '../support/things.ts';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.ts';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.stop());

/** The lease of the killed process expires first. */
const AFTER_LEASE = { timeout: 60_000 };

test('changes that a killed process has not delivered are delivered by the next one, which knows the secret', async () => {
  const settings = { FETCH_ALLOW_LIST: `${receiver.url}*`, WEBHOOK_TIMEOUT: '60000', LOG_LEVEL: 'info' };
  const first = await startServer(settings);
  const client = createClient(first);
  const { sheets } = await castOf(first);
  const hook = { url: `${receiver.url}hook`, type: '*.thing' };
  const added = (await client.call('/api/webhooks', { json: hook, sheet: sheets.owner })).json();
  receiver.answer = () => true; // never
  const things = [newThing(first, { name: 'one' }), newThing(first, { name: 'two' })];
  for (const thing of things) await client.save(thing);
  await expect.poll(() => receiver.posts.length, SOON).toBe(1);
  await first.stop('SIGKILL');
  receiver.answer = () => false;

  const second = await startServer({ ...settings, PORT: String(first.port) }, first.directory);
  onTestFinished(() => second.dispose());
  const idsAtHook = () => new Set(receiver.changes('/hook').map(({ data }) => data.id));
  await expect.poll(idsAtHook, AFTER_LEASE).toEqual(new Set(things.map(shortId)));
  for (const post of receiver.accepted('/hook')) expect(() => verified(added.secret, post)).not.toThrow();
  const after = createClient(second);
  const path = `/api/webhooks/${added.id}`;
  expect((await after.call(path, { sheet: sheets.owner })).json()).toMatchObject({ state: 'active', failing: null });

  await after.call(path, { method: 'DELETE', sheet: sheets.owner });
  const lines = [first, second].flatMap((server) => server.output().split('\n'));
  const events = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  expect(events).toContainEqual(expect.objectContaining({ msg: 'A webhook was added', webhook: added.id }));
  expect(events).toContainEqual(expect.objectContaining({ msg: 'A webhook was removed', webhook: added.id }));
  expect(lines.join('\n')).not.toContain(added.secret);
}, 120_000);

test('the example of a receiver accepts what the service sends, and nothing else', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const server = await startServer({ FETCH_ALLOW_LIST: `${url}*` });
  onTestFinished(() => server.dispose());
  const client = createClient(server);
  const { sheets } = await castOf(server);
  const { id, secret } = (await client.call('/api/webhooks', { json: { url }, sheet: sheets.owner })).json();
  const example = spawn(process.execPath, ['examples/webhook-receiver.mjs'], {
    env: { ...nodeEnvironment(), WEBHOOK_SECRET: secret, PORT: String(port) },
  });
  let printed = '';
  example.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  onTestFinished(async () => {
    const ended = once(example, 'close');
    example.kill();
    await ended;
  });
  const post = () => fetch(url, { method: 'POST', body: '{}' }).catch(() => null);
  await expect.poll(async () => (await post())?.status, SOON).toBe(401);
  const send = () => client.call(`/api/webhooks/${id}/test`, { method: 'POST', sheet: sheets.owner });
  expect((await send()).json()).toMatchObject({ status: 204, error: null });
  const thing = newThing(server, { name: 'seen' });
  await client.save(thing);
  await expect.poll(() => printed, SOON).toContain(`object.saved ${shortId(thing)} `);
});

test('the example is in the documentation as it is', async () => {
  const example = await readFile('examples/webhook-receiver.mjs', 'utf8');
  const page = await readFile('docs/use/publish.md', 'utf8');
  expect(page).toContain(example.slice(example.indexOf('import ')));
});

test('DISABLED_ADAPTERS=webhooks turns webhooks off', async () => {
  const server = await startServer({ DISABLED_ADAPTERS: 'webhooks' });
  onTestFinished(() => server.dispose());
  const response = await fetch(`${server.api}webhooks`);
  expect(response.status).toBe(404);
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
