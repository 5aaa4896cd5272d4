import { expect, it } from 'vitest';
import { findTyped, typedOn } from './type-ahead.ts';

const NAMES = [['Bake'], ['Bread', '1.2'], ['Äpfel'], ['Break eggs'], ['كعك']];

function find(text: string, from: number): number | null {
  return findTyped(NAMES.length, from, text, (index) => NAMES[index] ?? []);
}

it('one letter leads to the next row that begins with it, and after the last one to the first', () => {
  expect([find('b', 0), find('b', 1), find('B', 3)]).toEqual([1, 3, 0]);
  expect(find('bb', 0)).toBe(1);
  expect(find('ك', 0)).toBe(4);
});

it('more letters stay on a row that begins with them, or lead to the next one', () => {
  expect([find('br', 1), find('brea', 1), find('break', 1), find('break e', 1)]).toEqual([1, 1, 3, 3]);
});

it('a notation, and letters without their accents, lead to the row too', () => {
  expect([find('1.2', 4), find('ap', 0)]).toEqual([1, 2]);
});

it('the only row with the letter keeps the focus, and letters that no row begins with lead nowhere', () => {
  expect([find('a', 2), find('x', 0), findTyped(0, 0, 'b', () => [])]).toEqual([2, null, null]);
});

it('letters belong together until a pause', () => {
  const ab = typedOn(typedOn(null, 'a', 100), 'b', 400);
  expect(ab.text).toBe('ab');
  expect(typedOn(ab, 'c', 1400).text).toBe('abc');
  expect(typedOn(ab, 'c', 1401).text).toBe('c');
});
