import { ExactNumber, isObject, type Json, member } from '../../../repository/linked-data/json.ts';
import type { JsonPath, PathOperand, PathOperator, PathSelector, PathTest } from './parse.ts';

/** Maximum number of values that one search visits; a longer search finds nothing. */
const MAX_STEPS = 100_000;

type Search = { readonly root: Json; steps: number };

/** Whether the path finds anything in the value (RFC 9535, section 2). Values nest at most as deep as `parseJson` allows. */
export function findsAnything(path: JsonPath, value: Json): boolean {
  const search: Search = { root: value, steps: 0 };
  return select(path, value, search).length > 0 && search.steps <= MAX_STEPS;
}

function select(path: JsonPath, from: Json, search: Search): Json[] {
  let values: Json[] = [from];
  for (const { deep, selectors } of path) {
    const places = deep ? values.flatMap((value) => descendants(value, search)) : values;
    values = places.flatMap((value) => selectors.flatMap((selector) => children(value, selector, search)));
    if (search.steps > MAX_STEPS) return [];
  }
  return values;
}

function descendants(value: Json, search: Search): Json[] {
  const found = [value];
  for (let next = 0; next < found.length && search.steps <= MAX_STEPS; next++) {
    search.steps++;
    for (const child of items(found[next])) found.push(child);
  }
  return found;
}

function items(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function children(value: Json, selector: PathSelector, search: Search): readonly Json[] {
  search.steps++;
  if (search.steps > MAX_STEPS) return [];
  if (selector.kind === 'name') {
    const named = isObject(value) ? member(value, selector.name) : undefined;
    return named === undefined ? [] : [named];
  }
  if (selector.kind === 'index') {
    const item = Array.isArray(value) ? value.at(selector.index) : undefined;
    return item === undefined ? [] : [item];
  }
  search.steps += items(value).length;
  if (selector.kind === 'all') return items(value);
  if (selector.kind === 'slice') return Array.isArray(value) ? sliceOf(value, selector) : [];
  return items(value).filter((item) => holds(selector.test, item, search));
}

/** The items from `start` up to but excluding `end`, or backwards (RFC 9535, section 2.3.4.2). */
function sliceOf(array: readonly Json[], { start, end, step }: PathSelector & { readonly kind: 'slice' }): Json[] {
  const found: Json[] = [];
  const { length } = array;
  const [lowest, highest] = step < 0 ? [-1, length - 1] : [0, length];
  const place = (bound: number): number => Math.min(Math.max(bound < 0 ? length + bound : bound, lowest), highest);
  const first = start === null ? (step < 0 ? highest : lowest) : place(start);
  const last = end === null ? (step < 0 ? lowest : highest) : place(end);
  for (let i = first; step > 0 ? i < last : step < 0 && i > last; i += step) {
    const item = array[i];
    if (item !== undefined) found.push(item);
  }
  return found;
}

function holds(test: PathTest, value: Json, search: Search): boolean {
  switch (test.kind) {
    case 'or':
      return test.tests.some((one) => holds(one, value, search));
    case 'and':
      return test.tests.every((one) => holds(one, value, search));
    case 'not':
      return !holds(test.test, value, search);
    case 'exists':
      return select(test.operand.path, test.operand.fromRoot ? search.root : value, search).length > 0;
    case 'compare':
      return compares(test.operator, operandValue(test.left, value, search), operandValue(test.right, value, search));
  }
}

function operandValue(operand: PathOperand, value: Json, search: Search): Json | undefined {
  if (operand.kind === 'literal') return operand.value;
  const [only, ...more] = select(operand.path, operand.fromRoot ? search.root : value, search);
  return more.length > 0 ? undefined : comparable(only);
}

function comparable(value: Json | undefined): Json | undefined {
  return value instanceof ExactNumber ? Number(value.source) : value;
}

function compares(operator: PathOperator, left: Json | undefined, right: Json | undefined): boolean {
  if (operator === '==') return equal(left, right);
  if (operator === '!=') return !equal(left, right);
  if (operator === '<=' || operator === '>=') {
    return equal(left, right) || below(...(operator === '<=' ? ([left, right] as const) : ([right, left] as const)));
  }
  return operator === '<' ? below(left, right) : below(right, left);
}

function equal(left: Json | undefined, right: Json | undefined): boolean {
  return (
    left === right || (left !== undefined && right !== undefined && JSON.stringify(left) === JSON.stringify(right))
  );
}

function below(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  return typeof left === 'string' && typeof right === 'string' && left < right;
}
