import { expect, test, vi } from 'vitest';
import { memoryKeyValues } from '../../profiles/testing/key-values.ts';
import { createEnvironmentSecrets } from '../../repository/secrets/secret-store.ts';
import { createSigningSecrets } from './signing-secrets.ts';
import type { Webhook } from './webhook.ts';
import { createWebhooks, MAX_WEBHOOKS_PER_OWNER } from './webhooks.ts';

function newWebhook(id: string, key = 'pem'): Webhook {
  return {
    id,
    created: 0,
    keys: [key],
    url: 'https://receiver.example/',
    description: null,
    type: null,
    framework: null,
    owner: null,
    secrets: [{ number: 1, until: null }],
    state: 'active',
    cursor: 'now',
    failing: null,
    lastError: null,
    deliveries: [],
  };
}

test('two processes add, change and remove webhooks at once, and nothing is lost', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { keyValues, entries } = memoryKeyValues(() => 1);
  const [one, other] = [createWebhooks(keyValues), createWebhooks(keyValues)];
  await Promise.all([one.add(newWebhook('a')), other.add(newWebhook('b')), one.add(newWebhook('c'))]);
  expect((await other.all()).map(({ id }) => id).sort()).toEqual(['a', 'b', 'c']);
  await Promise.all([
    one.update('a', (webhook) => ({ ...webhook, cursor: 'later' })),
    other.update('a', (webhook) => ({ ...webhook, url: 'https://other.example/' })),
  ]);
  expect(await one.get('a')).toMatchObject({ cursor: 'later', url: 'https://other.example/' });
  await Promise.all([one.remove('b'), other.remove('c')]);
  expect((await one.all()).map(({ id }) => id)).toEqual(['a']);
  expect(await one.remove('b')).toBeNull();
  expect(await one.update('b', (webhook) => webhook)).toBeNull();
  expect([...entries.keys()].sort()).toEqual(['webhook/a', 'webhooks']);
  vi.restoreAllMocks();
});

test('one key owns a limited number of webhooks, and others still add theirs', async () => {
  const { keyValues, entries } = memoryKeyValues(() => 1);
  const webhooks = createWebhooks(keyValues);
  for (let index = 0; index < MAX_WEBHOOKS_PER_OWNER; index++) await webhooks.add(newWebhook(`${index}`));
  await expect(webhooks.add(newWebhook('more'))).rejects.toMatchObject({ code: 'too-many-webhooks' });
  expect(entries.has('webhook/more')).toBe(false);
  await webhooks.add(newWebhook('other', 'other pem'));
});

test('secrets are encrypted in the store, and end with their overlap', async () => {
  const { keyValues, entries } = memoryKeyValues(() => 1);
  let now = 1;
  const secrets = createEnvironmentSecrets({ masterKey: Buffer.alloc(32, 7).toString('base64') });
  const signing = createSigningSecrets({ keyValues, now: () => now }, secrets);
  const [first, second] = [await signing.create('a', 1), await signing.create('a', 2)];
  expect(JSON.stringify([...entries.values()])).not.toContain(first.slice('whsec_'.length));
  const webhook = {
    id: 'a',
    secrets: [
      { number: 2, until: null },
      { number: 1, until: 10 },
    ],
  };
  expect(await signing.valid(webhook)).toEqual([second, first]);
  now = 10;
  expect(await signing.valid(webhook)).toEqual([second]);
  await signing.remove('a', [1, 2]);
  expect(entries.size).toBe(0);
  await expect(signing.valid(webhook)).rejects.toMatchObject({ code: 'key-unavailable' });
});

test('without a master key no secret is made', async () => {
  const { keyValues } = memoryKeyValues(() => 1);
  const signing = createSigningSecrets({ keyValues, now: () => 1 }, createEnvironmentSecrets({}));
  await expect(signing.create('a', 1)).rejects.toMatchObject({ code: 'key-unavailable', status: 503 });
});
