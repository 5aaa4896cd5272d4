import { beforeAll, describe, expect, it } from 'vitest';
import { createIdentity, type Identity } from '../../editor/src/identity/identity.ts';
import { createVault } from '../../editor/src/identity/vault.ts';
import { copyFramework } from '../../editor/src/outline/create-framework.ts';
import { deleteFramework, partsToDelete, undoDeletion } from '../../editor/src/outline/delete-framework.ts';
import { type Loaded, loadFramework } from '../../editor/src/outline/load.ts';
import { frameworkOf, listedIds } from '../../editor/src/outline/state.ts';
import { createService } from '../../editor/src/service/service.ts';
import { createWriter, type WritingService } from '../../editor/src/service/writer.ts';
import { withAccess } from '../../editor/src/sharing/access.ts';
import { SERVICE_CONTEXT } from '../../shared/exchange/frameworks/vocabulary.ts';
import { isEncryptedValue } from '../../shared/repository/access/kbac-types.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { useServer } from '../support/use-server.ts';

describe('a whole framework', () => {
  const { server } = useServer();
  let ada: Identity;
  let service: WritingService;
  let vault: ReturnType<typeof createVault>;
  const running = new AbortController();

  beforeAll(async () => {
    ada = await createIdentity('Ada');
    vault = createVault(() => [ada.key]);
    service = createWriter(createService({ base: server.api, keys: () => [ada.key] }), 'outline', async () => '');
  });

  const idOf = (type: string, name: string): string => `${server.api}data/schema.cassproject.org.0.4.${type}/${name}`;
  const objectOf = (type: string, name: string, rest: JsonObject): JsonObject => ({
    '@context': SERVICE_CONTEXT,
    '@type': type,
    '@id': idOf(type, name),
    ...rest,
  });

  /** Saves a framework with two competencies and parts of every kind. @param name begins the ids */
  async function framework(name: string, isPrivate = false): Promise<string> {
    const [knead, bake] = [idOf('Competency', `${name}-knead`), idOf('Competency', `${name}-bake`)];
    const relations = [
      objectOf('Relation', `${name}-below`, { source: knead, target: bake, relationType: 'narrows' }),
      objectOf('Relation', `${name}-out`, { source: bake, target: 'https://a.example/x', relationType: 'requires' }),
    ];
    const level = objectOf('Level', `${name}-level`, { competency: bake, title: 'Expert' });
    const rule = objectOf('RollupRule', `${name}-rule`, { competency: bake, rule: `[competency:"${knead}/1"]` });
    const objects = [
      objectOf('Competency', `${name}-knead`, { name: 'Knead' }),
      objectOf('Competency', `${name}-bake`, { name: 'Bake', 'ceasn:codedNotation': 'B' }),
      ...relations,
      level,
      rule,
      objectOf('Framework', name, {
        name: 'Bread',
        description: 'All of it',
        competency: [knead, `${bake}/5`],
        relation: relations.map((one) => one['@id'] ?? ''),
        level: [level['@id'] ?? ''],
        rollupRule: [rule['@id'] ?? '', idOf('RollupRule', 'missing')],
      }),
    ];
    const access = { isPrivate, owners: [ada.key.publicKey], readers: [] };
    expect(await service.putMany(await Promise.all(objects.map((one) => withAccess(one, access))))).toEqual([]);
    return idOf('Framework', name);
  }

  const load = (id: string): Promise<Loaded> => loadFramework(service, id, vault);

  it.each([false, true])(
    'is copied with all of its parts, which refer to each other (private: %s)',
    async (isPrivate) => {
      const original = await load(await framework(`copied-${isPrivate}`, isPrivate));
      const begin = { name: 'Copy of Bread', language: 'en', owner: ada.publicPem };
      const { state, stored } = await load(await copyFramework(service, original.state, begin));
      expect([...stored.values()].map(isEncryptedValue)).toEqual(Array(7).fill(isPrivate));
      const copy = frameworkOf(state);
      expect(copy).toMatchObject({ description: 'All of it', name: { '@language': 'en', '@value': 'Copy of Bread' } });
      const [knead = '', bake = ''] = listedIds(copy, 'competency');
      expect(state.objects.get(bake)).toMatchObject({ name: 'Bake', 'ceasn:codedNotation': 'B' });
      expect(state.tree).toMatchObject({ roots: [bake] });
      expect(state.tree.children.get(bake)).toEqual([knead]);
      const partsIn = (list: string) => listedIds(copy, list).map((id) => state.objects.get(id));
      expect(partsIn('relation')).toMatchObject([{ source: knead, target: bake }, { target: 'https://a.example/x' }]);
      expect(partsIn('level')).toMatchObject([{ competency: bake, title: 'Expert' }]);
      expect(partsIn('rollupRule')).toMatchObject([{ competency: bake, rule: `[competency:"${knead}"]` }]);
      expect([...state.objects.keys()].some((id) => original.state.objects.has(id))).toBe(false);
    },
  );

  it('is deleted without what other frameworks list, and is back as it was by undo', async () => {
    const id = await framework('deleted');
    const knead = idOf('Competency', 'deleted-knead');
    await service.save(idOf('Framework', 'other'), objectOf('Framework', 'other', { competency: [knead] }), 'new');
    const before = await load(id);
    const parts = await partsToDelete(service, before.state, running.signal);
    expect(parts.shared).toEqual([knead]);
    expect(parts.gone).toHaveLength(5);
    const { deleted, failed } = await deleteFramework(service, id, parts.gone);
    expect(failed).toEqual([]);
    await expect(service.read(id)).rejects.toMatchObject({ kind: 'not-found' });
    expect((await service.getMany([...parts.gone, knead])).map((one) => one['name'])).toEqual(['Knead']);
    await undoDeletion(service, deleted);
    const { state, missing } = await load(id);
    expect(missing).toEqual(before.missing);
    expect(state.tree).toEqual(before.state.tree);
  });

  it('stays with all of its parts if the service refuses to delete it', async () => {
    const id = await framework('kept');
    const { state } = await load(id);
    const { gone } = await partsToDelete(service, state, running.signal);
    const stranger = createWriter(createService({ base: server.api, keys: () => [] }), 'outline', async () => '');
    await expect(deleteFramework(stranger, id, gone)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect((await load(id)).state.objects.size).toBe(7);
  });
});
