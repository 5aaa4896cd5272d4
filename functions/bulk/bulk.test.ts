import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../shared/base/errors/problem.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import { putMany } from '../../shared/repository/objects/put-many.ts';
import { openEmbeddedRepository } from '../../test/support/repository.ts';
import { getBulk } from './bulk.ts';
import { createPositions } from './change-tag.ts';

const COUNT = 1500;

let directory: string;
let repository: Awaited<ReturnType<typeof openEmbeddedRepository>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bulk-'));
  repository = await openEmbeddedRepository(directory);
  const items = Array.from({ length: COUNT }, (_, index) => ({
    object: { '@context': 'https://schema.org', '@type': 'Thing', '@id': `https://example.org/things/${index}` },
  }));
  await putMany(repository.ctx, items, ANONYMOUS, 'batch');
});
afterAll(async () => {
  await repository.stores.close();
  await rm(directory, { recursive: true, force: true });
});

/** An answer of a service whose store fails after some pages. */
function bulk(headers: Record<string, string>, pages = Number.POSITIVE_INFINITY) {
  const { ctx } = repository;
  let left = pages;
  const store: typeof ctx.store = {
    ...ctx.store,
    async search(request) {
      if (left-- <= 0) throw new Problem('store-unavailable', 'The store is away.');
      return ctx.store.search(request);
    },
  };
  const request = new Request('https://example.org/api/bulk', { headers });
  const failing = { ...ctx, store };
  const { hold, keep, release } = ctx.memory.reserve();
  return getBulk(failing, { request, caller: async () => ANONYMOUS, hold, keep }, createPositions()).finally(release);
}

async function bytesOf({ body }: Awaited<ReturnType<typeof getBulk>>): Promise<Buffer> {
  return Buffer.from(await new Response(body).arrayBuffer());
}

test.each(['identity', 'gzip'])(
  'an answer (%s) that fails halfway does not end as a complete one',
  async (encoding) => {
    const complete = await bytesOf(await bulk({ 'accept-encoding': encoding }));
    const text = String(encoding === 'gzip' ? gunzipSync(complete) : complete);
    expect(text.split('\n')).toHaveLength(COUNT + 1);
    const failing = await bulk({ 'accept-encoding': encoding }, 1);
    expect(failing.status).toBe(200);
    await expect(bytesOf(failing)).rejects.toThrow();
  },
);

test('a store that is away at the beginning is an error', async () => {
  await expect(bulk({}, 0)).rejects.toMatchObject({ code: 'store-unavailable' });
});

test('a body that is not read holds no memory when it is cancelled', async () => {
  for (const encoding of ['identity', 'gzip']) {
    for (let times = 0; times < 20; times++) {
      const { body } = await bulk({ 'accept-encoding': encoding });
      if (body instanceof ReadableStream) await body.cancel();
    }
  }
  const { memory, config } = repository.ctx;
  await expect.poll(() => memory.tryHold(config.memoryBudget)).not.toBeNull();
});
