import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { standalone } from '../support/mcp.ts';
import { startServer } from '../support/server.ts';
import { person, sheet as signSheet } from '../support/signer.ts';
import { guid, md5, newThing, nextVersion, saveNew, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const CONTEXT = 'https://schema.cassproject.org/0.4';

const { server, client } = useServer();
const cast = useCast(server);

/** The addresses that the SDK's client is told of, which subscribes to some. */
async function listen(
  addresses: readonly string[],
  { sheet, to = server }: { sheet?: string; to?: { api: string } } = {},
) {
  const mcp = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = sheet === undefined ? {} : { signatureSheet: sheet };
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${to.api}mcp`), { requestInit: { headers } }));
  onTestFinished(() => mcp.close());
  const updated: string[] = [];
  mcp.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
  const subscription = await mcp.listen({ resourceSubscriptions: [...addresses] });
  return { updated, subscription };
}

test('C15 a subscriber is told when an object changes, by each address that it has subscribed to', async () => {
  const thing = await saveNew(server, client, { name: 'watched' });
  const other = await saveNew(server, client);
  const addresses = [
    `cass://data/${guid(thing)}`,
    `competency://data/schema.org.Thing/${md5(thing)}`,
    `competency://data/${encodeURIComponent(shortId(thing))}`,
  ];
  const { updated } = await listen(addresses);
  await client.save(nextVersion(other));
  await client.save(nextVersion(thing));
  await expect.poll(() => updated.toSorted()).toEqual(addresses.toSorted());
  await client.call(shortId(thing), { method: 'DELETE' });
  await expect.poll(() => updated).toHaveLength(6);
});

test('C15 an outline is updated with the competencies of its framework', async () => {
  const competency = await saveNew(server, client, { '@context': CONTEXT, '@type': 'Competency', name: 'Weld' });
  const framework = await saveNew(server, client, {
    '@context': CONTEXT,
    '@type': 'Framework',
    name: 'Metalwork',
    competency: [shortId(competency)],
  });
  const outline = `competency://outline/${guid(framework)}`;
  const { updated } = await listen([outline, 'competency://outline/absent']);
  await client.save(nextVersion(competency, { name: 'Weld steel' }));
  await expect.poll(() => updated).toEqual([outline]);
});

test('a subscriber is told nothing of what it may not read', async () => {
  const hidden = newThing(server, { '@owner': [cast.owner.pem], '@reader': [cast.owner.pem] });
  await client.save(hidden, cast.sheets.owner);
  const open = await saveNew(server, client);
  const addresses = [`cass://data/${guid(hidden)}`, `cass://data/${guid(open)}`];
  const { updated: strangers } = await listen(addresses);
  const { updated: owners } = await listen(addresses, { sheet: cast.sheets.owner });
  await client.save(nextVersion(hidden), cast.sheets.owner);
  await client.save(nextVersion(open));
  await expect.poll(() => owners).toEqual(addresses);
  await expect.poll(() => strangers).toEqual(addresses.slice(1));
});

test('a subscription has at most 100 addresses, and sessions have none', async () => {
  const resourceSubscriptions = Array.from({ length: 101 }, (_, index) => `cass://data/${index}`);
  const { json, headers } = standalone('subscriptions/listen');
  const params = { ...json.params, notifications: { resourceSubscriptions } };
  const answer = await client.call('/api/mcp', { json: { ...json, params }, headers });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('100 addresses')]);
  const discovered = (await client.call('/api/mcp', standalone('server/discover'))).json().result;
  expect(discovered.capabilities.resources).toMatchObject({ subscribe: true });
});

test('a subscription ends when the signature of its request expires', async () => {
  const sheet = await signSheet(server.api, [await person()], 3000);
  const { subscription } = await listen([`cass://data/${crypto.randomUUID()}`], { sheet });
  expect(await subscription.closed).toBe('graceful');
});

test('a subscription ends when the server stops', async () => {
  const stopping = await startServer();
  onTestFinished(() => stopping.dispose());
  const thing = await saveNew(stopping, createClient(stopping));
  const { subscription } = await listen([`cass://data/${guid(thing)}`], { to: stopping });
  await stopping.stop();
  expect(await subscription.closed).toBe('graceful');
});
