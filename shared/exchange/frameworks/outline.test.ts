import { expect, it } from 'vitest';
import { copyOf } from './copy.ts';
import type { Framework, FrameworkNode } from './model.ts';
import { outlineOf } from './outline.ts';

const node = (id: string, name: string | null, kind: FrameworkNode['kind'] = 'competency'): FrameworkNode => ({
  id,
  kind,
  modified: null,
  properties: new Map([
    ...(name === null ? [] : [['name', [{ '@language': 'en', '@value': name }]] as const]),
    ['schema:identifier', [id]],
    ['ceasn:crossSubjectReference', ['urn:a', 'urn:elsewhere']],
  ]),
});

const narrows = (source: string, target: string) => ({
  id: `urn:${source}-${target}`,
  type: 'narrows',
  source,
  target,
  properties: new Map(),
  modified: null,
});

const FRAMEWORK: Framework = {
  root: node('urn:f', 'Bread', 'framework'),
  memberIds: ['urn:c', 'urn:a', 'urn:b', 'urn:d'],
  members: [node('urn:c', 'Knead'), node('urn:a', 'Rye'), node('urn:b', 'Wheat'), node('urn:d', null)],
  relations: [narrows('urn:c', 'urn:a'), narrows('urn:c', 'urn:b'), narrows('urn:d', 'urn:c')],
  definitions: [
    { id: 'urn:r', object: { '@type': 'Rubric', identifier: 'x', about: { '@id': 'urn:a' } }, modified: null },
  ],
};

it('an outline has each member below all of its parents, and what is below it once', async () => {
  const { name, isStored, entries } = await outlineOf(FRAMEWORK, true);
  const text = ([value]: readonly unknown[]) => JSON.stringify(value).replace(/.*"@value":"(.*)".*/, '$1');
  expect([text(name), isStored]).toEqual(['Bread', true]);
  expect(entries.map((entry) => `${'  '.repeat(entry.depth)}${text(entry.name)}`)).toEqual([
    'Rye',
    '  Knead',
    '    "urn:d"',
    'Wheat',
    '  Knead',
  ]);
});

it('a copy has new ids everywhere, and no identifier of the original', async () => {
  const base = 'https://here.example/api/';
  const [copy = FRAMEWORK] = copyOf([FRAMEWORK], base);
  const text = JSON.stringify({
    ...copy,
    nodes: [copy.root, ...copy.members].map(({ properties }) => [...properties]),
  });
  expect(text).not.toMatch(/urn:[fabcdr]\b|identifier/);
  expect(text).toContain('urn:elsewhere');
  expect(copy.memberIds).toEqual(copy.members.map(({ id }) => id));
  expect(copy.members[0]?.properties.get('ceasn:crossSubjectReference')).toEqual([copy.memberIds[1], 'urn:elsewhere']);
  expect(copy.definitions[0]?.object).toEqual({ '@type': 'Rubric', about: { '@id': copy.memberIds[1] } });
  const entries = async (framework: Framework) =>
    (await outlineOf(framework, false)).entries.filter(({ name }) => typeof name[0] === 'object');
  expect(await entries(copy)).toEqual(await entries(FRAMEWORK));
});
