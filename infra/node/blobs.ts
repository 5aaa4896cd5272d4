import { join } from 'node:path';
import type { PlatformParts } from '../../functions/group.ts';
import { createFileBlobs } from './file-blobs.ts';

type OpenBlobs = NonNullable<PlatformParts['openBlobs']>;

/** Opens the configured bucket; null without one. */
export const openBucket: OpenBlobs = async ({ pna: { bucket } }) => {
  if (bucket === null) return null;
  const [{ createS3Blobs }, { createOutboundSend }] = await Promise.all([
    import('../../shared/stores/s3/s3-blobs.ts'),
    import('./outbound-send.ts'),
  ]);
  return createS3Blobs(bucket, createOutboundSend());
};

/** Opens the configured bucket, or a folder of the data directory. */
export const openBlobs: OpenBlobs = async (config, folder) =>
  (await openBucket(config, folder)) ?? createFileBlobs(join(config.dataDirectory, folder));
