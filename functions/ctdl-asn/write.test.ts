import { describe, expect, it } from 'vitest';
import type { Framework } from '../../shared/exchange/frameworks/model.ts';
import { nodeOf } from '../../shared/exchange/frameworks/stored.ts';
import type { Json, JsonObject } from '../../shared/repository/linked-data/json.ts';
import { read } from './read.ts';
import { write } from './write.ts';

/** A framework of one competency, and one that cannot be read. */
function frameworkOf(competency: JsonObject): Framework {
  return {
    root: nodeOf({ name: 'Reading' }, 'https://example.org/f', 'framework', null),
    memberIds: ['https://example.org/a', 'https://example.org/gone'],
    members: [nodeOf(competency, 'https://example.org/a', 'competency', null)],
    relations: [],
    definitions: [],
  };
}

const competencyOf = (competency: JsonObject): JsonObject => [...write(frameworkOf(competency)).nodes][1] ?? {};

describe('a framework in CTDL-ASN', () => {
  it.each(['', ' ', { en: '' }, [], ['']])('has the description as text of a competency that is called %j', (name) => {
    expect(competencyOf({ name, description: 'Reads aloud' })).toMatchObject({
      'ceasn:competencyText': { en: 'Reads aloud' },
    });
  });

  it('lists no competency that cannot be loaded, and reports it as a loss', () => {
    const { nodes, losses } = write(frameworkOf({ name: 'A' }));
    expect([...nodes][0]).toMatchObject({ 'ceasn:hasTopChild': ['https://example.org/a'] });
    expect(losses).toMatchObject([
      { property: 'competency', reason: expect.stringContaining('https://example.org/gone') },
    ]);
  });
});

describe('properties that may have several values', () => {
  const graph = (competency: JsonObject): Json[] => [
    { '@id': 'https://example.org/f', '@type': 'ceasn:CompetencyFramework', 'ceasn:name': { en: 'Reading' } },
    { '@id': 'https://example.org/a', '@type': 'ceasn:Competency', 'ceasn:competencyText': { en: 'A' }, ...competency },
  ];

  it.each([
    ['ceasn:localSubject', { en: ['x'] }],
    ['ceasn:localSubject', { en: 'x' }],
    ['ceasn:competencyCategory', { en: ['x'] }],
    ['ceasn:competencyCategory', { en: 'x' }],
    ['ceasn:substantiatingStatement', { en: ['x'] }],
    ['ceasn:substantiatingStatement', { en: 'x' }],
    ['ceasn:conceptKeyword', { en: ['x'] }],
    ['ceasn:creator', ['https://example.org/c']],
    ['ceasn:complexityLevel', ['https://example.org/level']],
    ['ceasn:CompetencyCategory', ['a name of another vocabulary']],
    ['ceasn:comment', { ja: ['読む'], ar: ['خبز'] }],
    ['ceasn:isPartOf', 'https://example.org/f'],
  ] as const)('%s is %j again', async (name, value) => {
    const { frameworks } = await read(graph({ [name]: structuredClone(value) as Json }));
    const nodes = frameworks.flatMap((framework) => [...write(framework).nodes]);
    expect(nodes[1]?.[name]).toEqual(value);
  });

  it('refer to a blank node by its name, or not at all', async () => {
    const { frameworks, losses } = await read([
      ...graph({
        'ceasn:creator': ['_:b1', 'https://example.org/c'],
        'ceasn:publisher': ['_:b2'],
        'ceasn:hasChild': ['_:b3'],
      }),
      { '@id': '_:b1', '@type': 'ceterms:CredentialOrganization', 'ceterms:name': { en: 'Guild' } },
      { '@id': '_:b3', '@type': 'ceasn:Competency', 'ceasn:competencyText': { en: 'C' } },
    ]);
    const text = JSON.stringify(frameworks.flatMap((framework) => [...write(framework).nodes]));
    expect(text).not.toContain('_:b');
    expect(text).toContain('Guild');
    expect(losses.map(({ property }) => property)).toEqual(['@type', '@id', 'schema:publisher', 'ceasn:hasChild']);
  });
});
