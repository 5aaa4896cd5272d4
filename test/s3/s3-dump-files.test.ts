import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutboundSend } from '../../infra/node/outbound-send.ts';
import { blobName } from '../../shared/repository/store/blob-store.ts';
import { dumpFilesContract } from '../../shared/repository/store/contract/dump-files.contract.ts';
import { createS3Blobs } from '../../shared/stores/s3/s3-blobs.ts';
import { createS3DumpFiles } from '../../shared/stores/s3/s3-dump-files.ts';
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

  const bucket = (changes = {}) => {
    const { bucket: name, endpoint } = server;
    return { name, endpoint, region: 'us-east-1', ...S3_KEYS, ...changes };
  };
  const open = (folder: string, changes = {}) => createS3DumpFiles(bucket(changes), folder, createOutboundSend());
  const name = blobName('one.ndjson.gz') ?? ('' as never);
  const bytes = new Uint8Array([1, 2, 3]);

  dumpFilesContract(() => open('daily/dumps/'));

  test('the files of a folder are its own: not those of other folders, nor below it, nor of the bucket', async () => {
    const folder = open('own/');
    await Promise.all([open('other/'), open('own/below/'), open('own-too/')].map((files) => files.put(name, bytes)));
    await createS3Blobs(bucket(), createOutboundSend()).put(name, '{}');
    expect(await folder.list()).toEqual([]);
    expect(await folder.open(name)).toBeNull();
    await folder.delete(name);
    for (const place of ['other/', 'own/below/', 'own-too/', '']) expect(await open(place).list()).toEqual([name]);
  });

  test('more files than a list has at a time are listed', async () => {
    const files = open('many/');
    const names = Array.from(
      { length: 1001 },
      (_, index) => blobName(`file-${String(index).padStart(4, '0')}`) ?? name,
    );
    for (const one of names) await files.put(one, bytes);
    expect([...(await files.list())].toSorted()).toEqual(names);
  });

  test('other keys and an unreachable server are problems of the store', async () => {
    for (const change of [{ secretAccessKey: 'other' }, { endpoint: 'http://127.0.0.1:1/' }]) {
      const files = open('refused/', change);
      const problem = { code: 'store-unavailable' };
      await expect(files.put(name, bytes)).rejects.toMatchObject(problem);
      await expect(files.open(name)).rejects.toMatchObject(problem);
      await expect(files.list()).rejects.toMatchObject(problem);
      await expect(files.delete(name)).rejects.toMatchObject(problem);
    }
    expect(await open('refused/').list()).toEqual([]);
  });

  test('a file that is removed after it was opened cannot be read', async () => {
    const files = open('removed/');
    await files.put(name, bytes);
    const file = await files.open(name);
    await files.delete(name);
    await expect(new Response(file?.read()).arrayBuffer()).rejects.toMatchObject({ code: 'store-unavailable' });
  });
});
