import { expect, test } from 'vitest';
import type { NewItem } from './command.ts';
import { readPaste } from './paste.ts';

function write(items: readonly NewItem[]): string {
  return items
    .map(({ fields, children }) => `${fields.name}${children.length === 0 ? '' : `(${write(children)})`}`)
    .join(' ');
}

test('indented lines and bullets become an outline', () => {
  expect(write(readPaste('A\n  B\n    C\n  D\n\nE'))).toBe('A(B(C) D) E');
  expect(write(readPaste('• A\n\t◦ B\n\t- C\n• D'))).toBe('A(B C) D');
});

test('numbered headings become an outline with coded notations', () => {
  const items = readPaste('1 Wheels\n1.1 Tyres\n1.2 Spokes\n2 Brakes');
  expect(write(items)).toBe('Wheels(Tyres Spokes) Brakes');
  expect(items[0]?.children[1]?.fields['ceasn:codedNotation']).toBe('1.2');
});

test('cells of a spreadsheet: the column is the depth, the next cell the description', () => {
  const items = readPaste('Wheels\tAll of them\n\tTyres\t"Says ""yes"""\nBrakes', 'en');
  expect(items[0]?.fields).toEqual({ name: { en: 'Wheels' }, description: { en: 'All of them' } });
  expect(items[0]?.children[0]?.fields.description).toEqual({ en: 'Says "yes"' });
  expect(items).toHaveLength(2);
});

test('blank text is nothing', () => {
  expect(readPaste(' \n\t\n')).toEqual([]);
});
