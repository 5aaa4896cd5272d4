import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeRekeyRequest } from '../../shared/repository/access/testing/rekey.ts';
import { createClient, type Thing } from './client.ts';
import type { TestServer } from './server.ts';
import { person, sheet } from './signer.ts';
import { SOON } from './subscriber.ts';

/**
 * Tests two instances of a service on one store: the rights of a key at one after it was replaced at the other.
 *
 * @param signedFor the address that signature sheets for an instance name
 */
export function describeForwardedKeys(
  instances: () => readonly [TestServer, TestServer],
  signedFor: (server: TestServer) => string = ({ api }) => api,
): void {
  test('A6 a key that is replaced at one instance has no rights at the other within seconds, nor the new key when the request is deleted', async () => {
    const [first, second] = instances();
    const [old, next] = await Promise.all([person(), person()]);
    const newId = () => `https://elsewhere.example/${randomUUID()}`;
    const thing: Thing = { '@context': 'https://schema.org', '@type': 'Thing', '@id': newId(), name: 'mine' };
    const request: Thing = { ...(await makeRekeyRequest(old.privateKey, next.privateKey)), '@id': newId() };

    /** The responses to the old key and the new one when they read an object that only the old one may read. */
    async function statuses(server: TestServer): Promise<readonly number[]> {
      const calls = [old, next].map(async (one) => {
        const own = await sheet(signedFor(server), [one]);
        return (await createClient(server).call(pathOf(thing), { sheet: own })).status;
      });
      return Promise.all(calls);
    }

    const ofOld = await sheet(signedFor(first), [old]);
    await createClient(first).save({ ...thing, '@owner': [old.pem], '@reader': [old.pem] }, ofOld);
    expect(await statuses(second)).toEqual([200, 404]);

    await createClient(first).save(request, await sheet(signedFor(first), [next]));
    expect(await statuses(first)).toEqual([404, 200]);
    await expect.poll(() => statuses(second), SOON).toEqual([404, 200]);

    const ofNext = await sheet(signedFor(second), [next]);
    const deleted = await createClient(second).call(pathOf(request), { method: 'DELETE', sheet: ofNext });
    expect(deleted.status).toBe(200);
    expect(await statuses(second)).toEqual([200, 404]);
    await expect.poll(() => statuses(first), SOON).toEqual([200, 404]);
  });
}

function pathOf(thing: Thing): string {
  return `/api/data/${createHash('md5').update(thing['@id']).digest('hex')}`;
}
