import { expect, it } from 'vitest';
import { loadClient, useSession } from './client.ts';
import type { Competency, Framework } from './client-types.ts';

const client = loadClient();
const { EcAlignment, EcCompetency, EcEncryptedValue, EcFramework, EcFrameworkGraph } = client;
const session = useSession(client);

/** A framework of a competency with nine parts, each narrowing it, saved in one batch. */
async function saveFramework(encrypt: boolean): Promise<Framework> {
  const { repo, me } = session();
  const framework = new EcFramework();
  const parts = Array.from({ length: 10 }, () => new EcCompetency());
  const relations = parts.slice(1).map(() => new EcAlignment());
  const batch = [framework, ...parts, ...relations];
  for (const object of batch) {
    object.generateId(repo.selectedServer);
    object.addOwner(me.ppk.toPk());
    EcEncryptedValue.encryptOnSave(object.shortId(), encrypt);
  }
  framework.setName('Boats');
  const [whole] = parts as [Competency];
  for (const [index, part] of parts.entries()) {
    part.setName(`Part ${index}`);
    framework.addCompetency(part.id);
  }
  for (const [index, relation] of relations.entries()) {
    relation.source = parts[index + 1]?.shortId() ?? '';
    relation.target = whole.shortId();
    relation.relationType = 'narrows';
    framework.addRelation(relation.id);
  }
  await repo.multiput(batch);
  return framework;
}

it.each([
  ['plain', false],
  ['encrypted', true],
])('H10 a framework graph loads all competencies and relations of a framework: %s', async (_, encrypt) => {
  const { repo } = session();
  const { id } = await saveFramework(encrypt);
  const framework = await EcFramework.get(id, null, null, repo);
  if (framework === null) throw new Error('The framework is not there.');
  const graph = new EcFrameworkGraph();
  await new Promise<void>((resolve, reject) => {
    graph.addFramework(framework, repo, resolve, reject).catch(reject);
  });
  expect(graph.getVertexCount()).toBe(10);
  expect(graph.getEdgeCount()).toBe(9);
});
