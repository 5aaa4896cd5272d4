import { hierarchyOf } from '../../shared/exchange/frameworks/hierarchy.ts';
import type { Framework, FrameworkNode, FrameworkRelation } from '../../shared/exchange/frameworks/model.ts';
import type { NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import type { Json } from '../../shared/repository/linked-data/json.ts';

const PLACE = 'https://example.org/exchange';
const [ROOT, A, B, X, Y] = ['framework', 'a', 'b', 'x', 'y'].map((name) => `${PLACE}/${name}`) as [
  string,
  string,
  string,
  string,
  string,
];
const ELSEWHERE = 'https://example.org/elsewhere';

const LANGUAGES = { en: 'Reading', de: 'Lesen', fr: 'Lire', ar: 'القراءة', 'zh-Hant': '閱讀' };

const texts = (map: Readonly<Record<string, string>>): Json[] =>
  Object.entries(map).map(([language, text]) => ({ '@language': language, '@value': text }));

const text = (value: string): Json[] => texts({ en: value });

function node(id: string, kind: NodeKind, properties: Readonly<Record<string, Json[]>>): FrameworkNode {
  return { id, kind, properties: new Map(Object.entries(properties)), modified: null };
}

function relation(type: string, source: string, target: string): FrameworkRelation {
  return { id: null, type, source, target, properties: new Map(), modified: null };
}

const ALIGNMENTS = ['isEquivalentTo', 'majorRelated', 'minorRelated', 'requires', 'isRelatedTo'] as const;

/** A framework with every kind of content. */
export function frameworkOf(): Framework {
  return {
    root: node(ROOT, 'framework', {
      name: texts(LANGUAGES),
      description: text('Reading, from letters to books'),
      'schema:inLanguage': ['en'],
      'schema:license': ['https://example.org/licence'],
      'schema:publisher': ['https://example.org/publisher'],
      'ceasn:dateCreated': ['2021-02-03'],
    }),
    memberIds: [A, X, Y, B],
    members: [
      node(A, 'competency', {
        name: texts(LANGUAGES),
        description: text('Understands a text'),
        'schema:keywords': [...texts({ en: 'literacy' }), ...texts({ en: 'books' })],
        'ceasn:educationLevelType': ['https://example.org/levels/primary'],
        'asn:hasProgressionLevel': ['https://example.org/levels/2'],
        'ceasn:codedNotation': ['R.1'],
        'ceasn:listID': ['1'],
        validFrom: ['2022-01-01'],
        'https://example.org/terms/color': ['blue'],
      }),
      node(X, 'competency', { name: text('Reads aloud'), 'dcterms:type': text('Skill') }),
      node(Y, 'competency', { name: text('Reads silently') }),
      node(B, 'competency', { name: text('Reads on screens') }),
    ],
    relations: [
      relation('narrows', Y, A),
      relation('narrows', X, A),
      relation('narrows', X, B),
      relation('narrows', Y, B),
      ...ALIGNMENTS.map((type) => relation(type, B, `${ELSEWHERE}/${type}`)),
      relation('narrows', B, `${ELSEWHERE}/broader`),
    ],
    definitions: [],
  };
}

/** One kind of content. */
export type Content = {
  readonly name: string;
  /** Whether a framework made from {@link frameworkOf} still has it. */
  readonly isKept: (framework: Framework) => boolean;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const propertyOf = ({ root, members }: Framework, id: string, name: string): readonly Json[] | undefined =>
  [root, ...members].find((one) => one.id === id)?.properties.get(name);

/** Whether the property still has its values. */
function property(id: string, ...names: readonly string[]): Content['isKept'] {
  const before = frameworkOf();
  return (after) =>
    names.every((name) => same(sorted(propertyOf(after, id, name)), sorted(propertyOf(before, id, name))));
}

function sorted(values: readonly Json[] | undefined): readonly string[] {
  // Language tags are the same in any case (RFC 5646, 2.1.1).
  return (values ?? [])
    .map((value) => JSON.stringify(value).replace(/"@language":"[^"]*"/, (tag) => tag.toLowerCase()))
    .sort();
}

function alignment(type: string): Content['isKept'] {
  return ({ relations }) =>
    relations.some((one) => one.type === type && one.source === B && one.target === `${ELSEWHERE}/${type}`);
}

/** The kinds of content in the table of docs/use/exchange.md. */
export const CONTENTS: readonly Content[] = [
  {
    name: 'names in five languages',
    isKept: (framework) => property(ROOT, 'name')(framework) && property(A, 'name')(framework),
  },
  {
    name: 'descriptions',
    isKept: (framework) => property(ROOT, 'description')(framework) && property(A, 'description')(framework),
  },
  { name: 'order of children', isKept: (framework) => same(hierarchyOf(framework).children(A), [Y, X]) },
  {
    name: 'two parents, each with its own order',
    isKept: (framework) =>
      same(hierarchyOf(framework).parents(X), [A, B]) && same(hierarchyOf(framework).children(B), [X, Y]),
  },
  ...ALIGNMENTS.map(
    (type): Content => ({ name: `relation \`${type}\` to another framework`, isKept: alignment(type) }),
  ),
  {
    name: 'broader competency in another framework',
    isKept: ({ relations }) =>
      relations.some(
        ({ type, source, target }) => type === 'narrows' && source === B && target === `${ELSEWHERE}/broader`,
      ),
  },
  { name: 'progression levels', isKept: property(A, 'asn:hasProgressionLevel') },
  { name: 'education levels', isKept: property(A, 'ceasn:educationLevelType') },
  { name: 'keywords', isKept: property(A, 'schema:keywords') },
  { name: 'categories', isKept: property(X, 'dcterms:type') },
  { name: 'notations and list numbers', isKept: property(A, 'ceasn:codedNotation', 'ceasn:listID') },
  {
    name: 'dates',
    isKept: (framework) => property(A, 'validFrom')(framework) && property(ROOT, 'ceasn:dateCreated')(framework),
  },
  { name: 'licences', isKept: property(ROOT, 'schema:license') },
  { name: 'publishers', isKept: property(ROOT, 'schema:publisher') },
  { name: 'properties of other vocabularies', isKept: property(A, 'https://example.org/terms/color') },
];
