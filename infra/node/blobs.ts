import { join } from 'node:path';
import type { PlatformParts } from '../../functions/group.ts';
import { createDumpDirectory } from './dump-directory.ts';
import { createFileBlobs } from './file-blobs.ts';

type OpenBlobs = NonNullable<PlatformParts['openBlobs']>;
type OpenDumpFiles = NonNullable<PlatformParts['openDumpFiles']>;

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

/** Opens the bucket that dumps are written to; null without one. */
export const openDumpBucket: OpenDumpFiles = async ({ dumps: { bucket, directory } }) => {
  if (bucket === null || directory === null) return null;
  const [{ createS3DumpFiles }, { createOutboundSend }] = await Promise.all([
    import('../../shared/stores/s3/s3-dump-files.ts'),
    import('./outbound-send.ts'),
  ]);
  return createS3DumpFiles(bucket, `${new URL(directory).pathname.slice(1)}/`, createOutboundSend());
};

/** Opens the bucket or the directory that dumps are written to; null when none are made. */
export const openDumpFiles: OpenDumpFiles = async (config) => {
  const { directory } = config.dumps;
  return (await openDumpBucket(config)) ?? (directory === null ? null : createDumpDirectory(directory));
};
