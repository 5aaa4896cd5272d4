import { expect, test } from 'vitest';
import { readSourceText } from './source-text.ts';

const TEXT = `About the job
You weld pipes in all positions, and you
check every seam. “Safety first” is our rule.
• Read technical drawings
• Prüft Nähte nach ISO 5817.`;

test('a text is split into sentences: wrapped lines are joined, and items of lists are sentences', () => {
  expect(readSourceText(TEXT).sentences).toEqual([
    'About the job',
    'You weld pipes in all positions, and you check every seam.',
    '“Safety first” is our rule.',
    '• Read technical drawings',
    '• Prüft Nähte nach ISO 5817.',
  ]);
});

test.each([
  ['you check every seam', 'You weld pipes in all positions, and you check every seam.'],
  ['"Safety  first" is our rule', '“Safety first” is our rule.'],
  ['prüft nähte nach iso 5817', '• Prüft Nähte nach ISO 5817.'],
  ['“Safety first” is our rule. • Read technical drawings', '“Safety first” is our rule.'],
  ['You check every seam carefully', null],
  ['You weld pipes in all positions; you check every seam', null],
  ['the', null],
  ['', null],
])('the quotation "%s" is from: %s', (quotation, sentence) => {
  expect(readSourceText(TEXT).sentenceWith(quotation)).toBe(sentence);
});

test('a long text is divided into parts that keep its order and lose nothing', () => {
  const text = Array.from({ length: 500 }, (_, index) => `Sentence number ${index}.`).join(' ');
  const source = readSourceText(text);
  const parts = source.parts(1000);
  expect(parts.length).toBeGreaterThan(9);
  expect(parts.flat()).toEqual(source.sentences);
  for (const part of parts) expect(part.join(' ').length).toBeLessThanOrEqual(1000);
});

test('the sentences of a text about a topic are selected by words, of which rare ones have more weight', () => {
  const source = readSourceText(TEXT);
  expect(source.about('Weld pipes', 80)).toEqual(['You weld pipes in all positions, and you check every seam.']);
  expect(source.about('Astronomy', 80)).toEqual([]);
});

test('a sentence without an end is divided', () => {
  const { sentences } = readSourceText(`${'word '.repeat(1000)}`);
  expect(sentences.every(({ length }) => length <= 1000)).toBe(true);
  expect(sentences.join(' ').split(' ')).toHaveLength(1000);
  expect(readSourceText('x'.repeat(5000)).sentences).toHaveLength(5);
});
