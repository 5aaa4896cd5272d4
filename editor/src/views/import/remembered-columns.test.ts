import { expect, it } from 'vitest';
import { guessColumns } from './columns.ts';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';

/** As much of the storage of a browser as is used. */
function createStorage(): Storage {
  const texts = new Map<string, string>();
  return {
    length: 0,
    clear: () => texts.clear(),
    getItem: (key) => texts.get(key) ?? null,
    key: () => null,
    removeItem: (key) => void texts.delete(key),
    setItem: (key, text) => void texts.set(key, text),
  };
}

it('what was chosen for a table holds for the next one with the same headers, until it is forgotten', () => {
  const storage = createStorage();
  const headers = ['Competency', 'Remark'];
  expect(rememberedColumns(storage, headers)).toBeNull();
  const chosen = guessColumns(headers).map((column, i) => (i === 1 ? { ...column, role: 'scope' as const } : column));
  rememberColumns(storage, headers, chosen);
  expect(rememberedColumns(storage, [' Competency', 'Remark '])).toEqual(chosen);
  expect(rememberedColumns(storage, ['Competency'])).toBeNull();
  rememberColumns(storage, headers, null);
  expect(rememberedColumns(storage, headers)).toBeNull();
});

it('what something else has written is not taken for a choice', () => {
  const storage = createStorage();
  storage.setItem('competency-editor.columns', '[{"headers":["A"],"columns":[{"role":"gone","language":null}]}]');
  expect(rememberedColumns(storage, ['A'])).toBeNull();
  storage.setItem('competency-editor.columns', 'x');
  expect(rememberedColumns(storage, ['A'])).toBeNull();
});
