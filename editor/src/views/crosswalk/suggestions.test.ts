import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { createState } from '../../outline/state.ts';
import { idsWithWords, indexTexts, pairsByName, suggestionsFor } from './suggestions.ts';

type Texts = { readonly name: Json; readonly description?: string; readonly notation?: string };

function indexOf(framework: string, texts: Readonly<Record<string, Texts>>) {
  const ids = Object.keys(texts);
  const objects: JsonObject[] = [
    { '@type': 'Framework', '@id': framework, competency: ids },
    ...Object.entries(texts).map(([id, { name, description, notation }]) => ({
      '@type': 'Competency',
      '@id': id,
      name,
      ...(description !== undefined && { description }),
      ...(notation !== undefined && { 'ceasn:codedNotation': notation }),
    })),
  ];
  return indexTexts(createState(framework, new Map(objects.map((object) => [String(object['@id']), object]))), null);
}

const all = () => true;
const none = () => false;

describe('suggestions for a competency', () => {
  const own = indexOf('own', {
    pump: { name: 'Repairs the water pumps' },
    weld: { name: 'Weld pipes' },
    unique: { name: 'Sings' },
    coded: { name: 'Lire un plan', notation: 'A.1-2' },
    empty: { name: '' },
  });
  const other = indexOf('other', {
    plans: { name: 'Read a drawing', notation: 'a 1 2' },
    pumping: { name: 'Repairing a water pump' },
    water: { name: 'Boil water' },
    welding: { name: { en: 'Welding of pipes', de: 'Rohre schweißen' } },
    welds: { name: { de: 'Rohre verbinden', en: 'Weld PIPES!' } },
  });
  const idsFor = (id: string, isWanted: (id: string) => boolean = all) =>
    suggestionsFor(id, own, other, isWanted, none).map((suggestion) => suggestion.id);

  it('have the most words in common first, in any of their forms', () => {
    expect(idsFor('pump')[0]).toBe('pumping');
  });

  it('begin with the same name in any language, without regard to case and punctuation', () => {
    expect(suggestionsFor('weld', own, other, all, none)[0]).toMatchObject({ id: 'welds' });
    expect(suggestionsFor('weld', own, other, all, none)[0]?.reasons).toContain('name');
    expect(idsFor('weld')).toContain('welding');
  });

  it('include the same notation, however it is written, although no word is the same', () => {
    expect(suggestionsFor('coded', own, other, all, none)).toEqual([{ id: 'plans', reasons: ['notation'] }]);
  });

  it('do not exist for what is like nothing, and for an empty name', () => {
    expect(idsFor('unique')).toEqual([]);
    expect(idsFor('empty')).toEqual([]);
  });

  it('prefer what is below the counterpart of the parent', () => {
    const twins = indexOf('twins', { here: { name: 'Weld pipes' }, there: { name: 'Weld pipes' } });
    expect(suggestionsFor('weld', own, twins, all, (id) => id === 'there')[0]?.id).toBe('there');
  });

  it('include what means the same in other words, behind what has common words, and rather what has both', () => {
    const suggested = (id: string, meant: Readonly<Record<string, number>>) =>
      suggestionsFor(id, own, other, all, none, new Map(Object.entries(meant)));
    expect(suggested('unique', { water: 0.8, plans: 0.9, elsewhere: 1 })).toEqual([
      { id: 'plans', reasons: ['meaning'] },
      { id: 'water', reasons: ['meaning'] },
    ]);
    expect(suggested('coded', { water: 1 })).toEqual([
      { id: 'plans', reasons: ['notation'] },
      { id: 'water', reasons: ['meaning'] },
    ]);
    const before = idsFor('weld');
    expect(suggested('weld', { water: 1 }).map(({ id }) => id)).toEqual([...before, 'water']);
    const weak = indexOf('weak', {
      one: { name: 'Weld long pipes' },
      another: { name: 'Weld wide pipes' },
      ...Object.fromEntries(['Sail', 'Climb', 'Knit', 'Draw'].map((name) => [name, { name }])),
    });
    const [best] = suggestionsFor('weld', own, weak, all, none, new Map([['another', 0.6]]));
    expect(best).toEqual({ id: 'another', reasons: ['words', 'meaning'] });
  });

  it('leave out what is not wanted', () => {
    expect(idsFor('weld', (id) => id !== 'welds')).not.toContain('welds');
  });
});

describe('the words of a framework', () => {
  it('pair competencies whose name occurs once in each framework', () => {
    const own = indexOf('own', { a: { name: 'Boil' }, b: { name: 'Fry' }, c: { name: 'Fry' }, d: { name: 'Bake' } });
    const other = indexOf('other', { x: { name: 'boil' }, y: { name: 'Fry' }, z: { name: 'Grill' } });
    expect(pairsByName(own, other)).toEqual([['a', 'x']]);
  });

  it('are found by their beginnings, all of them', () => {
    const index = indexOf('own', {
      a: { name: 'Measure the voltage' },
      b: { name: 'Measure a length', notation: 'L.4' },
    });
    expect([...idsWithWords(index, 'meas volt')]).toEqual(['a']);
    expect([...idsWithWords(index, 'l.4')]).toEqual(['b']);
    expect([...idsWithWords(index, 'pressure')]).toEqual([]);
  });

  it('are indexed again only when a competency has changed', () => {
    const objects = new Map<string, JsonObject>([
      ['f', { '@type': 'Framework', '@id': 'f', competency: ['a'] }],
      ['a', { '@type': 'Competency', '@id': 'a', name: 'Old' }],
    ]);
    const before = indexTexts(createState('f', objects), null);
    expect(indexTexts(createState('f', new Map(objects)), before)).toBe(before);
    const renamed = new Map(objects).set('a', { '@type': 'Competency', '@id': 'a', name: 'New' });
    expect([...idsWithWords(indexTexts(createState('f', renamed), before), 'new')]).toEqual(['a']);
  });
});
