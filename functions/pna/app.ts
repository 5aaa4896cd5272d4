import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { Handler } from '../../shared/http/serve.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { BlobStore } from '../../shared/repository/store/blob-store.ts';
import type { Group } from '../group.ts';
import { pnaEndpoints } from './endpoints.ts';
import { postIndex } from './publish.ts';
import { getIndex } from './read.ts';

/** Indexes of frameworks for directories of competencies, under `/api/ce/pna/`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }, { openBlobs }) {
    const opened = createPromiseCache<'blobs', BlobStore | null>();
    const blobs = (): Promise<BlobStore | null> =>
      opened('blobs', async () => (await openBlobs?.(config, 'pna')) ?? null);
    const read: Handler<Context> = async (ctx, call) => getIndex(ctx, call, await blobs());
    const publish: Handler<Context> = async (ctx, call) => postIndex(ctx, call, requireBlobs(await blobs()));
    serve(pnaEndpoints, {
      competencyIndex: read,
      publishCompetencyIndex: publish,
      competencyIndexByType: read,
      publishCompetencyIndexByType: publish,
    });
  },
};

/** @throws Problem `not-implemented` (501) */
function requireBlobs(blobs: BlobStore | null): BlobStore {
  if (blobs !== null) return blobs;
  throw new Problem(
    'not-implemented',
    'No place to publish to is configured: functions need a bucket (PNA_AWS_BUCKET), a worker the binding PNA_BUCKET.',
  );
}
