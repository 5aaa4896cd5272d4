import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Problem } from '../base/errors/problem.ts';
import { createLazyStores } from './lazy-stores.ts';
import { openSqliteStore } from './sqlite/open.ts';

/** Lazy stores whose first attempts to open fail, with what they log and how often they open. */
async function lazy(failures = 0, hasModel = false) {
  const directory = await mkdtemp(join(tmpdir(), 'lazy-'));
  const logged: string[] = [];
  const seen = { attempts: 0 };
  const stores = createLazyStores(
    async () => {
      seen.attempts++;
      if (seen.attempts <= failures) throw new Error('The cluster is away.');
      return openSqliteStore({ directory, describe: () => ({ typeKey: 'x', fields: [] }) as never });
    },
    { error: (_category, _message, fields) => logged.push(String(fields?.['error'])) },
    hasModel,
  );
  onTestFinished(async () => {
    await stores.objects.close();
    await rm(directory, { recursive: true, force: true });
  });
  return { stores, logged, seen };
}

test('the stores are opened at their first use, once for concurrent calls', async () => {
  const { stores, seen } = await lazy();
  await stores.objects.close();
  expect(seen.attempts).toBe(0);
  await Promise.all([stores.keyValues.set('a', '1'), stores.objects.count(), stores.objects.heads(['x'])]);
  expect(seen.attempts).toBe(1);
  expect((await stores.keyValues.get('a'))?.value).toBe('1');
});

test('a request fails with 503 while the store cannot be opened, and the next request tries again', async () => {
  const { stores, seen, logged } = await lazy(2);
  const refusal = await stores.objects.count().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Problem);
  expect(refusal).toMatchObject({ code: 'store-unavailable', extras: { retryAfter: 5 } });
  expect(String(refusal)).not.toContain('cluster');
  expect(await stores.objects.health()).toMatchObject({ ready: false, since: expect.any(Number) });
  expect(await stores.objects.health()).toMatchObject({ ready: true });
  expect(seen.attempts).toBe(3);
  expect(logged).toEqual(['Error: The cluster is away.', 'Error: The cluster is away.']);
});

test('vectors are those of the store, where a model is configured', async () => {
  expect((await lazy()).stores.objects.vectors).toBeNull();
  const { objects } = (await lazy(0, true)).stores;
  expect(await objects.vectors?.read('model', [])).toEqual([]);
});
