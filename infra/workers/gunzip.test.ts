import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { CompressionFault } from '../../shared/exchange/transfer/gunzip.ts';
import { gunzip } from './gunzip.ts';

async function* of(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

const content = Buffer.from(randomBytes(50_000).toString('hex'));
const whole = gzipSync(content);

test('gzip is decompressed, however it is chunked', async () => {
  for (const cut of [0, 1, 10, 5_000, whole.length]) {
    const pieces = await Array.fromAsync(gunzip(of(whole.subarray(0, cut), whole.subarray(cut))));
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
  }
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['other data', Buffer.from('no gzip')],
  ['truncated data', whole.subarray(0, -9)],
  ['a wrong checksum', Buffer.from(whole).fill(0, whole.length - 8, whole.length - 4)],
])('%s is refused', async (_, bytes) => {
  await expect(Array.fromAsync(gunzip(of(bytes)))).rejects.toThrow(CompressionFault);
});

test('an error of the source is passed on unchanged', async () => {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield whole.subarray(0, 100);
    throw new Error('The connection broke.');
  }
  await expect(Array.fromAsync(gunzip(source()))).rejects.toThrow(new Error('The connection broke.'));
});

test('the source is closed when the reader stops', async () => {
  const ended = vi.fn();
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; at < whole.length; at += 1_000) yield whole.subarray(at, at + 1_000);
    } finally {
      ended();
    }
  }
  for await (const _piece of gunzip(source())) break;
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
});
