import { expect, it } from 'vitest';
import { loadClient, managerOf, newIdentity, newThing, useSession } from './client.ts';

const client = loadClient();
const { EcPk, EcPpk, EcRekeyRequest, EcRemoteLinkedData, EcRepository } = client;
const session = useSession(client);

it('H10 init negotiates the clock, the hash algorithm, the request size and the admin keys', async () => {
  const { server } = session();
  const pings: string[] = [];
  const repo = new EcRepository();
  await repo.init(server.api, null, null, (ping) => pings.push(ping.ping));
  expect(pings).toEqual(['pong']);
  expect(repo.signatureSheetHashAlgorithm).toBe('SHA-256');
  expect(Math.abs(repo.timeOffset)).toBeLessThan(60_000);
  expect(repo.postMaxSize).toBeGreaterThan(1_000_000);
  expect(repo.adminKeys).toHaveLength(1);
  expect(EcPk.fromPem(repo.adminKeys?.[0] ?? '').fingerprint()).toMatch(/^[0-9a-f]{32}$/);
  EcRepository.repos.splice(EcRepository.repos.indexOf(repo), 1);
});

it('H10 an identity manager finds the private key that belongs to a public one', async () => {
  const { me, other } = session();
  const manager = managerOf(client, me, other);
  const again = EcPk.fromPem(other.ppk.toPk().toPem());
  expect(manager.getPpk(again)?.toPem()).toBe(other.ppk.toPem());
  expect(manager.getIdentity(again)?.displayName).toBe('Somebody else');
  expect(EcPpk.fromPem(me.ppk.toPem()).toPk().fingerprint()).toBe(me.ppk.toPk().fingerprint());
});

it('H10 a sheet of several identities proves each of them', async () => {
  const { repo, me, other } = session();
  const both = managerOf(client, me, other);
  for (const owner of [me, other]) {
    const thing = newThing(client, repo, 'Owned by one of two', owner);
    await repo.saveTo(thing, null, null, both);
    thing.setName('Changed by one of two');
    await repo.saveTo(thing, null, null, both);
    expect((await EcRepository.get(thing.shortId(), null, null, repo)).getName()).toBe('Changed by one of two');
  }
});

it.each(['SHA-1', 'SHA-256'] as const)('H10 a sheet signed with %s proves the owner', async (algorithm) => {
  const { repo, me } = session();
  const negotiated = repo.signatureSheetHashAlgorithm;
  repo.signatureSheetHashAlgorithm = algorithm;
  try {
    const thing = newThing(client, repo, 'First', me);
    await repo.saveTo(thing);
    thing.setName('Second');
    await repo.saveTo(thing);
    expect((await EcRepository.get(thing.shortId(), null, null, repo)).getName()).toBe('Second');
  } finally {
    repo.signatureSheetHashAlgorithm = negotiated;
  }
});

it('H10 signatures of the client verify after a round trip through the server', async () => {
  const { repo, me } = session();
  const thing = newThing(client, repo, 'Signed: ünïcödé, "quotes" and \\ too', me);
  thing.squirrel = { fur: 'brown', teeth: [1, 2.5, null], nested: { deep: true } };
  await repo.saveTo(thing);
  const found = await EcRepository.get(thing.shortId(), null, null, repo);
  expect(found.signatureSha256).toHaveLength(1);
  expect(await found.verify()).toBe(true);
});

it('H10 a rekey request is found at the next init and forwards the old key to the new one', async () => {
  const { server, repo } = session();
  const before = await newIdentity(client, 'Before');
  const after = await newIdentity(client, 'After');
  const request = await EcRekeyRequest.generateRekeyRequest(server.api, before.ppk, after.ppk);
  await repo.saveTo(request, null, null, managerOf(client, after));

  const later = new EcRepository();
  await later.init(server.api);
  EcRepository.repos.splice(EcRepository.repos.indexOf(later), 1);
  expect(EcRemoteLinkedData.forwardingTable[before.ppk.toPk().toPem()]).toBe(after.ppk.toPk().toPem());
});
