import { expect, it } from 'vitest';
import { buildTree } from '../../outline/tree.ts';
import { type PrintedItem, printedItems } from './printed-items.ts';

/** As lines, indented by two blanks for each level. */
function linesOf(items: readonly PrintedItem[], indent = ''): readonly string[] {
  return items.flatMap(({ id, children, repeats }) => [
    `${indent}${id}${repeats ? ' (above)' : ''}`,
    ...linesOf(children, `${indent}  `),
  ]);
}

function printed(members: readonly string[], pairs: readonly (readonly [child: string, parent: string])[]) {
  const edges = pairs.map(([child, parent]) => ({ relation: `${child}-${parent}`, child, parent }));
  return linesOf(printedItems(buildTree(members, edges)));
}

it('every competency is printed, in the order of the framework', () => {
  const pairs = [
    ['b', 'a'],
    ['c', 'b'],
    ['e', 'd'],
  ] as const;
  expect(printed(['a', 'b', 'c', 'd', 'e', 'f'], pairs)).toEqual(['a', '  b', '    c', 'd', '  e', 'f']);
});

it('what is below a competency with two parents is printed once', () => {
  const pairs = [
    ['shared', 'a'],
    ['shared', 'b'],
    ['leaf', 'shared'],
  ] as const;
  expect(printed(['a', 'b', 'shared', 'leaf'], pairs)).toEqual(['a', '  shared', '    leaf', 'b', '  shared (above)']);
});

it('a competency is not repeated below itself', () => {
  const pairs = [
    ['b', 'a'],
    ['a', 'b'],
  ] as const;
  expect(printed(['a', 'b'], pairs)).toEqual(['a', '  b', '    a (above)']);
});
