import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { md5Hex } from '../../base/crypto/md5.ts';
import { publicKey } from '../access/testing/caller.ts';
import type { Json, JsonObject } from '../linked-data/json.ts';
import { parseReference } from '../objects/reference.ts';
import { cull, scanSource, searchSource } from './cull.ts';
import { ADMIN, ALONE, BASE, openAdminContext } from './testing/admin.ts';

const CONTEXT = 'https://schema.cassproject.org/0.4';
const KBAC = 'https://schema.cassproject.org/kbac/0.4';
const [mine = '', theirs = ''] = [publicKey(1), publicKey(2)].map(({ pem }) => pem);

let directory: string;
let store: Awaited<ReturnType<typeof openAdminContext>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cull-'));
  store = await openAdminContext(directory);
});
beforeEach(() => store.ctx.store.purge());
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

const VARIANTS = ['cull', 'cullFast'] as const;

function run(variant: (typeof VARIANTS)[number], dryRun = false, control = ALONE) {
  const source = variant === 'cull' ? scanSource(store.ctx) : searchSource(store.ctx);
  return cull(store.ctx, source, dryRun, ADMIN, control);
}

/** Id of a new local object. */
function local(type = 'Competency'): string {
  return `${BASE}data/schema.cassproject.org.0.4.${type}/${randomUUID()}`;
}

function object(id: string, type: Json, members: JsonObject = {}): JsonObject {
  return { '@context': CONTEXT, '@type': type, '@id': id, ...members };
}

function sealed(id: string, members: JsonObject = {}): JsonObject {
  return { '@context': KBAC, '@type': 'EncryptedValue', '@id': id, payload: 'cGF5', secret: ['c2Vj'], ...members };
}

describe.each(VARIANTS)('%s', (variant) => {
  test('removes only competencies and relations that no framework refers to', async () => {
    const [used, link, unused, loose, level, assertion] = ['a', 'b', 'c', 'd', 'e', 'f'].map(() => local());
    const framework = local('Framework');
    await store.save(
      object(used ?? '', 'Competency'),
      object(link ?? '', 'Relation', { source: unused ?? '', target: used ?? '' }),
      object(unused ?? '', 'Competency'),
      object(loose ?? '', 'Relation', { source: used ?? '', target: unused ?? '' }),
      object(level ?? '', 'Level', { competency: unused ?? '' }),
      object(assertion ?? '', 'Assertion', { competency: unused ?? '' }),
      object(framework, 'Framework', { competency: [used ?? ''], relation: [link ?? ''], level: [unused ?? ''] }),
    );
    expect(await run(variant)).toMatchObject({ removed: 2, kept: 0 });
    expect(await store.contents()).toEqual([used, link, level, assertion, framework].sort());
  });

  test('leaves history, and an id that only its owner may use again', async () => {
    const id = local();
    await store.save(object(`${id}/1`, 'Competency', { owner: [mine] }));
    await run(variant);
    const [head] = await store.ctx.store.heads([id]);
    expect(head).toMatchObject({ deleted: true, version: 1 });
    expect(head?.access.owners).toHaveLength(1);
    expect(head && (await store.ctx.store.history(head.key, 10))).toHaveLength(1);
  });

  test('recognizes an object by each of its ids', async () => {
    const ids = Array.from({ length: 6 }, () => local());
    const foreign = ['https://example.org/c/77', 'https://example.org/api/data/c/x', 'https://example.org/c/y'];
    await store.save(...[...ids, ...foreign].map((id) => object(id, 'Competency')));
    const guid = (id = ''): string => id.slice(id.lastIndexOf('/') + 1);
    const [plain = '', versioned, byGuid, otherType, otherHost, byMd5 = ''] = ids;
    const references = [
      plain,
      `${versioned}/1700000000000`,
      `${BASE}data/${guid(byGuid)}`,
      `${BASE}data/Competency/${guid(otherType)}/5`,
      `${otherHost?.replace('localhost', '127.0.0.1')}`,
      `${BASE}data/${md5Hex(byMd5)}`,
      'https://example.org/c/77',
      `https://example.org/api/data/c/x/${'9'.repeat(30)}`,
      `${BASE}data/Competency/${md5Hex('https://example.org/c/y')}`,
    ];
    await store.save(object(local('Framework'), 'Framework', { competency: references }));
    expect(await run(variant)).toMatchObject({ removed: 0 });
    expect(await store.contents()).toHaveLength(10);
  });

  /** Ways to write the address of an object, by the segments of its id behind the base; each is one that GET takes. */
  const FORMS: readonly ((type: string, guid: string, id: string) => string)[] = [
    (type, guid) => `${BASE}data/${type}/${guid}`,
    (type, guid) => `${BASE}data/${type}/${encodeURIComponent(guid)}`,
    (type, guid) => `${BASE}data/${type}/${everyByte(guid)}`,
    (type, guid) => `${BASE}data/${type}/${encodeURIComponent(guid)}/17`,
    (type, guid) => `${BASE}data/${encodeURIComponent(`${type}/${guid}`)}`,
    (type, guid) => `${BASE}data/${encodeURIComponent(`${type}/${guid}/17`)}`,
    (_type, _guid, id) => `${BASE}data/${encodeURIComponent(id)}`,
    (_type, _guid, id) => `${BASE}data/${everyByte(id)}`,
    (_type, _guid, id) => `${BASE}data/${encodeURIComponent(`${id}/17`)}`,
    (_type, guid) => `${BASE}data/${encodeURIComponent(guid)}`,
    (_type, guid) => `${BASE}data//${encodeURIComponent(guid)}/17`,
    (_type, guid) => `${BASE}data/Other/${encodeURIComponent(guid)}/`,
    (type, guid) => `${BASE}data/${type}/${encodeURIComponent(guid)}?version=17#part`,
    (type, guid) => `HTTP://LocalHost:8080/api/data/${type}/${encodeURIComponent(guid)}`,
    (type, guid) => `${BASE}data/x/../${type}/./${encodeURIComponent(guid)}`,
    (type, guid) => `/api/data/${type}/${encodeURIComponent(guid)}`,
    (type, guid) => `data/${type}/${encodeURIComponent(guid)}`,
    (_type, _guid, id) => `${BASE}data/${md5Hex(id)}`,
    (_type, _guid, id) => `${BASE}data/T/${everyByte(md5Hex(id))}/17`,
  ];

  function everyByte(text: string): string {
    return Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  }

  /** The result of GET at an address: the short id of the object, or null. */
  async function got(address: string): Promise<string | null> {
    const { pathname } = new URL(address, BASE);
    const { name } = parseReference(pathname.slice('/api/data/'.length), store.ctx.config.bases);
    const [head = null] = await store.ctx.store.heads([name]);
    return head?.shortId ?? null;
  }

  /** Whether an address that ends in `other`, not encoded, leads to `guid`; cull keeps both then. */
  function isPathOf(guid: string, other: string): boolean {
    return other.startsWith(`${guid}#`) || other.startsWith(`${guid}?`);
  }

  test('G17 whatever GET finds at an address in a framework is listed by it', async () => {
    const name = fc.string({
      unit: fc.constantFrom(...'aZ09-_.~!$&()+,;=:@ %#?"<>[]{}|^`üß你😀'),
      minLength: 1,
      maxLength: 12,
    });
    const names = fc
      .tuple(name, fc.constantFrom(...FORMS), fc.boolean())
      .filter(([guid]) => guid.trim() === guid && /[^0-9.]/.test(guid) && !/%[0-9a-f]{2}/i.test(guid));
    await fc.assert(
      fc.asyncProperty(
        fc
          .uniqueArray(names, { selector: ([guid]) => guid, minLength: 1, maxLength: 8 })
          .filter((all) => !all.some(([guid]) => all.some(([other]) => isPathOf(guid, other)))),
        async (all) => {
          await store.ctx.store.purge();
          const listed: string[] = [];
          const stay: string[] = [];
          for (const [guid, form, isLocal] of all) {
            const base = isLocal ? `${BASE}data/` : 'https://elsewhere.example/';
            const id = `${base}Competency/${guid}`;
            await store.save(object(id, 'Competency'));
            const address = form('Competency', guid, id);
            const found = await got(address).catch(() => null); // some of these addresses are refused
            if (found === null) continue;
            listed.push(address);
            stay.push(found);
          }
          const framework = local('Framework');
          await store.save(object(framework, 'Framework', { competency: listed }));
          const { objects } = await run(variant, true);
          expect(objects?.filter((id) => stay.includes(id))).toEqual([]);
          expect(objects).toHaveLength(all.length - new Set(stay).size);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each(FORMS.map((form, index) => [form('Competency', 'a b-ü', `${BASE}data/Competency/a b-ü`), index] as const))(
    'G17 %s lists an object',
    async (address, index) => {
      const guid = `a b-ü ${index}`;
      const id = `${BASE}data/Competency/${guid}`;
      const listed = FORMS[index]?.('Competency', guid, id) ?? address;
      await store.save(object(id, 'Competency'), object(local('Framework'), 'Framework', { competency: [listed] }));
      expect(await run(variant, true)).toMatchObject({ removed: 0 });
    },
  );

  test('takes no object for another', async () => {
    const ids = ['https://example.org/c/7', 'https://example.com/c/77', `https://example.org/api/data/c/z`];
    await store.save(...ids.map((id) => object(id, 'Competency')));
    const references = [
      'https://example.org/c/77',
      'https://example.org/c',
      'https://example.com/api/data/c/z',
      '',
      ':',
    ];
    await store.save(object(local('Framework'), 'Framework', { competency: references }));
    expect(await run(variant)).toMatchObject({ removed: 3 });
  });

  test('reads current frameworks only', async () => {
    const [left, kept] = [local(), local()];
    const [gone, changed] = [local('Framework'), local('Framework')];
    await store.save(object(left, 'Competency'), object(kept, 'Competency'));
    await store.save(object(gone, 'Framework', { competency: [left] }));
    await store.save(object(changed, 'Framework', { competency: [left] }));
    await store.save(object(changed, 'Framework', { competency: [kept] }));
    await store.remove(gone);
    expect(await run(variant)).toMatchObject({ removed: 1 });
    expect(await store.contents()).toEqual([kept, changed].sort());
  });

  test('keeps everything that shares an owner with an encrypted framework, which may refer to it', async () => {
    const [shared, other, nobodys] = [local(), local(), local()];
    await store.save(
      object(shared, 'Competency', { owner: [theirs, mine] }),
      object(other, 'Competency', { owner: [theirs] }),
      object(nobodys, 'Competency'),
      sealed(local('EncryptedValue'), { encryptedType: 'Framework', owner: [mine] }),
    );
    expect(await run(variant)).toMatchObject({ removed: 2, kept: 1 });
    expect(await store.contents()).toContain(shared);
  });

  test('never removes encrypted objects', async () => {
    const id = local();
    await store.save(sealed(id, { encryptedType: 'Competency', encryptedContext: CONTEXT, owner: [mine] }));
    expect(await run(variant)).toMatchObject({ removed: 0 });
    expect(await store.contents()).toEqual([id]);
  });

  test('G17 counts and names in a dry run, and removes nothing', async () => {
    const ids = [local(), local(), local()].sort();
    await store.save(...ids.map((id) => object(id, 'Competency')));
    expect(await run(variant, true)).toMatchObject({ removed: 3, objects: ids });
    expect(await store.contents()).toEqual(ids);
  });

  test('keeps an object that changes after it was read', async () => {
    const [changed, gone] = [local(), local()];
    await store.save(object(changed, 'Competency'), object(gone, 'Competency'));
    let edited = false;
    const edit = async (): Promise<void> => {
      edited = true;
      await store.save(object(changed, 'Competency', { name: 'in use' }));
    };
    const source = variant === 'cull' ? scanSource(store.ctx) : searchSource(store.ctx);
    async function* frameworks() {
      if (!edited) await edit();
      yield* source.frameworks();
    }
    expect(await cull(store.ctx, { ...source, frameworks }, false, ADMIN, ALONE)).toMatchObject({ removed: 1 });
    expect(await store.contents()).toEqual([changed]);
  });

  test('includes a framework that is saved while competencies are read', async () => {
    const id = local();
    await store.save(object(id, 'Competency'));
    let saved: Promise<void> | null = null;
    const source = variant === 'cull' ? scanSource(store.ctx) : searchSource(store.ctx);
    async function* competencies() {
      for await (const page of source.competencies()) {
        saved ??= store.save(object(local('Framework'), 'Framework', { competency: [id] }));
        await saved;
        yield page;
      }
    }
    expect(await cull(store.ctx, { ...source, competencies }, false, ADMIN, ALONE)).toMatchObject({ removed: 0 });
  });

  test('stops when the operation has to end', async () => {
    await store.save(object(local(), 'Competency'));
    const stop = () => {
      throw new Error('stop');
    };
    await expect(run(variant, false, { report: () => {}, throwIfEnded: stop })).rejects.toThrow('stop');
    expect(await store.contents()).toHaveLength(1);
  });

  test('reports its progress up to the result', async () => {
    await store.save(...Array.from({ length: 450 }, () => object(local(), 'Competency')));
    const reports: { scanned: number; removed: number }[] = [];
    const result = await run(variant, false, {
      throwIfEnded: () => {},
      report: (progress) => void reports.push(progress),
    });
    expect(result).toMatchObject({ scanned: 450, removed: 450 });
    expect(reports.length).toBeGreaterThan(3);
    expect(reports.at(-1)).toEqual({ scanned: 450, removed: 450 });
    for (const [index, { scanned, removed }] of reports.entries()) {
      expect(scanned).toBeGreaterThanOrEqual(reports[index - 1]?.scanned ?? 0);
      expect(removed).toBeGreaterThanOrEqual(reports[index - 1]?.removed ?? 0);
    }
  });
});

type Item = { readonly foreign: boolean; readonly context: string; readonly type: Json; readonly sealed: boolean };
type Link = { readonly to: number; readonly form: 'id' | 'version' | 'guid' | 'node' };
type Book = { readonly kind: 'plain' | 'several' | 'sealed' | 'opaque' | 'deleted'; readonly links: readonly Link[] };

const owner = fc.constantFrom<readonly string[]>([], [mine], [theirs], [mine, theirs]);
const items: fc.Arbitrary<readonly (Item & { readonly owner: readonly string[] })[]> = fc.array(
  fc.record({
    foreign: fc.boolean(),
    context: fc.constantFrom(
      CONTEXT,
      `${CONTEXT}/`,
      'https://schema.svc.org/0.4',
      'http://schema.cassproject.org/0.2',
      KBAC,
    ),
    type: fc.constantFrom<Json>('Competency', 'Relation', 'Level', ['Relation', 'Thing'], ['Thing', 'Competency']),
    sealed: fc.boolean(),
    owner,
  }),
  { minLength: 1, maxLength: 12 },
);
const books: fc.Arbitrary<readonly (Book & { readonly owner: readonly string[] })[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Book['kind']>('plain', 'plain', 'plain', 'several', 'sealed', 'opaque', 'deleted'),
    links: fc.array(
      fc.record({ to: fc.nat(11), form: fc.constantFrom<Link['form']>('id', 'version', 'guid', 'node') }),
      { maxLength: 4 },
    ),
    owner,
  }),
  { maxLength: 4 },
);

test('cull and cullFast remove the same objects, as the rules require, on data of every kind', async () => {
  await fc.assert(
    fc.asyncProperty(items, books, fc.constantFrom(...VARIANTS), async (made, shelves, variant) => {
      await store.ctx.store.purge();
      const ids = made.map(({ foreign }) => (foreign ? `https://example.org/c/${randomUUID()}` : local()));
      await store.save(
        ...made.map((item, index): Json => {
          const id = ids[index] ?? '';
          const own = { owner: [...item.owner] };
          if (item.sealed) return sealed(id, { encryptedType: item.type, encryptedContext: item.context, ...own });
          return { ...object(id, item.type, own), '@context': item.context };
        }),
      );
      const written = shelves.map((book) => ({ ...book, id: local('Framework') }));
      await store.save(...written.map((book) => frameworkOf(book.id, book, ids)));
      await store.remove(...written.flatMap(({ kind, id }) => (kind === 'deleted' ? [id] : [])));

      const expected = unreferenced(made, shelves).map((index) => ids[index] ?? '');
      for (const either of VARIANTS) expect((await run(either, true)).objects).toEqual([...expected].sort());
      const before = await store.contents();
      expect((await run(variant)).removed).toBe(expected.length);
      expect(await store.contents()).toEqual(before.filter((id) => !expected.includes(id)));
    }),
    { numRuns: 30 },
  );
});

function frameworkOf(
  id: string,
  { kind, links, owner }: Book & { owner: readonly string[] },
  ids: readonly string[],
): Json {
  const own = { owner: [...owner] };
  if (kind === 'sealed') return sealed(id, { encryptedType: 'Framework', encryptedContext: CONTEXT, ...own });
  if (kind === 'opaque') return sealed(id, own);
  const references = links.flatMap(({ to, form }): Json[] => {
    const target = ids[to];
    if (target === undefined) return [];
    if (form === 'node') return [{ '@id': target }];
    if (form === 'version') return [target.startsWith(BASE) ? `${target}/77` : target];
    return [form === 'id' ? target : `${BASE}data/${md5Hex(target)}`];
  });
  return object(id, kind === 'several' ? ['Thing', 'Framework'] : 'Framework', { competency: references, ...own });
}

/** The rules, in the plainest way: positions of the items that a cull removes. */
function unreferenced(
  made: readonly (Item & { readonly owner: readonly string[] })[],
  shelves: readonly (Book & { readonly owner: readonly string[] })[],
): readonly number[] {
  const live = shelves.filter(({ kind }) => kind !== 'deleted');
  const closed = live.filter(({ kind }) => kind === 'sealed' || kind === 'opaque');
  const open = live.filter(({ kind }) => kind === 'plain' || kind === 'several');
  const linked = new Set(open.flatMap(({ links }) => links.map(({ to }) => to)));
  const shares = (one: readonly string[], two: readonly string[]): boolean =>
    (one.length === 0 && two.length === 0) || one.some((key) => two.includes(key));
  return made.flatMap((item, index) => {
    const first = Array.isArray(item.type) ? item.type[0] : item.type;
    const cullable = !item.sealed && item.context !== KBAC && (first === 'Competency' || first === 'Relation');
    const kept = closed.some((book) => shares(book.owner, item.owner));
    return cullable && !linked.has(index) && !kept ? [index] : [];
  });
}
