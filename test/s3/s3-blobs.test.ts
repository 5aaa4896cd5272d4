import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutboundSend } from '../../infra/node/outbound-send.ts';
import { blobName } from '../../shared/repository/store/blob-store.ts';
import { blobStoreContract } from '../../shared/repository/store/contract/blob-store.contract.ts';
import { createS3Blobs } from '../../shared/stores/s3/s3-blobs.ts';
import { S3_KEYS, type S3Server, s3Program, startS3 } from '../support/s3.ts';

const program = await s3Program();
if ('absent' in program) {
  if (process.env['CI'] === 'true') throw new Error(program.absent);
  console.warn(`Skipped: ${program.absent}`);
}

describe.skipIf('absent' in program)('on an S3 server', () => {
  let server: S3Server;
  beforeAll(async () => {
    if ('path' in program) server = await startS3(program.path);
  });
  afterAll(() => server?.stop());

  const open = async (keys = S3_KEYS) => {
    const { bucket: name, endpoint } = server;
    return createS3Blobs({ name, endpoint, region: 'us-east-1', ...keys }, createOutboundSend());
  };
  const name = blobName('one') ?? ('' as never);

  blobStoreContract(open);

  test('other keys are refused, and nothing is written', async () => {
    const other = await open({ ...S3_KEYS, secretAccessKey: 'other' });
    await expect(other.put(name, '{}')).rejects.toMatchObject({ code: 'store-unavailable' });
    await expect(other.get(name)).rejects.toMatchObject({ code: 'store-unavailable' });
    expect(await (await open()).get(name)).toBeNull();
  });

  test('an unreachable server is a problem of the store', async () => {
    const { bucket } = server;
    const options = { ...S3_KEYS, name: bucket, endpoint: 'http://127.0.0.1:1/', region: 'us-east-1' };
    await expect(createS3Blobs(options, createOutboundSend()).get(name)).rejects.toMatchObject({
      code: 'store-unavailable',
    });
  });
});
