import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, createClient } from '../support/client.ts';
import { S3_KEYS, type S3Server, s3Program, startS3 } from '../support/s3.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { person } from '../support/signer.ts';
import { newThing } from '../support/things.ts';

const program = await s3Program();
if ('absent' in program) {
  if (process.env['CI'] === 'true') throw new Error(program.absent);
  console.warn(`Skipped: ${program.absent}`);
}

describe.skipIf('absent' in program)('dumps in a bucket', () => {
  let s3: S3Server;
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    if ('path' in program) s3 = await startS3(program.path);
    const before = await startServer();
    await createClient(before).save(newThing(before, { name: 'one' }));
    await createClient(before).save(newThing(before, { name: 'hidden', '@reader': [(await person()).pem] }));
    await before.stop();
    const settings = {
      DUMP_DIRECTORY: `s3://${s3.bucket}/daily/dumps`,
      PNA_AWS_REGION: 'us-east-1',
      PNA_AWS_ENDPOINT: s3.endpoint,
      PNA_AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      PNA_AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    };
    server = await startServer({ ...before.storeSettings, ...settings }, before.directory);
    client = createClient(server);
    const list = async () => (await client.call('/api/bulk/dumps')).json().dumps;
    await vi.waitFor(async () => expect(await list()).toHaveLength(1), { timeout: 90_000, interval: 100 });
  }, 120_000);
  afterAll(async () => {
    await server?.dispose();
    await s3?.stop();
  });

  test('are listed, and their files are sent as a whole and in part, with what everybody may read', async () => {
    const [dump] = (await client.call('/api/bulk/dumps')).json().dumps;
    const [{ url, sha256, bytes }] = dump.files;
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect([whole.length, createHash('sha256').update(whole).digest('hex')]).toEqual([bytes, sha256]);
    expect(String(gunzipSync(whole))).toBe((await client.call('/api/bulk')).text);
    expect(String(gunzipSync(whole))).not.toContain('hidden');
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
    expect((await client.call('/api/bulk/dumps/latest.sha256')).text).toContain(sha256);
  });

  test('without the bucket they are unavailable for now, and everything else works', async () => {
    await s3.stop();
    const answer = await client.call('/api/bulk/dumps');
    expect(answer.status).toBe(503);
    expect(answer.json().type).toMatch(/store-unavailable$/);
    expect(answer.text).not.toContain(new URL(s3.endpoint).host);
    expect((await client.call('/api/bulk')).status).toBe(200);
  });
});
