import { expect, test } from 'vitest';
import { textWithin } from './own-api.ts';

const answer = (body: string | ReadableStream<Uint8Array>) => ({ status: 200, headers: {}, body });

test('a response is read only up to the limit', async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(0x20)),
    cancel() {
      isCancelled = true;
    },
  });
  expect(await textWithin(answer(endless), 10_000)).toBeNull();
  expect(isCancelled).toBe(true);
  expect(await textWithin(answer('12345'), 4)).toBeNull();
});

test('a response in pieces is read completely, including characters that two pieces share', async () => {
  const [first, second] = [Uint8Array.of(0x61, 0xc3), Uint8Array.of(0xa4)];
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of [first, second]) controller.enqueue(piece);
      controller.close();
    },
  });
  expect(await textWithin(answer(pieces), 2)).toBe('aä');
});
