import { beforeAll, describe, expect, it } from 'vitest';
import { createIdentity } from '../../editor/src/identity/identity.ts';
import { createMemoryStorage, type TextStorage } from '../../editor/src/identity/text-storage.ts';
import { frameworkOfItems } from '../../editor/src/outline/create-framework.ts';
import { type FrameworkDocument, openDocument } from '../../editor/src/outline/document.ts';
import { createOutlineStorage } from '../../editor/src/outline/outline-storage.ts';
import { listedIds } from '../../editor/src/outline/state.ts';
import { createService } from '../../editor/src/service/service.ts';
import { offlineError, ServiceError } from '../../editor/src/service/service-error.ts';
import { createWriter, type WritingService } from '../../editor/src/service/writer.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { useServer } from '../support/use-server.ts';

describe('a framework that is being edited', () => {
  const { server } = useServer();
  let service: WritingService;
  let owner = '';

  beforeAll(async () => {
    const identity = await createIdentity('Ada');
    owner = identity.publicPem;
    service = createWriter(
      createService({ base: server.api, keys: () => [identity.key] }),
      'outline',
      async () => owner,
    );
  });

  /** A framework with the competencies Knead and Bake. @returns its id and theirs */
  async function framework(): Promise<readonly [string, string, string]> {
    const items = ['Knead', 'Bake'].map((name) => ({ fields: { name }, children: [] }));
    const { frameworkId, objects } = frameworkOfItems(server.api, items, { name: 'Bread', language: 'en', owner });
    expect(await service.putMany([...objects.values()])).toEqual([]);
    const [knead = '', bake = ''] = listedIds(objects.get(frameworkId) ?? {}, 'competency');
    return [frameworkId, knead, bake];
  }

  /** Opens it as a page of a browser with this storage does. Saves when the test says so. */
  function open(
    id: string,
    texts: TextStorage = createMemoryStorage(),
    used: Partial<WritingService> = {},
  ): Promise<FrameworkDocument> {
    const storage = createOutlineStorage(texts, id);
    return openDocument(id, { service: { ...service, ...used }, storage, owners: () => [owner], saveDelayMs: 3e6 });
  }

  const stored = async (id: string): Promise<JsonObject> => (await service.read(id)).object;
  const named = (document: FrameworkDocument, id: string) => document.getSnapshot().state.objects.get(id)?.['name'];
  const listed = (document: FrameworkDocument) => document.getSnapshot().state.tree.roots;
  const edit = (document: FrameworkDocument, id: string, fields: JsonObject) =>
    document.run({ kind: 'edit', id, fields });

  const away = async (): Promise<never> => {
    throw offlineError();
  };

  it('keeps what is typed while a save takes long, also when the page is closed then', async () => {
    const [id, knead] = await framework();
    const texts = createMemoryStorage();
    let isSent = false;
    const save = (): Promise<never> => {
      isSent = true;
      return new Promise(() => undefined);
    };
    const page = await open(id, texts, { save });
    edit(page, knead, { name: 'Knead well' });
    void page.flush();
    await expect.poll(() => isSent).toBe(true);
    edit(page, knead, { name: 'Knead very well' });
    page.close();
    const reloaded = await open(id, texts);
    expect(named(reloaded, knead)).toBe('Knead very well');
    expect(reloaded.undo()).toBe(true);
    reloaded.close();
  });

  it('shows what the view before is saving while it is opened', async () => {
    const [id, knead] = await framework();
    const texts = createMemoryStorage();
    const before = await open(id, texts);
    edit(before, knead, { name: 'Knead well' });
    const getMany: WritingService['getMany'] = async (...given) => {
      const read = await service.getMany(...given);
      await before.flush();
      return read;
    };
    const page = await open(id, texts, { getMany });
    expect(named(page, knead)).toBe('Knead well');
    for (const one of [before, page]) one.close();
  });

  it('saves although the browser has no room for what is not saved yet', async () => {
    const [id, knead] = await framework();
    const full = async (): Promise<never> => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    const page = await open(id, { ...createMemoryStorage(), set: full, remove: full });
    edit(page, knead, { name: 'Knead well' });
    await page.flush();
    expect(await stored(knead)).toMatchObject({ name: 'Knead well' });
    page.close();
  });

  it('asks again after a reload what the person had not decided', async () => {
    const [id, knead] = await framework();
    const texts = createMemoryStorage();
    const [ada, bob] = [await open(id, texts), await open(id)];
    edit(bob, knead, { name: 'Knead by hand' });
    await bob.flush();
    edit(ada, knead, { name: 'Knead by machine', description: 'Slowly' });
    await ada.flush();
    expect(ada.getSnapshot().save.status).toBe('conflict');
    ada.close();
    const reloaded = await open(id, texts);
    await reloaded.flush();
    expect(await stored(knead)).toMatchObject({ name: 'Knead by hand' });
    expect(reloaded.getSnapshot().save.conflicts).toMatchObject([
      { fields: [{ member: 'name', base: 'Knead', mine: 'Knead by machine', theirs: 'Knead by hand' }] },
    ]);
    reloaded.resolve(knead, 'mine', 'name');
    await reloaded.flush();
    expect(await stored(knead)).toMatchObject({ name: 'Knead by machine', description: 'Slowly' });
    for (const page of [bob, reloaded]) page.close();
  });

  it('decides one member of a conflict at a time', async () => {
    const [id, knead] = await framework();
    const [ada, bob] = [await open(id), await open(id)];
    edit(bob, knead, { name: 'Knead by hand', description: 'By Bob' });
    await bob.flush();
    edit(ada, knead, { name: 'Knead by machine', description: 'By Ada' });
    await ada.flush();
    ada.resolve(knead, 'theirs', 'name');
    await ada.flush();
    expect(await stored(knead)).toMatchObject({ name: 'Knead by hand', description: 'By Bob' });
    expect(ada.getSnapshot().save.conflicts).toMatchObject([{ fields: [{ member: 'description' }] }]);
    ada.resolve(knead, 'mine', 'description');
    await ada.flush();
    expect(await stored(knead)).toMatchObject({ name: 'Knead by hand', description: 'By Ada' });
    for (const page of [ada, bob]) page.close();
  });

  it('takes what others wrote, whole, after the person has deleted the competency that both changed', async () => {
    const [id, knead, bake] = await framework();
    const [ada, bob] = [await open(id), await open(id)];
    edit(bob, knead, { name: 'Knead by hand' });
    await bob.flush();
    edit(ada, knead, { name: 'Knead by machine' });
    await ada.flush();
    ada.run({ kind: 'delete', ids: [knead] });
    ada.resolve(knead, 'theirs', 'name');
    await ada.flush();
    expect(ada.getSnapshot().save).toMatchObject({ status: 'saved' });
    expect(listed(ada)).toEqual([bake, knead]);
    expect(await stored(knead)).toMatchObject({ '@type': 'Competency', name: 'Knead by hand' });
    for (const page of [ada, bob]) page.close();
  });

  it('brings back what others deleted, when the person wants to keep a change of it, also after a reload', async () => {
    const [id, knead, bake] = await framework();
    const texts = createMemoryStorage();
    const [ada, bob] = [await open(id, texts), await open(id)];
    edit(ada, knead, { name: 'Knead by machine' });
    edit(ada, bake, { name: 'Bake in the evening' });
    bob.run({ kind: 'delete', ids: [knead, bake] });
    await bob.flush();
    await ada.flush();
    await ada.changedElsewhere([id]);
    expect(ada.getSnapshot().save.conflicts).toHaveLength(2);
    ada.resolve(knead, 'mine', null);
    await ada.flush();
    expect(listed(ada)).toEqual([knead]);
    ada.close();
    const reloaded = await open(id, texts);
    expect(reloaded.getSnapshot().save.conflicts).toMatchObject([{ id: bake, theirs: null }]);
    reloaded.resolve(bake, 'mine', null);
    await reloaded.flush();
    const other = await open(id);
    expect(listed(other).map((one) => named(other, one))).toEqual(['Knead by machine', 'Bake in the evening']);
    for (const page of [bob, reloaded, other]) page.close();
  });

  it('keeps what a network answers with a page of its own, and saves it later', async () => {
    const [id, knead] = await framework();
    const fetch = async () => new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } });
    const without = createService({ base: server.api, keys: () => [], fetch });
    const network = createWriter(without, 'outline', async () => owner);
    let isSignedIn = false;
    const save: WritingService['save'] = (...given) => (isSignedIn ? service : network).save(...given);
    const page = await open(id, createMemoryStorage(), { save });
    edit(page, knead, { name: 'Knead well' });
    await page.flush();
    expect(page.getSnapshot().save.status).toBe('offline');
    isSignedIn = true;
    await page.flush();
    expect(await stored(knead)).toMatchObject({ name: 'Knead well' });
    page.close();
  });

  it('says why the service refuses new competencies, and does not call that offline', async () => {
    const [id] = await framework();
    const putMany = async (): Promise<never> => {
      throw new ServiceError(413, {});
    };
    const page = await open(id, createMemoryStorage(), { putMany });
    page.run({ kind: 'add', place: { parent: null, after: null }, items: [{ fields: { name: 'Eat' }, children: [] }] });
    await page.flush();
    expect(page.getSnapshot().save).toMatchObject({ status: 'refused', refusals: [{ error: { kind: 'too-large' } }] });
    page.close();
  });

  it('reads what others changed later, when it cannot be read at once', async () => {
    const [id, knead] = await framework();
    let reads = 0;
    const getMany: WritingService['getMany'] = (...given) => (reads++ === 1 ? away() : service.getMany(...given));
    const [ada, bob] = [await open(id, createMemoryStorage(), { getMany }), await open(id)];
    edit(bob, knead, { name: 'Knead by hand' });
    await bob.flush();
    await ada.changedElsewhere([knead]);
    await ada.flush();
    expect(named(ada, knead)).toBe('Knead by hand');
    for (const page of [ada, bob]) page.close();
  });

  it('keeps what another page of the browser has not sent yet', async () => {
    const [id, knead, bake] = await framework();
    const texts = createMemoryStorage();
    const [one, other] = [await open(id, texts, { save: away }), await open(id, texts)];
    edit(one, knead, { name: 'Knead well' });
    await one.flush();
    edit(other, bake, { name: 'Bake well' });
    await other.flush();
    for (const page of [one, other]) page.close();
    const reloaded = await open(id, texts);
    expect([named(reloaded, knead), named(reloaded, bake)]).toEqual(['Knead well', 'Bake well']);
    await reloaded.flush();
    expect(await stored(knead)).toMatchObject({ name: 'Knead well' });
    reloaded.close();
    expect(await createOutlineStorage(texts, id).loadPending()).toEqual([]);
  });

  it('keeps the newest text, without a question, when the answer to a save is lost on the way', async () => {
    const [id, knead] = await framework();
    const texts = createMemoryStorage();
    const save: WritingService['save'] = (...given) => service.save(...given).then(away);
    const page = await open(id, texts, { save });
    edit(page, knead, { name: 'Knead w' });
    await page.flush();
    edit(page, knead, { name: 'Knead well' });
    await page.changedElsewhere([knead]);
    expect(page.getSnapshot().save.conflicts).toEqual([]);
    page.close();
    const reloaded = await open(id, texts);
    await reloaded.flush();
    expect(reloaded.getSnapshot().save).toMatchObject({ status: 'saved', conflicts: [] });
    expect(await stored(knead)).toMatchObject({ name: 'Knead well' });
    reloaded.close();
  });
});
