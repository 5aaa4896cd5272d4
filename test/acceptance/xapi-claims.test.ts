import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { importPrivateKey } from '../../shared/base/crypto/private-key.ts';
import { sheet } from '../support/signer.ts';
import { guid, newThing } from '../support/things.ts';
import { bearer, JWT_MODE } from '../support/tokens.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer(JWT_MODE);

/** An assertion of a statement about somebody who is not registered. */
async function newAssertion(actor: object): Promise<string> {
  const competency = newThing(server, {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Competency',
    name: 'Welding',
    '@id': `https://example.org/competency/${randomUUID()}`,
  });
  await client.save(competency);
  const statement = {
    id: randomUUID(),
    actor,
    verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
    object: { id: competency['@id'] },
    result: { success: true },
  };
  const answer = await client.call('/api/xapi/statements', { json: [statement] });
  return `/api/data/${guid({ '@id': answer.json()[0].assertions[0] })}`;
}

const newAddress = () => `learner-${randomUUID()}@example.org`;

test('a user whose mailbox is verified can read what statements said of it before, decrypted, with the personal key too', async () => {
  const email = newAddress();
  const path = await newAssertion({ mbox: `mailto:${email}` });
  const user = await bearer('learner', { email: email.toUpperCase(), email_verified: true });
  const read = await client.call(path, { headers: user });
  expect(read).toMatchObject({ status: 200 });
  expect(read.json().subject).toHaveProperty('decryptedSecret');
  const { privateKey: pem } = (await client.call('/api/sky/id/keys', { headers: user })).json();
  const privateKey = await importPrivateKey(pem);
  const own = await sheet(server.api, [{ privateKey, privatePem: pem, pem: privateKey.publicKey.pem }]);
  expect((await client.call(path, { sheet: own })).status).toBe(200);
});

test('so can one whose mailbox statements name by its digest', async () => {
  const digest = 'f3431ac6be86cd9f2babd9e9af474a5f7224488e';
  const path = await newAssertion({ mbox_sha1sum: digest });
  const user = await bearer('hashed', { email: 'hashed@example.org', email_verified: true });
  expect((await client.call(path, { headers: user })).status).toBe(200);
});

test('nobody else can: neither with an address that is not verified, nor after another user has claimed it', async () => {
  const email = newAddress();
  const path = await newAssertion({ mbox: `mailto:${email}` });
  const unverified = await bearer('unverified', { email, email_verified: false });
  const other = await bearer('other', { email: `x${email}`, email_verified: true });
  for (const headers of [unverified, other]) expect((await client.call(path, { headers })).status).toBe(404);
  const first = await bearer('first', { email, email_verified: true });
  expect((await client.call(path, { headers: first })).status).toBe(200);
  const second = await bearer('second', { email, email_verified: true });
  expect((await client.call(path, { headers: second })).status).toBe(404);
});
