import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNumber, type Json, parseJson } from '../../repository/linked-data/json.ts';
import type { CalculationInput } from './calculation.ts';
import { textCalculation } from './calculator.ts';
import { profileInput } from './testing/arbitrary.ts';
import { framework, NOW } from './testing/notation.ts';
import { createAssembly, inParts } from './thread-transfer.ts';

const calculate = textCalculation([]);

/** An input after its transfer to another thread. */
function crossed(input: CalculationInput, size?: number): CalculationInput {
  const assemble = createAssembly();
  const results = [...inParts(input, size)].map((part) => assemble(structuredClone(part)));
  expect(results.slice(0, -1).every((result) => result === null)).toBe(true);
  const last = results.at(-1);
  if (last === null || last === undefined) throw new Error('the last part is missing');
  return last;
}

test('a transferred input results in the same profile, byte for byte, in any number of parts', () => {
  fc.assert(
    fc.property(profileInput, fc.constantFrom(1, 2, 5, 13, undefined), (input, size) => {
      const whole = { ...input, options: { now: NOW, explain: true } };
      expect(calculate(crossed(whole, size))).toEqual(calculate(whole));
    }),
    { numRuns: 100 },
  );
});

/** A value of each kind that JSON from outside can hold here. */
function odd(digits: string): Json {
  return parseJson(`{"n": ${digits}, "in": [{"source": "1"}, ${digits}], "__proto__": {"x": ${digits}}}`, 'A test');
}

const GRAPH = framework('', 'A');
const MEMBERS: readonly [string, (value: Json) => Partial<CalculationInput>][] = [
  ...(['name', 'shortName', 'type', 'requiredSignatureCount'] as const).map(
    (name): [string, (value: Json) => Partial<CalculationInput>] => [
      `${name} of a competency`,
      (value) => ({ graph: { ...GRAPH, competencies: [{ id: 'A', [name]: value }] } }),
    ],
  ),
  ['name of a framework', (value) => ({ graph: { ...GRAPH, framework: { ...GRAPH.framework, name: value } } })],
  ['resource', (value) => ({ graph: { ...GRAPH, resources: [{ id: 'r', targets: ['A'], object: { value } }] } })],
  ['concept', (value) => ({ graph: { ...GRAPH, concepts: [{ id: 'c', prefLabel: value, hiddenLabel: value }] } })],
  ['name of a person', (value) => ({ person: { name: value, goals: [] } })],
  ...(['grade', 'registration', 'condition', 'agent'] as const).map(
    (name): [string, (value: Json) => Partial<CalculationInput>] => [
      `${name} of an assertion`,
      (value) => ({
        assertions: [
          {
            id: 'a',
            competency: 'A',
            negative: false,
            agent: { key: 'k', name: name === 'agent' ? value : 'Ann' },
            assertionDate: null,
            expirationDate: null,
            ...(name === 'agent' ? {} : { [name]: value }),
          },
        ],
      }),
    ],
  ),
];

test.each(MEMBERS)('numbers that a double cannot hold, and names like __proto__, survive in: %s', (_, make) => {
  const plain: CalculationInput = { graph: GRAPH, assertions: [], person: { goals: [] }, options: { now: NOW } };
  for (const value of [new ExactNumber('12345678901234567890'), odd('12345678901234567890'), odd('1')]) {
    const input = { ...plain, ...make(value) };
    const result = crossed(input);
    expect(JSON.stringify(result)).toBe(JSON.stringify({ ...input, graph: { ...result.graph, ...input.graph } }));
    expect(calculate(result)).toEqual(calculate(input));
  }
});

test('parameters for stages are transferred too', () => {
  const parameters = new Map([['level', ['B2', 'C1']]]);
  const input = { graph: GRAPH, assertions: [], person: { goals: [] }, options: { now: NOW, parameters } };
  expect(crossed(input).options.parameters).toEqual(parameters);
});
