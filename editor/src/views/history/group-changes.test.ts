import { describe, expect, it } from 'vitest';
import { groupChanges } from './group-changes.ts';
import type { Change } from './load-history.ts';

const MINUTE_MS = 60_000;

function change(id: string, minute: number | null, actors: readonly string[], isNew = false): Change {
  const time = minute === null ? null : minute * MINUTE_MS;
  return { id, ordinal: 1, before: isNew ? null : {}, after: {}, version: time ?? 0, time, actors };
}

const idsOf = (changes: readonly Change[]) =>
  groupChanges(changes).map(({ created, others }) => [created.length, others.map(({ id }) => id)]);

describe('changes in the history', () => {
  it('are grouped by the person and the hour', () => {
    const mine = ['me'];
    const changes = [change('d', 130, mine), change('c', 80, mine), change('b', 60, mine), change('a', 50, ['you'])];
    expect(idsOf(changes)).toEqual([
      [0, ['d', 'c']],
      [0, ['b']],
      [0, ['a']],
    ]);
  });

  it('without a time or a person are in a group of their own', () => {
    const changes = [change('c', 10, []), change('b', null, []), change('a', null, [])];
    expect(idsOf(changes)).toEqual([
      [0, ['c']],
      [0, ['b', 'a']],
    ]);
  });

  it('that create many parts are told apart from the others', () => {
    const created = ['a', 'b', 'c', 'd'].map((id) => change(id, 1, [], true));
    expect(idsOf([change('x', 2, []), ...created])).toEqual([[4, ['x']]]);
    expect(idsOf([change('x', 2, []), ...created.slice(1)])).toEqual([[0, ['x', 'b', 'c', 'd']]]);
  });
});
