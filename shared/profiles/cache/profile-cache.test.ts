import { expect, test } from 'vitest';
import { memoryKeyValues } from '../testing/key-values.ts';
import { createProfileCache } from './profile-cache.ts';

const NOW = 1_000_000;

function world() {
  const memory = memoryKeyValues(() => NOW);
  return { ...memory, cache: createProfileCache({ keyValues: memory.keyValues, now: () => NOW, lifetime: 1000 }) };
}

/** Text that cannot be compressed. */
function noise(length: number): string {
  let text = '';
  while (text.length < length) text += crypto.randomUUID();
  return text.slice(0, length);
}

test.each([
  ['short', { before: '{"children":[]', after: '"timeline":[]}' }],
  ['long', { before: JSON.stringify('née Größe € '.repeat(20_000)), after: '"timeline":[]}' }],
])('a %s profile is read as it was cached, in a small entry', async (_, text) => {
  const { cache, entries } = world();
  await cache.set('k', 'g', text, null);
  const kept = await cache.get('k');
  expect(kept?.generation).toBe('g');
  expect(await kept?.read()).toEqual(text);
  for (const { value } of entries.values()) expect(value.length).toBeLessThan(20_000);
});

test('a profile that is too large even when compressed, or has expired, is not cached', async () => {
  const { cache, entries } = world();
  await cache.set('k', 'g', { before: noise(3_000_000), after: '' }, null);
  await cache.set('k', 'g', { before: '', after: '' }, NOW);
  expect(entries.size).toBe(0);
  expect(await cache.get('k')).toBeNull();
});
