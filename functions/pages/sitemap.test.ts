import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import { putMany } from '../../shared/repository/objects/put-many.ts';
import { openEmbeddedRepository } from '../../test/support/repository.ts';
import { createSitemap } from './sitemap.ts';

let directory: string;
let repository: Awaited<ReturnType<typeof openEmbeddedRepository>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sitemap-'));
  repository = await openEmbeddedRepository(directory);
});
afterAll(async () => {
  await repository.stores.close();
  await rm(directory, { recursive: true, force: true });
});

const idOf = (index: number) => `https://example.org/competencies/${index}`;

async function save(indices: readonly number[]): Promise<void> {
  const items = indices.map((index) => ({
    object: { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency', '@id': idOf(index) },
  }));
  await putMany(repository.ctx, items, ANONYMOUS, 'batch');
}

function callFor(part = '') {
  const memory = repository.ctx.memory.reserve();
  return {
    request: new Request('https://example.org/sitemap.xml'),
    parameters: { part },
    hold: memory.hold,
    keep: memory.keep,
  };
}

async function textOf(answer: { readonly body: unknown }): Promise<string> {
  return new Response(answer.body instanceof ReadableStream ? answer.body : String(answer.body)).text();
}

/** The names of the parts in the index, and the number of addresses in each. */
async function partsOf({ index, part }: ReturnType<typeof createSitemap>): Promise<readonly number[]> {
  const text = await textOf(await index(repository.ctx, callFor()));
  const names = [...text.matchAll(/\/sitemap\/([^<]+)<\/loc><lastmod>2/g)].map(([, name = '']) => name);
  const texts = await Promise.all(names.map(async (name) => textOf(await part(repository.ctx, callFor(name)))));
  const all = texts.flatMap((one) => [...one.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address));
  expect(new Set(all).size).toBe(all.length);
  return texts.map((one) => one.split('<url>').length - 1);
}

test('every object is in one part; an index of many parts is completed by several requests', async () => {
  await save(Array.from({ length: 25 }, (_, index) => index));
  const sitemap = createSitemap({ pageSize: 3, pagesPerPart: 3, pagesPerRequest: 4 });
  expect(await partsOf(sitemap)).toEqual([9, 9]);
  expect(await partsOf(sitemap)).toEqual([9, 9, 7]);
  expect(await partsOf(sitemap)).toEqual([9, 9, 7]);
  await save([25, 26, 27]);
  const later = createSitemap({ pageSize: 3, pagesPerPart: 3, pagesPerRequest: 40 });
  expect(await partsOf(later)).toEqual([9, 9, 9, 1]);
});
