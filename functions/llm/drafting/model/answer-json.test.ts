import { expect, test } from 'vitest';
import { answerJson } from './answer-json.ts';

test.each([
  ['{"a":[1]}', { a: [1] }],
  ['Here it is:\n```json\n{"a":[1]}\n```\nAnything else?', { a: [1] }],
  ['[{"name":"a"}]', [{ name: 'a' }]],
  ['{"a":"}]\\""} and {"b":1}', { a: '}]"' }],
])('is found in %s', (text, value) => {
  expect(answerJson(text)).toEqual({ value, isPart: false });
});

test.each([
  ['{"list":[{"name":"a"},{"name":"b"},{"na', { list: [{ name: 'a' }, { name: 'b' }] }],
  ['{"description":"d","list":[{"name":"a"},{"name":"b', { description: 'd', list: [{ name: 'a' }] }],
])('the complete elements of what is cut off are taken: %s', (text, value) => {
  expect(answerJson(text)).toEqual({ value, isPart: true });
});

test.each([
  '',
  'I cannot do that.',
  '{"a":',
  '{"list":[{"name":"a","tags":["x"',
  '{"a": undefined}',
  '{]',
  '}',
  '['.repeat(5000),
  '['.repeat(500_000) + ']'.repeat(499_999),
])('%.60s has none', (text) => {
  expect(answerJson(text)).toBeNull();
});
