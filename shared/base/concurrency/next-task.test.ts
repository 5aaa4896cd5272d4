import { expect, test } from 'vitest';
import { nextTask } from './slices.ts';

test('tasks that are ready run before the next task', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('ready'));
  await nextTask();
  order.push('next');
  expect(order).toEqual(['ready', 'next']);
});
