import { expect, test } from 'vitest';
import type { ProblemCode } from '../base/errors/catalog.ts';
import { Problem } from '../base/errors/problem.ts';
import { toProblem } from './render-problem.ts';

test.each<readonly [ProblemCode, readonly string[]]>([
  ['not-found', []],
  ['not-implemented', ['warn']],
  ['fetch-failed', ['warn']],
  ['store-unavailable', ['error']],
])('an operator who counts errors is not woken by what callers ask for: %s', (code, expected) => {
  const logged: string[] = [];
  const log = { warn: () => logged.push('warn'), error: () => logged.push('error') };
  toProblem(log, new Problem(code, 'A sentence.'));
  expect(logged).toEqual(expected);
});
