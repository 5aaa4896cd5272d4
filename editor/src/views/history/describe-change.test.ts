import { expect, it } from 'vitest';
import { describeChange } from './describe-change.ts';
import { restored } from './restored.ts';

const COMPETENCY = {
  '@context': 'https://schema.cassproject.org/0.4',
  '@type': 'Competency',
  '@id': 'urn:a',
  name: 'Bread',
};

it('a new text is a rewording, with the text before and after', () => {
  expect(
    describeChange('urn:a', COMPETENCY, { ...COMPETENCY, name: { '@language': 'en', '@value': 'Loaf' } }, 'en'),
  ).toEqual([{ kind: 'reworded', member: 'name', before: 'Bread', after: 'Loaf' }]);
});

it('a new relation of the hierarchy is a move', () => {
  const relation = { ...COMPETENCY, '@type': 'Relation', source: 'urn:a', target: 'urn:b', relationType: 'narrows' };
  expect(describeChange('urn:r', null, relation, 'en')).toEqual([
    { kind: 'moved-under', child: 'urn:a', parent: 'urn:b' },
  ]);
});

it('the competencies of a framework are counted', () => {
  const before = { ...COMPETENCY, '@type': 'Framework', competency: ['urn:a', 'urn:b'] };
  expect(describeChange('urn:f', before, { ...before, competency: ['urn:c', 'urn:a'] }, 'en')).toEqual([
    { kind: 'parts-added', count: 1 },
    { kind: 'parts-removed', count: 1 },
  ]);
  expect(describeChange('urn:f', before, { ...before, competency: ['urn:b', 'urn:a'] }, 'en')).toEqual([
    { kind: 'reordered' },
  ]);
});

it('a restored version has the current owners, and no signature of the earlier version', () => {
  const earlier = { ...COMPETENCY, '@id': 'urn:a/1', '@owner': ['old'], '@signature': 'x', scope: 'then' };
  const now = { ...COMPETENCY, '@id': 'urn:a/2', '@owner': ['new'], '@reader': ['r'] };
  expect(restored(earlier, now)).toEqual({ ...now, scope: 'then' });
});
