import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { runCommand } from '../../outline/run-command.ts';
import { createState, type OutlineState } from '../../outline/state.ts';
import { textIn } from '../../words/text-of.ts';
import { mergeCommands } from './merge.ts';
import type { TableItem } from './table-item.ts';

const STATE = createState(
  'f',
  new Map<string, JsonObject>([
    ['f', { '@id': 'f', '@type': 'Framework', competency: ['a', 'b', 'c'], relation: ['r'] }],
    ['a', { '@id': 'a', '@type': 'Competency', name: 'Bread', 'ceasn:codedNotation': '1' }],
    ['b', { '@id': 'b', '@type': 'Competency', name: [{ '@language': 'en', '@value': 'Knead' }] }],
    ['c', { '@id': 'c', '@type': 'Competency', name: { en: 'Cakes' } }],
    ['r', { '@id': 'r', '@type': 'Relation', source: 'b', target: 'a', relationType: 'narrows' }],
  ]),
);

function item(name: Record<string, string>, rest: Partial<TableItem> = {}): TableItem {
  return { fields: { name }, children: [], ...rest };
}

function merged(items: readonly TableItem[]): OutlineState {
  let next = 0;
  const maker = { newId: () => `new-${++next}`, owners: [], now: () => '2026-01-01T00:00:00Z' };
  return mergeCommands(STATE, items).reduce((state, command) => runCommand(state, command, maker).state, STATE);
}

function outline({ tree, objects }: OutlineState, ids = tree.roots, indent = ''): readonly string[] {
  return ids.flatMap((id) => [
    `${indent}${textIn(objects.get(id) ?? {}, 'name', 'en')}`,
    ...outline({ tree, objects } as OutlineState, tree.children.get(id) ?? [], `${indent}  `),
  ]);
}

it('a table that matches the framework changes nothing', () => {
  expect(
    mergeCommands(STATE, [item({ en: 'Bread' }, { children: [item({ en: 'Knead' })] }), item({ en: 'Cakes' })]),
  ).toEqual([]);
});

it('a table rewords a competency that it identifies by id or notation, and translates one that it identifies by name', () => {
  const state = merged([
    { fields: { name: { en: 'Loaves' }, 'ceasn:codedNotation': '1' }, children: [] },
    item({ en: 'Kneading' }, { id: 'b' }),
    item({ en: 'Cakes', de: 'Kuchen' }),
  ]);
  expect(outline(state)).toEqual(['Loaves', '  Kneading', 'Cakes']);
  expect(textIn(state.objects.get('c') ?? {}, 'name', 'de')).toBe('Kuchen');
});

it('a table adds new competencies at their places, with new ones below them, and moves and deletes none', () => {
  const state = merged([
    item({ en: 'Bread' }, { children: [item({ en: 'Proof' }, { children: [item({ en: 'Wait' })] })] }),
    item({ en: 'Pies' }, { children: [item({ en: 'Knead' }), item({ en: 'Fill' })] }),
  ]);
  expect(outline(state)).toEqual(['Bread', '  Knead', '  Proof', '    Wait', 'Cakes', 'Pies', '  Fill']);
});
