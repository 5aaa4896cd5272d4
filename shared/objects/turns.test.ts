import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that lasts until it is told to end, and says when it begins. */
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

test('work of one key runs one after the other, in order; that of another key beside it', async () => {
  const turns = createTurns();
  const log: string[] = [];
  const [a, b, c] = [worker(log, 'a'), worker(log, 'b'), worker(log, 'c')];
  const done = [turns.run(['x'], a.work), turns.run(['x', 'y'], b.work), turns.run(['z'], c.work)];
  await settled();
  expect(log).toEqual(['a', 'c']);
  a.end();
  await settled();
  expect(log).toEqual(['a', 'c', 'b']);
  b.end();
  c.end();
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c']);
});

test('nobody waits in a circle, whatever keys in whatever order', async () => {
  const turns = createTurns();
  const rounds = Array.from({ length: 200 }, (_, index) =>
    turns.run(index % 2 === 0 ? ['x', 'y'] : ['y', 'x'], async () => settled()),
  );
  await Promise.all(rounds);
});

test('work that fails ends its turn and tells its own caller only', async () => {
  const turns = createTurns();
  const failing = turns.run(['x'], async () => Promise.reject(new Error('no')));
  const next = turns.run(['x'], async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('work does not wait for ever for what does not end', async () => {
  const turns = createTurns(10);
  const stuck = worker([], 'stuck');
  const first = turns.run(['x'], stuck.work);
  expect(await turns.run(['x'], async () => 'done')).toBe('done');
  stuck.end();
  await first;
});
