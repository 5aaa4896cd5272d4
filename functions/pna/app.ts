import { createPromiseCache } from '../../shared/concurrency/promise-cache.ts';
import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import type { OutboundSend } from '../../shared/outbound/outbound-fetch.ts';
import type { BlobStore } from '../../shared/store/blob-store.ts';
import type { Group, PlatformParts } from '../group.ts';
import { postIndex } from './publish.ts';
import { getIndex } from './read.ts';

/** Indexes of frameworks for directories of competencies, under `/api/ce/pna/`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }, { openSend, openBlobs }) {
    const opened = createPromiseCache<'blobs', BlobStore | null>();
    const blobs = (): Promise<BlobStore | null> => opened('blobs', () => openStore(config, openSend, openBlobs));
    for (const path of ['/api/ce/pna/:id', '/api/ce/pna/:type/:id']) {
      serve(path, {
        GET: async (ctx, call) => getIndex(ctx, call, await blobs()),
        POST: async (ctx, call) => postIndex(ctx, call, requireBlobs(await blobs())),
      });
    }
  },
};

/** The bucket of the configuration, or files; null where the platform has neither. */
async function openStore(
  { pna }: Context['config'],
  openSend: () => Promise<OutboundSend>,
  openBlobs: PlatformParts['openBlobs'],
): Promise<BlobStore | null> {
  if (pna.bucket === null) return openBlobs === undefined ? null : openBlobs('pna');
  const { createS3Blobs } = await import('../../shared/store/s3/s3-blobs.ts');
  return createS3Blobs(pna.bucket, await openSend());
}

/** @throws Problem `not-implemented` (501) */
function requireBlobs(blobs: BlobStore | null): BlobStore {
  if (blobs !== null) return blobs;
  throw new Problem('not-implemented', 'There is nowhere to publish to: functions need a bucket (PNA_AWS_BUCKET).');
}
