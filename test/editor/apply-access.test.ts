import { beforeAll, describe, expect, it } from 'vitest';
import { alignComments, loadComments, saveComment } from '../../editor/src/comments/stored-comments.ts';
import { createIdentity, type Identity } from '../../editor/src/identity/identity.ts';
import { createMemoryStorage } from '../../editor/src/identity/text-storage.ts';
import { createVault } from '../../editor/src/identity/vault.ts';
import { frameworkOfItems } from '../../editor/src/outline/create-framework.ts';
import { openDocument } from '../../editor/src/outline/document.ts';
import type { Vault } from '../../editor/src/outline/load.ts';
import { createOutlineStorage } from '../../editor/src/outline/outline-storage.ts';
import { listedIds } from '../../editor/src/outline/state.ts';
import { loadScheme } from '../../editor/src/schemes/load-scheme.ts';
import { newConcept, newScheme } from '../../editor/src/schemes/new-scheme.ts';
import { createService } from '../../editor/src/service/service.ts';
import { createWriter, type WritingService } from '../../editor/src/service/writer.ts';
import { type Access, accessOf, withAccess } from '../../editor/src/sharing/access.ts';
import { type ApplyOptions, applyAccess } from '../../editor/src/sharing/apply-access.ts';
import { SERVICE_CONTEXT } from '../../shared/exchange/frameworks/vocabulary.ts';
import { isEncryptedValue } from '../../shared/repository/access/kbac-types.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { useServer } from '../support/use-server.ts';

const QUIET: ApplyOptions = { progress: () => undefined, mine: new Set() };

type Person = { readonly identity: Identity; readonly service: WritingService; readonly vault: Vault };

describe('a change of who may read and change a framework', () => {
  const { server } = useServer();
  let people: readonly Person[] = [];

  async function person(name: string): Promise<Person> {
    const identity = await createIdentity(name);
    const keys = () => [identity.key];
    const service = createWriter(createService({ base: server.api, keys }), 'access', async () => identity.publicPem);
    return { identity, service, vault: createVault(keys) };
  }

  beforeAll(async () => {
    people = await Promise.all(['Ada', 'Bob', 'Eve'].map(person));
  });

  const at = (index: number): Person => {
    const found = people[index];
    if (found === undefined) throw new Error('There are people only in tests.');
    return found;
  };
  const accessOfThese = (isPrivate: boolean, owners: readonly Person[], readers: readonly Person[] = []): Access => ({
    isPrivate,
    owners: owners.map(({ identity }) => identity.key.publicKey),
    readers: readers.map(({ identity }) => identity.key.publicKey),
  });

  /** A public framework of these owners with two competencies. @returns its id and theirs */
  async function framework(...owners: readonly Person[]): Promise<readonly [string, string, string]> {
    const { frameworkId, objects } = frameworkOfItems(
      server.api,
      ['Knead', 'Bake'].map((name) => ({ fields: { name }, children: [] })),
      { name: 'Bread', language: 'en', owner: at(0).identity.publicPem },
    );
    const access = accessOfThese(false, owners);
    const shared = await Promise.all([...objects.values()].map((object) => withAccess(object, access)));
    expect(await at(0).service.putMany(shared)).toEqual([]);
    const parts = listedIds(objects.get(frameworkId) ?? {}, 'competency');
    return [frameworkId, parts[0] ?? '', parts[1] ?? ''];
  }

  /** Changes an object as another person's editor does: reads it, and saves it if it has not changed since. */
  async function edit({ service, vault }: Person, id: string, changes: JsonObject): Promise<void> {
    const { object, etag } = await service.read(id);
    const opened = await vault.open(object);
    if (opened === null || etag === null) throw new Error('The object cannot be read.');
    await service.save(id, await vault.seal({ ...opened, ...changes }, object), { etag });
  }

  /** A service where another person acts just before each save of an object. */
  function busy(service: WritingService, id: string, meanwhile: (save: number) => Promise<void>): WritingService {
    let saves = 0;
    return {
      ...service,
      save: async (shortId, ...more) => {
        if (shortId === id) await meanwhile(++saves);
        return service.save(shortId, ...more);
      },
      saveMany: async (items, ...more) => {
        if (items.some(({ object }) => object['@id'] === id)) await meanwhile(++saves);
        return service.saveMany(items, ...more);
      },
    };
  }

  /** Acts before the first save only. */
  const once = (action: () => Promise<void>) => async (save: number) => (save === 1 ? action() : undefined);

  async function opened({ service, vault }: Person, id: string): Promise<JsonObject> {
    const { object } = await service.read(id);
    expect(isEncryptedValue(object)).toBe(true);
    return (await vault.open(object)) ?? {};
  }

  it('re-encrypts the comments of the person, and leaves those of others to their writers', async () => {
    const [ada, bob, eve] = [at(0), at(1), at(2)];
    const [id, knead] = await framework(ada);
    for (const writer of [ada, bob]) {
      const comment = { frameworkId: id, about: knead, text: `Said by ${writer.identity.name}` };
      await saveComment(writer.service, comment, writer.identity.publicPem);
    }
    const secret = accessOfThese(true, [ada], [bob]);
    const own = { ...QUIET, mine: new Set([ada.identity.id]) };
    const change = { before: accessOfThese(false, [ada]), after: secret };
    expect(await applyAccess(ada.service, ada.vault, id, change, own)).toEqual([]);
    const commentsFor = async ({ service, vault }: Person) => {
      const found = await loadComments(service, vault, id);
      return found.map(({ text, stored }) => `${text} ${isEncryptedValue(stored) ? 'privately' : 'publicly'}`).sort();
    };
    expect(await commentsFor(bob)).toEqual(['Said by Ada privately', 'Said by Bob publicly']);
    expect(await commentsFor(eve)).toEqual(['Said by Bob publicly']);

    const align = async (person: Person) => {
      const comments = await loadComments(person.service, person.vault, id);
      const access = accessOf((await person.service.read(id)).object);
      return alignComments(person.service, person.vault, comments, access, new Set([person.identity.id]));
    };
    expect(await align(bob)).toBe(1);
    expect(await align(bob)).toBe(0);
    expect(await commentsFor(eve)).toEqual([]);
    expect(await commentsFor(ada)).toEqual(['Said by Ada privately', 'Said by Bob privately']);

    const back = { before: secret, after: accessOfThese(false, [ada]) };
    expect(await applyAccess(ada.service, ada.vault, id, back, own)).toEqual([]);
    expect(await align(bob)).toBe(0);
    expect(await commentsFor(eve)).toEqual(['Said by Ada publicly']);
  });

  it('makes a vocabulary private with terms that only name it, or only their broader term', async () => {
    const [ada, bob] = [at(0), at(1)];
    const owner = ada.identity.publicPem;
    const maker = { base: server.api, now: () => '2026-01-01T00:00:00Z' };
    const scheme = newScheme('Tools', 'en', owner, maker);
    const id = String(scheme['@id']);
    const concept = (name: string, links: JsonObject): JsonObject => ({
      ...newConcept(scheme, id, { 'skos:prefLabel': name }, maker),
      ...links,
    });
    const saw = concept('Saw', {});
    const jigsaw = concept('Jigsaw', { 'skos:broader': String(saw['@id']) });
    expect(await ada.service.putMany([saw, jigsaw, scheme])).toEqual([]);
    const change = { before: accessOfThese(false, [ada]), after: accessOfThese(true, [ada], [bob]) };
    expect(await applyAccess(ada.service, ada.vault, id, change, QUIET)).toEqual([]);
    const { state, stored } = await loadScheme(bob.service, id, bob.vault);
    expect(state.tree.roots).toEqual([saw['@id']]);
    expect(state.tree.children.get(String(saw['@id']))).toEqual([jigsaw['@id']]);
    expect([...stored.values()].map(isEncryptedValue)).toEqual([true, true, true]);
    await expect(loadScheme(at(2).service, id, at(2).vault)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('keeps what others write to its parts in between', async () => {
    const [ada, bob] = [at(0), at(1)];
    const [id, knead, bake] = await framework(ada, bob);
    const service = busy(
      ada.service,
      knead,
      once(() => edit(bob, knead, { name: 'Knead by hand' })),
    );
    const change = { before: accessOfThese(false, [ada, bob]), after: accessOfThese(true, [ada, bob]) };
    expect(await applyAccess(service, ada.vault, id, change, QUIET)).toEqual([]);
    expect(await opened(bob, knead)).toMatchObject({ name: 'Knead by hand' });
    expect(await opened(bob, bake)).toMatchObject({ name: 'Bake' });
  });

  it('keeps, and covers, what others add to the framework in between', async () => {
    const [ada, bob] = [at(0), at(1)];
    const [id, knead, bake] = await framework(ada, bob);
    const added = `${server.api}data/schema.cassproject.org.0.4.Competency/${crypto.randomUUID()}`;
    const service = busy(
      ada.service,
      id,
      once(async () => {
        const cool = { '@id': added, '@type': 'Competency', '@context': SERVICE_CONTEXT, name: 'Cool' };
        await bob.service.save(added, { ...cool, '@owner': [ada, bob].map((one) => one.identity.publicPem) }, 'new');
        await edit(bob, id, { competency: [knead, bake, added] });
      }),
    );
    const change = { before: accessOfThese(false, [ada, bob]), after: accessOfThese(true, [ada, bob]) };
    expect(await applyAccess(service, ada.vault, id, change, QUIET)).toEqual([]);
    expect((await opened(bob, id))['competency']).toEqual([knead, bake, added]);
    expect(await opened(bob, added)).toMatchObject({ name: 'Cool' });
  });

  it('covers what others add while their page does not know yet that the framework is private', async () => {
    const [ada, bob] = [at(0), at(1)];
    const [id] = await framework(ada, bob);
    const document = await openDocument(id, {
      service: bob.service,
      vault: bob.vault,
      owners: () => [],
      saveDelayMs: 60_000,
      storage: createOutlineStorage(createMemoryStorage(), id),
    });
    const change = { before: accessOfThese(false, [ada, bob]), after: accessOfThese(true, [ada, bob]) };
    expect(await applyAccess(ada.service, ada.vault, id, change, QUIET)).toEqual([]);
    const cool = { fields: { name: 'Cool' }, children: [] };
    const [added = ''] = document.run({ kind: 'add', place: { parent: null, after: null }, items: [cool] }).added;
    await document.flush();
    document.close();
    expect((await opened(ada, id))['competency']).toContain(added);
    expect(await opened(ada, added)).toMatchObject({ name: 'Cool' });
    expect(document.getSnapshot().save.status).toBe('saved');
  });

  it('keeps the people whom others let in meanwhile', async () => {
    const [ada, bob, eve] = [at(0), at(1), at(2)];
    const [id, knead] = await framework(ada);
    const seen = accessOfThese(false, [ada]);
    await applyAccess(ada.service, ada.vault, id, { before: seen, after: accessOfThese(true, [ada], [eve]) }, QUIET);
    const change = { before: seen, after: accessOfThese(true, [ada], [bob]) };
    expect(await applyAccess(ada.service, ada.vault, id, change, QUIET)).toEqual([]);
    for (const part of [id, knead]) {
      const { readers } = accessOf((await ada.service.read(part)).object);
      expect(readers.map((key) => key.pem).toSorted()).toEqual(
        [bob, eve].map(({ identity }) => identity.key.publicKey.pem).toSorted(),
      );
    }
  });

  it('hands over parts once, also if the framework changes in between', async () => {
    const [ada, bob] = [at(0), at(1)];
    const [id, knead] = await framework(ada);
    const change = { before: accessOfThese(false, [ada]), after: accessOfThese(true, [bob]) };
    const service = busy(
      ada.service,
      id,
      once(() => edit(ada, id, { description: 'For beginners' })),
    );
    expect(await applyAccess(service, ada.vault, id, change, QUIET)).toEqual([]);
    expect(await opened(bob, id)).toMatchObject({ description: 'For beginners' });
    expect(await opened(bob, knead)).toMatchObject({ name: 'Knead' });
  });

  it('reports the parts that others own or keep changing, and completes when it is repeated', async () => {
    const [ada, bob, eve] = [at(0), at(1), at(2)];
    const [id, knead, bake] = await framework(ada);
    await edit(ada, bake, { '@owner': [eve.identity.publicPem] });
    const service = busy(ada.service, knead, (save) => edit(ada, knead, { description: `Draft ${save}` }));
    const change = { before: accessOfThese(false, [ada]), after: accessOfThese(false, [ada, bob]) };
    const refused = await applyAccess(service, ada.vault, id, change, QUIET);
    expect(new Map(refused.map((one) => [one.id, one.error?.code]))).toEqual(
      new Map([
        [knead, 'precondition-failed'],
        [bake, 'not-owner'],
      ]),
    );
    expect(refused.map(({ object }) => object?.['name']).toSorted()).toEqual(['Bake', 'Knead']);
    const left = await applyAccess(ada.service, ada.vault, id, change, QUIET);
    expect(left.map((one) => one.id)).toEqual([bake]);
    const { object } = await bob.service.read(knead);
    expect(object['description']).toMatch(/^Draft /);
    expect(accessOf(object)).toEqual(accessOfThese(false, [ada, bob]));
  });
});
