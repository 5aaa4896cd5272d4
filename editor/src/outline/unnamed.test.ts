import { expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { CommandRefused, type Place } from './command.ts';
import { createState, type OutlineState } from './state.ts';
import { moveUnnamed, placeIn, withUnnamed } from './unnamed.ts';

const STATE = createState(
  'f',
  new Map<string, JsonObject>([
    ['f', { '@id': 'f', '@type': 'Framework', competency: ['a', 'b', 'c'], relation: ['r'] }],
    ...['a', 'b', 'c'].map((id): [string, JsonObject] => [id, { '@id': id, '@type': 'Competency', name: id }]),
    ['r', { '@id': 'r', '@type': 'Relation', source: 'b', target: 'a', relationType: 'narrows' }],
  ]),
);

const at = (parent: string | null, after: string | null) => ({ id: 'new', place: { parent, after } });

function outline({ tree }: OutlineState, ids = tree.roots): readonly unknown[] {
  return ids.flatMap((id) => {
    const below = tree.children.get(id);
    return below === undefined ? [id] : [id, outline({ tree } as OutlineState, below)];
  });
}

it.each<[Place, readonly unknown[]]>([
  [{ parent: null, after: 'a' }, ['a', ['b'], 'new', 'c']],
  [{ parent: 'a', after: null }, ['a', ['new', 'b'], 'c']],
  [{ parent: 'a', after: 'b' }, ['a', ['b', 'new'], 'c']],
  [{ parent: 'c', after: null }, ['a', ['b'], 'c', ['new']]],
])('a competency without a name is shown at %j, and the document does not have it', (place, shown) => {
  expect(outline(withUnnamed(STATE, { id: 'new', place }))).toEqual(shown);
  expect(STATE.objects.has('new')).toBe(false);
});

it('a competency without a name is indented, outdented and moved among its siblings', () => {
  expect(moveUnnamed(STATE, at(null, 'a'), 'indent').place).toEqual({ parent: 'a', after: 'b' });
  expect(moveUnnamed(STATE, at('a', 'b'), 'outdent').place).toEqual({ parent: null, after: 'a' });
  expect(moveUnnamed(STATE, at(null, 'a'), 'down').place).toEqual({ parent: null, after: 'c' });
  expect(moveUnnamed(STATE, at(null, 'a'), 'up').place).toEqual({ parent: null, after: null });
  expect(() => moveUnnamed(STATE, at(null, 'a'), 'outdent')).toThrow(CommandRefused);
});

it('a competency without a name goes to the end when others have deleted its parent', () => {
  expect(placeIn(STATE, at('gone', 'b'))).toEqual({ parent: null, after: 'c' });
});
