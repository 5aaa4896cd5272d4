import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { createState, frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { compareStates } from './compare.ts';

/** A framework of competencies whose ids are letters: `['a', ['b', 'a']]` has `a`, and `b` below it. */
function framework(
  rows: readonly (readonly [id: string, parent?: string])[],
  texts: Record<string, JsonObject> = {},
): OutlineState {
  const links = rows.flatMap(([id, parent]) => (parent === undefined ? [] : [{ id, parent }]));
  const objects: readonly JsonObject[] = [
    ...rows.map(([id]) => ({ '@type': 'Competency', '@id': `urn:${id}`, name: id, ...texts[id] })),
    ...links.map(({ id, parent }) => ({
      '@type': 'Relation',
      '@id': `urn:${id}-${parent}`,
      relationType: 'narrows',
      source: `urn:${id}`,
      target: `urn:${parent}`,
    })),
    {
      '@type': 'Framework',
      '@id': 'urn:f',
      competency: rows.map(([id]) => `urn:${id}`),
      relation: links.map(({ id, parent }) => `urn:${id}-${parent}`),
      ...texts['f'],
    },
  ];
  const context = 'https://schema.cassproject.org/0.4';
  return createState(
    'urn:f',
    new Map(objects.map((object) => [String(object['@id']), { '@context': context, ...object }])),
  );
}

const briefly = (before: OutlineState, after: OutlineState) =>
  compareStates(before, after, 'en').map(({ kind, id }) => `${kind} ${id.slice(4)}`);

describe('the comparison of two states of a framework', () => {
  it('has what was added, moved and reworded in the order of the outline, then what was removed', () => {
    const before = framework([['a'], ['b', 'a'], ['c'], ['d']]);
    const after = framework([['n'], ['a'], ['c'], ['b', 'c']], { c: { name: 'C' }, f: { description: 'x' } });
    expect(briefly(before, after)).toEqual(['reworded f', 'added n', 'reworded c', 'moved b', 'removed d']);
    expect(compareStates(before, after, 'en').find(({ kind }) => kind === 'moved')).toMatchObject({
      from: ['urn:a'],
      to: ['urn:c'],
    });
  });

  it('calls as few competencies moved among their siblings as explain the order', () => {
    const before = framework([['a'], ['b'], ['c'], ['d']]);
    expect(briefly(before, framework([['d'], ['a'], ['b'], ['c']]))).toEqual(['moved d']);
    expect(briefly(before, framework([['n'], ['a'], ['c'], ['d']]))).toEqual(['added n', 'removed b']);
  });

  it('has the text before and after, in the language that is asked for', () => {
    const before = framework([['a']], { a: { name: { en: 'Bake', de: 'Backen' } } });
    const after = framework([['a']], { a: { name: { en: 'Bake bread', de: 'Brot backen' } } });
    expect(compareStates(before, after, 'de')).toMatchObject([
      {
        kind: 'reworded',
        member: 'name',
        before: expect.stringContaining('Backen'),
        after: expect.stringContaining('Brot backen'),
      },
    ]);
  });

  it('has relations, levels and rules with their competency', () => {
    const competency = 'urn:a';
    const part = (type: string, id: string, members: JsonObject): JsonObject => ({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': type,
      '@id': `urn:${id}`,
      ...members,
    });
    const withParts = (...parts: readonly JsonObject[]): OutlineState => {
      const state = framework([['a'], ['b', 'a'], ['c']]);
      const root = { ...frameworkOf(state) };
      for (const [type, list] of [
        ['Relation', 'relation'],
        ['Level', 'level'],
        ['RollupRule', 'rollupRule'],
      ] as const) {
        const ids = parts.filter((one) => one['@type'] === type).map((one) => String(one['@id']));
        root[list] = [...listedIds(root, list), ...ids];
      }
      const objects = new Map([...state.objects, ...parts.map((one) => [String(one['@id']), one] as const)]);
      return createState('urn:f', objects.set('urn:f', root));
    };
    const requires = (id: string, target: string) =>
      part('Relation', id, { source: competency, target: `urn:${target}`, relationType: 'requires' });
    const before = withParts(
      requires('r1', 'b'),
      requires('r2', 'b'),
      part('Level', 'l', { competency, title: 'Novice' }),
      part('RollupRule', 'u', { competency, rule: '[b]' }),
    );
    const after = withParts(
      requires('r2', 'c'),
      { ...requires('r3', 'b'), validFrom: '2026-01-01' },
      part('Level', 'l', { competency, title: 'Beginner' }),
      part('Level', 'm', { competency, title: 'Master' }),
    );
    expect(briefly(before, after)).toEqual([
      'removed r2',
      'added r2',
      'added r3',
      'reworded l',
      'added m',
      'removed r1',
      'removed u',
    ]);
    const differences = compareStates(before, after, 'en');
    expect(differences[1]).toMatchObject({
      object: { '@id': competency },
      part: { kind: 'relation', type: 'requires', target: 'urn:c' },
    });
    expect(differences[3]).toMatchObject({ member: 'title', before: 'Novice', after: 'Beginner' });
    expect(briefly(before, before)).toEqual([]);
  });

  it('ignores versions, owners and dates', () => {
    const changed = { '@id': 'urn:a/1700000000000', '@owner': ['k'], 'schema:dateModified': '2026-01-01' };
    const [before, after] = [framework([['a']]), framework([['a']])];
    const object = { ...before.objects.get('urn:a'), ...changed };
    expect(briefly(before, createState('urn:f', new Map([...after.objects, ['urn:a', object]])))).toEqual([]);
  });
});
