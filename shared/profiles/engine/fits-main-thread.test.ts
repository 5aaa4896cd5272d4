import { expect, test } from 'vitest';
import type { CalculationInput } from './calculation.ts';
import { textCalculation } from './calculator.ts';
import { fitsMainThread } from './fits-main-thread.ts';
import type { ProfileOptions } from './model.ts';
import { NOW } from './testing/notation.ts';

/** A chain of competencies in which every assertion travels to every one of them. */
function chain(
  competencies: number,
  assertions: number,
  { evidence = '', ...options }: Partial<ProfileOptions> & { readonly evidence?: string } = {},
): CalculationInput {
  const ids = Array.from({ length: competencies }, (_, n) => `https://example.org/api/data/Competency/${n}`);
  return {
    graph: {
      framework: { id: 'F', competencies: ids },
      competencies: ids.map((id) => ({ id, name: 'A name of usual length' })),
      relations: ids.slice(1).map((id, n) => ({ id: `r${n}`, source: id, target: ids[n] ?? '', type: 'narrows' })),
    },
    assertions: Array.from({ length: assertions }, (_, n) => ({
      id: `https://example.org/api/data/Assertion/${n}`,
      competency: ids[0] ?? '',
      negative: false,
      agent: { key: 'k', name: 'Somebody' },
      assertionDate: n,
      expirationDate: null,
      evidence: [evidence],
    })),
    person: { name: 'Pat', goals: [] },
    options: { now: NOW, ...options },
  };
}

test('the calculation for a class with a few assertions is small', () => {
  expect(fitsMainThread(chain(0, 0))).toBe(true);
  expect(fitsMainThread(chain(30, 30))).toBe(true);
  expect(fitsMainThread(chain(30, 10, { explain: true }))).toBe(true);
});

test.each([
  ['many competencies', chain(1000, 0)],
  ['many assertions on some competencies', chain(50, 500)],
  ['long evidence that travels everywhere', chain(30, 30, { evidence: 'x'.repeat(1000) })],
  ['expanding, however few', chain(1, 0, { expand: true })],
  ['conditions, which search evidence', chain(1, 1, { conditions: ['night'] })],
])('%s: not small', (_, input) => {
  expect(fitsMainThread(input)).toBe(false);
});

test('a profile that fits has no long response, even if all assertions travel everywhere', () => {
  const calculate = textCalculation([]);
  for (const explain of [false, true]) {
    for (let size = 5; ; size += 5) {
      const input = chain(size, size, { explain, evidence: 'An item of evidence.' });
      if (!fitsMainThread(input)) break;
      const { before, after } = calculate(input);
      expect(before.length + after.length).toBeLessThan(500_000);
    }
  }
});
