import { Miniflare } from 'miniflare';
import { afterAll, expect, test } from 'vitest';
import { blobName } from '../../shared/repository/store/blob-store.ts';
import { blobStoreContract } from '../../shared/repository/store/contract/blob-store.contract.ts';
import { createR2Blobs } from './r2-blobs.ts';
import type { R2Bucket } from './runtime.ts';

const runtime = new Miniflare({
  modules: true,
  script: 'export default { fetch: () => new Response() }',
  r2Buckets: ['PNA_BUCKET'],
});
afterAll(() => runtime.dispose());

blobStoreContract(async () => {
  const bucket: R2Bucket = Object(await runtime.getR2Bucket('PNA_BUCKET'));
  return createR2Blobs(bucket);
});

test('a failure of the bucket is a problem of the store', async () => {
  const fails = () => Promise.reject(new Error('internal error'));
  const blobs = createR2Blobs({ get: fails, put: fails });
  const name = blobName('one') ?? ('' as never);
  await expect(blobs.get(name)).rejects.toMatchObject({ code: 'store-unavailable' });
  await expect(blobs.put(name, '{}')).rejects.toMatchObject({ code: 'store-unavailable' });
});
