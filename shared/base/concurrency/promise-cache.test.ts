import { expect, test } from 'vitest';
import { createPromiseCache } from './promise-cache.ts';

test('a value is created once per key, and again after a failure', async () => {
  const cached = createPromiseCache<string, string>();
  const created: string[] = [];
  const create = (value: string) => async () => {
    created.push(value);
    if (value === 'bad') throw new Error('no');
    return value;
  };
  await expect(cached('x', create('bad'))).rejects.toThrow('no');
  expect(await Promise.all([cached('x', create('a')), cached('x', create('b')), cached('y', create('c'))])).toEqual([
    'a',
    'a',
    'c',
  ]);
  expect(created).toEqual(['bad', 'a', 'c']);
});
