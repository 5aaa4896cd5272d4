import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { type Command, CommandRefused, type Maker, type NewItem } from './command.ts';
import { runCommand } from './run-command.ts';
import { createState, type OutlineState, withPatches } from './state.ts';

const BASE = 'http://localhost/api/';
const FRAMEWORK = `${BASE}data/schema.cassproject.org.0.4.Framework/f`;

function maker(): Maker {
  let count = 0;
  return { newId: (type) => `${BASE}data/${type}/n${count++}-x`, owners: [], now: () => '2026-01-01T00:00:00.000Z' };
}

function empty(): OutlineState {
  const framework: JsonObject = {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Framework',
    '@id': FRAMEWORK,
  };
  return createState(FRAMEWORK, new Map([[FRAMEWORK, framework]]));
}

function item(name: string, ...children: NewItem[]): NewItem {
  return { fields: { name }, children };
}

/** The outline as text: `A(B C)`. */
function outline(state: OutlineState): string {
  const write = (ids: readonly string[], above: readonly string[]): string =>
    ids
      .map((id) => {
        const name = String(state.objects.get(id)?.name);
        const children = above.includes(id) ? [] : (state.tree.children.get(id) ?? []);
        return children.length === 0 ? name : `${name}(${write(children, [...above, id])})`;
      })
      .join(' ');
  return write(state.tree.roots, []);
}

function start(...items: NewItem[]) {
  const make = maker();
  const { state } = runCommand(empty(), { kind: 'add', place: { parent: null, after: null }, items }, make);
  const id = (name: string) => [...state.objects].find(([, object]) => object.name === name)?.[0] ?? '';
  const at = (name: string) => ({ id: id(name), parent: state.tree.parents.get(id(name))?.[0] ?? null });
  const after = (command: Command) => outline(runCommand(state, command, make).state);
  return { state, id, at, after, make };
}

test('competencies are added with what is below them', () => {
  expect(outline(start(item('A', item('B'), item('C', item('D'))), item('E')).state)).toBe('A(B C(D)) E');
});

test('indent, outdent, shift and move change places', () => {
  const { id, at, after } = start(item('A', item('B'), item('C')), item('D'), item('E'));
  expect(after({ kind: 'indent', items: [at('D')] })).toBe('A(B C D) E');
  expect(after({ kind: 'indent', items: [at('D'), at('E')] })).toBe('A(B C D E)');
  expect(after({ kind: 'outdent', items: [at('B')] })).toBe('A(C) B D E');
  expect(after({ kind: 'outdent', items: [at('B'), at('C')] })).toBe('A B C D E');
  expect(after({ kind: 'shift', items: [at('D')], by: -1 })).toBe('D A(B C) E');
  expect(after({ kind: 'shift', items: [at('A')], by: 1 })).toBe('D A(B C) E');
  expect(after({ kind: 'shift', items: [at('E')], by: 1 })).toBe('A(B C) D E');
  expect(after({ kind: 'move', items: [at('E')], place: { parent: id('A'), after: id('B') } })).toBe('A(B E C) D');
  expect(after({ kind: 'move', items: [at('E')], place: { parent: null, after: null } })).toBe('E A(B C) D');
});

test('a competency linked below a second parent is at both places, and is deleted with both only', () => {
  const { state, id, make } = start(item('A', item('X')), item('B'));
  const linked = runCommand(state, { kind: 'link', id: id('X'), place: { parent: id('B'), after: null } }, make).state;
  expect(outline(linked)).toBe('A(X) B(X)');
  expect(outline(runCommand(linked, { kind: 'delete', ids: [id('A')] }, make).state)).toBe('B(X)');
  expect(outline(runCommand(linked, { kind: 'delete', ids: [id('A'), id('B')] }, make).state)).toBe('');
});

test('nothing is moved below itself', () => {
  const { id, at, after } = start(item('A', item('B')));
  expect(() => after({ kind: 'move', items: [at('A')], place: { parent: id('B'), after: null } })).toThrow(
    CommandRefused,
  );
});

test('numbering follows the outline', () => {
  const { state, make } = start(item('A', item('B'), item('C')), item('D'));
  const numbered = runCommand(state, { kind: 'number', prefix: '' }, make).state;
  expect([...numbered.objects.values()].flatMap((object) => object['ceasn:codedNotation'] ?? []).sort()).toEqual([
    '1',
    '1.1',
    '1.2',
    '2',
  ]);
});

test('an edit leaves the lists of the tree as they are', () => {
  const { state, id, make } = start(item('A', item('B')), item('C'));
  const edited = runCommand(state, { kind: 'edit', id: id('B'), fields: { name: 'B2' } }, make).state;
  expect(edited.tree).toBe(state.tree);
  const moved = runCommand(state, { kind: 'add', place: { parent: null, after: id('C') }, items: [item('E')] }, make);
  expect(moved.state.tree.children.get(id('A'))).toBe(state.tree.children.get(id('A')));
});

type Step = readonly [kind: number, first: number, second: number, third: number];

function commandOf([kind, first, second, third]: Step, state: OutlineState): Command {
  const ids = [...state.objects].flatMap(([id, object]) => (object['@type'] === 'Competency' ? [id] : []));
  const id = ids[first % ids.length] ?? '';
  const parents = state.tree.parents.get(id) ?? [null];
  const occurrence = { id, parent: parents[second % parents.length] ?? null };
  const parent = third % 4 === 0 ? null : (ids[third % ids.length] ?? null);
  const siblings = parent === null ? state.tree.roots : (state.tree.children.get(parent) ?? []);
  const place = { parent, after: second % 3 === 0 ? null : (siblings[second % siblings.length] ?? null) };
  const commands: readonly Command[] = [
    { kind: 'add', place, items: [item(`n${first}`, item(`n${second}`))] },
    { kind: 'edit', id, fields: { name: `e${second}`, description: third % 2 === 0 ? null : `d${third}` } },
    { kind: 'move', items: [occurrence], place },
    { kind: 'indent', items: [occurrence] },
    { kind: 'outdent', items: [occurrence] },
    { kind: 'shift', items: [occurrence], by: third % 2 === 0 ? 1 : -1 },
    { kind: 'copy', ids: [id], place },
    { kind: 'link', id, place },
    { kind: 'unlink', item: occurrence },
    { kind: 'delete', ids: [id] },
    { kind: 'relate', source: id, target: place.parent ?? id, type: 'isRelatedTo' },
    { kind: 'number', prefix: '' },
    { kind: 'edit-all', edits: new Map(ids.slice(0, 2).map((each) => [each, { scope: `s${second}` }])) },
    {
      kind: 'restore',
      objects: new Map(ids.slice(0, 1).map(() => [id, { ...state.objects.get(id), name: `r${third}` }])),
    },
  ];
  return commands[kind % commands.length] ?? { kind: 'number', prefix: '' };
}

test('undo of random commands leads back to the same state, and every competency stays in the outline', () => {
  const step = fc.tuple(fc.nat(13), fc.nat(50), fc.nat(50), fc.nat(50));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { state: first, make } = start(item('A', item('B'), item('C', item('D'))), item('E'));
      let state = first;
      const inverses = [];
      for (const next of steps) {
        if (state.objects.size > 300) break;
        const before = state;
        try {
          const outcome = runCommand(state, commandOf(next, state), make);
          state = outcome.state;
          inverses.push({ inverse: outcome.inverse, before });
        } catch (error) {
          if (!(error instanceof CommandRefused)) throw error;
        }
        const reached = new Set([...state.tree.roots, ...[...state.tree.children.values()].flat()]);
        const competencies = [...state.objects].filter(([, object]) => object['@type'] === 'Competency');
        expect(reached).toEqual(new Set(competencies.map(([id]) => id)));
      }
      for (const { inverse, before } of inverses.reverse()) {
        state = withPatches(state, inverse).state;
        expect(Object.fromEntries(state.objects)).toEqual(Object.fromEntries(before.objects));
        expect(outline(state)).toBe(outline(before));
      }
    }),
  );
});
