import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSecret, signedHeaders } from './signature.ts';

const MESSAGE = { id: 'msg_1', body: '{"name":"Schweißen – 溶接"}' };

test('a library for receivers accepts the signatures with each of several secrets, and no other', async () => {
  const secrets = [newSecret(), newSecret()];
  const headers = await signedHeaders(MESSAGE, secrets, Date.now());
  for (const secret of secrets) {
    expect(new Webhook(secret).verify(MESSAGE.body, headers)).toEqual(JSON.parse(MESSAGE.body));
  }
  expect(() => new Webhook(newSecret()).verify(MESSAGE.body, headers)).toThrow();
  expect(() => new Webhook(secrets[0] ?? '').verify(`${MESSAGE.body} `, headers)).toThrow();
});

test('an old message is refused by the library, since its time is signed', async () => {
  const secret = newSecret();
  const headers = await signedHeaders(MESSAGE, [secret], Date.now() - 600_000);
  expect(() => new Webhook(secret).verify(MESSAGE.body, headers)).toThrow(/timestamp/i);
});
