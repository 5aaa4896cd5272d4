import { join } from 'node:path';
import type { PlatformParts } from '../../functions/group.ts';
import { createFileBlobs } from './file-blobs.ts';

type OpenBlobs = NonNullable<PlatformParts['openBlobs']>;

/** The bucket of the configuration; null without one. */
export const openBucket: OpenBlobs = async ({ pna: { bucket } }) => {
  if (bucket === null) return null;
  const [{ createS3Blobs }, { createOutboundSend }] = await Promise.all([
    import('../../shared/stores/s3/s3-blobs.ts'),
    import('./outbound-send.ts'),
  ]);
  return createS3Blobs(bucket, createOutboundSend());
};

/** The bucket of the configuration, or a folder of the data directory. */
export const openBlobs: OpenBlobs = async (config, folder) =>
  (await openBucket(config, folder)) ?? createFileBlobs(join(config.dataDirectory, folder));
