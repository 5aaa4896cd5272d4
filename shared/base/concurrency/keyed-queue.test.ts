import { expect, test } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

/** Work that lasts until `end` is called, and logs its start. */
function worker(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async () => {
    log.push(name);
    await promise;
    return name;
  };
  return { work, end: resolve };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('work of one key runs one after the other, in order; work of other keys runs concurrently', async () => {
  const queue = createKeyedQueue();
  const log: string[] = [];
  const [a, b, c] = [worker(log, 'a'), worker(log, 'b'), worker(log, 'c')];
  const done = [queue.run(['x'], a.work), queue.run(['x', 'y'], b.work), queue.run(['z'], c.work)];
  await settled();
  expect(log).toEqual(['a', 'c']);
  a.end();
  await settled();
  expect(log).toEqual(['a', 'c', 'b']);
  b.end();
  c.end();
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c']);
});

test('keys in any order do not deadlock', async () => {
  const queue = createKeyedQueue();
  const rounds = Array.from({ length: 200 }, (_, index) =>
    queue.run(index % 2 === 0 ? ['x', 'y'] : ['y', 'x'], async () => settled()),
  );
  await Promise.all(rounds);
});

test('work that fails lets the next work begin, and only its own caller gets the error', async () => {
  const queue = createKeyedQueue();
  const failing = queue.run(['x'], async () => Promise.reject(new Error('no')));
  const next = queue.run(['x'], async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('work begins after a timeout when earlier work hangs', async () => {
  const queue = createKeyedQueue(10);
  const stuck = worker([], 'stuck');
  const first = queue.run(['x'], stuck.work);
  expect(await queue.run(['x'], async () => 'done')).toBe('done');
  stuck.end();
  await first;
});
