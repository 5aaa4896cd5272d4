import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withStallLimit } from './text-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A body that has a chunk each time, and tells why it was cancelled. */
function endlessBody() {
  const cancelled = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array([1])),
    cancel: cancelled,
  });
  return { body, cancelled };
}

test('a client that reads nothing of an answer for a minute is disconnected, and the answer ends', async () => {
  const { body, cancelled } = endlessBody();
  const reader = withStallLimit(body).getReader();
  await reader.read();
  await vi.advanceTimersByTimeAsync(59_000);
  await reader.read(); // in time
  await vi.advanceTimersByTimeAsync(59_000);
  expect(cancelled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(cancelled).toHaveBeenCalledOnce();
  await expect(reader.read()).rejects.toThrow('does not read');
});

test('a client that reads nothing of an answer is disconnected, though the answer has failed since', async () => {
  let fail = (): void => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array([1]));
      fail = () => controller.error(new Error('The source ended.'));
    },
  });
  const release = vi.fn();
  const reader = withStallLimit(body, release).getReader();
  await reader.read();
  fail();
  await vi.advanceTimersByTimeAsync(61_000);
  await expect(reader.read()).rejects.toThrow('does not read');
  expect(release).toHaveBeenCalledOnce();
});

test('an answer that has nothing to send for a while is not ended', async () => {
  let send = (): void => {};
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = () => controller.enqueue(new Uint8Array([2]));
    },
    cancel,
  });
  const reader = withStallLimit(body).getReader();
  const read = reader.read();
  await vi.advanceTimersByTimeAsync(600_000);
  send();
  expect((await read).value).toEqual(new Uint8Array([2]));
  await reader.cancel();
  expect(cancel).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
