import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { md5 } from '../support/things.ts';
import { hasOwnServer, loadClient, useSession } from './client.ts';
import type { Competency, Framework } from './client-types.ts';

const client = loadClient();
const { EcAlignment, EcCompetency, EcFramework, EcRepository } = client;
const session = useSession(client);

/** Another instance, which may fetch from the instance of the session. */
let target: TestServer;

beforeAll(async () => {
  if (hasOwnServer) target = await startServer({ FETCH_ALLOW_LIST: `${session().server.url.replace(/\/$/, '')}/*` });
});
afterAll(() => target?.dispose());

/** A framework of three competencies: two narrow the first, and the last of them requires the one before. */
async function saveFramework(name: string): Promise<{ framework: Framework; competencies: readonly Competency[] }> {
  const { repo, me } = session();
  const framework = new EcFramework();
  const competencies = Array.from({ length: 3 }, () => new EcCompetency());
  const relations = Array.from({ length: 3 }, () => new EcAlignment());
  for (const object of [framework, ...competencies, ...relations]) {
    object.generateId(repo.selectedServer);
    object.addOwner(me.ppk.toPk());
  }
  framework.setName(name);
  for (const [index, one] of competencies.entries()) {
    one.setName(`${name} ${index}`);
    framework.addCompetency(one.shortId());
  }
  const ids = competencies.map((one) => one.shortId()) as [string, string, string];
  const ends = [
    [ids[1], ids[0], 'narrows'],
    [ids[2], ids[0], 'narrows'],
    [ids[2], ids[1], 'requires'],
  ] as const;
  for (const [index, [source, to, type]] of ends.entries()) {
    const relation = relations[index];
    if (relation === undefined) continue;
    Object.assign(relation, { source, target: to, relationType: type });
    framework.addRelation(relation.shortId());
  }
  await repo.multiput([framework, ...competencies, ...relations]);
  return { framework, competencies };
}

const lastSegment = (id: string): string => id.split('/').at(-1) ?? '';

it('the addresses that the editor opens for an export return the package and the item', async () => {
  const { server } = session();
  const { framework, competencies } = await saveFramework('Boats');
  const { call } = createClient(server);
  for (const name of [lastSegment(framework.shortId()), md5({ '@id': framework.shortId() })]) {
    const { CFDocument, CFItems } = (await call(`/api/ims/case/v1p0/CFPackages/${name}`)).json();
    expect([CFDocument.title, CFItems.length]).toEqual(['Boats', 3]);
  }
  const [first] = competencies;
  const item = (await call(`/api/ims/case/v1p0/CFItems/${lastSegment(first?.shortId() ?? '')}`)).json();
  expect(item).toMatchObject({ fullStatement: 'Boats 0', CFDocumentURI: { title: 'Boats' } });
});

describe.runIf(hasOwnServer)('a framework of another instance', () => {
  it('A10 is chosen from its documents, harvested, and loaded as a framework, with all that belongs to it', async () => {
    const { server } = session();
    await saveFramework('Ships');
    const { call } = createClient(target);
    const docs = (await call(`/api/ims/case/getDocs?url=${encodeURIComponent(server.api)}`)).json();
    const chosen = docs.CFDocuments.find((one: { title: string }) => one.title === 'Ships');
    const query = new URLSearchParams({ caseEndpoint: server.api, dId: chosen.identifier });
    const harvested = (await call(`/api/ims/case/harvest?${query}`, { form: { owner: '' } })).json();
    expect(harvested).toMatchObject({ frameworks: [chosen.uri], failed: [], losses: [] });
    const repo = new EcRepository();
    await repo.init(target.api);
    const framework = await EcFramework.get(chosen.uri, null, null, repo);
    if (framework === null) throw new Error('The framework is not there.');
    expect([framework.getName(), framework.competency?.length]).toEqual(['Ships', 3]);
    const path = (api: string, name: string) => `${api}ims/case/v1p0/CFPackages/${name}`;
    const there = (await call(path(server.api, chosen.identifier))).json();
    const here = (await call(path(target.api, md5({ '@id': chosen.uri })))).json();
    expect(contentsOf(here)).toEqual(contentsOf(there));
    expect(contentsOf(there).associations).toHaveLength(4);
  });

  it('is brought up to date by another harvest, which saves only what changed', async () => {
    const { server, repo } = session();
    const { framework, competencies } = await saveFramework('Rafts');
    const { call } = createClient(target);
    const query = new URLSearchParams({ caseEndpoint: server.api, dId: lastSegment(framework.shortId()) });
    const harvest = async () => (await call(`/api/ims/case/harvest?${query}`, { form: { owner: '' } })).json();
    expect(await harvest()).toMatchObject({ failed: [], unchanged: 0 });
    expect(await harvest()).toMatchObject({ failed: [], saved: 0 });
    const [, changed] = competencies;
    if (changed === undefined) throw new Error('There is no such competency.');
    changed.setName('Rafts, changed');
    await repo.multiput([changed]);
    expect(await harvest()).toMatchObject({ failed: [], saved: 1, removed: 0 });
  });
});

type Part = { readonly [name: string]: unknown };

/** The contents of a package, without addresses and the ids of relations. */
function contentsOf(value: { CFItems: Part[]; CFAssociations: Part[] }) {
  const titleOf = (link: unknown): unknown => (link as { title: unknown }).title;
  return {
    items: value.CFItems.map(({ identifier, fullStatement }) => [identifier, fullStatement]),
    associations: value.CFAssociations.map((one) =>
      [one.associationType, titleOf(one.originNodeURI), titleOf(one.destinationNodeURI), one.sequenceNumber].join(' '),
    ).sort(),
  };
}
