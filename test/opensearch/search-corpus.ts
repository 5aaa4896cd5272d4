import { HUB } from '../support/instances.ts';

type Thing = { readonly '@id': string; readonly [name: string]: unknown };

const CASS = 'https://schema.cassproject.org/0.4';
const VERBS = ['Add', 'Subtract', 'Read', 'Write', 'Compare', 'Explain', 'Draw', 'Count', 'Measure', 'Describe'];
const NOUNS = ['numbers', 'fractions', 'complex texts', 'stories', 'angles', 'shapes', 'graphs', 'sentences', 'poems'];
const GRADES = ['K', '01', '02', '03', '04', '05'];
const COMPETENCIES = 120;

const idOf = (type: string, name: string): string => `${HUB}data/schema.cassproject.org.0.4.${type}/${name}`;

/** Batches of objects: a framework of statements as schools use them, with relations and levels, and objects of unusual shapes. */
export function searchCorpus(): Thing[][] {
  return [competencies(), related(), oddShapes()];
}

function competencies(): Thing[] {
  return Array.from({ length: COMPETENCIES }, (_, n) => {
    const [verb = '', noun = '', grade = ''] = [VERBS[n % 10], NOUNS[n % 9], GRADES[n % 6]];
    return {
      '@context': CASS,
      '@type': 'Competency',
      '@id': `${idOf('Competency', `c${n}`)}/${1000 + n}`,
      name: n === 0 ? ['Add numbers'] : `${verb} ${noun}`,
      description: `${verb} ${noun} in grade ${grade}${n % 4 === 0 ? ', using place value and properties of operations' : ''}.`,
      'ceasn:codedNotation': `CCSS.${grade}.${n % 12}.${String.fromCharCode(65 + (n % 5))}`,
      'dcterms:educationLevel': grade,
      order: (n * 37) % 101,
      ...(n % 3 === 0 && { confidence: ((n * 7) % 100) / 100 }),
      ...(n % 5 === 0 && { dateCreated: `2024-0${1 + (n % 9)}-1${n % 10}T08:00:00Z` }),
    };
  });
}

function related(): Thing[] {
  const relations = Array.from({ length: 40 }, (_, n): Thing => {
    return {
      '@context': CASS,
      '@type': 'Relation',
      '@id': `${idOf('Relation', `r${n}`)}/1`,
      source: n % 2 === 0 ? idOf('Competency', `c${n}`) : `${idOf('Competency', `c${n}`)}/${1000 + n}`,
      target: idOf('Competency', `c${(n * 3) % COMPETENCIES}`),
      relationType: n % 4 === 0 ? 'isEquivalentTo' : 'narrows',
    };
  });
  const levels = Array.from({ length: 5 }, (_, n): Thing => {
    const name = `Level ${n}`;
    return {
      '@context': CASS,
      '@type': 'Level',
      '@id': `${idOf('Level', `l${n}`)}/1`,
      name,
      competency: idOf('Competency', `c${n}`),
    };
  });
  const framework: Thing = {
    '@context': CASS,
    '@type': 'Framework',
    '@id': `${idOf('Framework', 'f1')}/1`,
    name: 'Mathematics and English language arts',
    competency: Array.from({ length: COMPETENCIES }, (_, n) => idOf('Competency', `c${n}`)),
    relation: relations.map((relation) => relation['@id']),
  };
  return [...relations, ...levels, framework];
}

/** Members of unusual shapes. */
const ODD: readonly Record<string, unknown>[] = [
  { name: 'ÄRGER straße Élan' },
  { name: '日本語 の 文章, Привет мир, 👩‍🚀 rocket' },
  { name: "don't.stop node_js 3.5 e-mail a/b user@example.org" },
  { name: { '@language': 'en', '@value': 'numbers as a language value' } },
  {
    name: [
      { '@language': 'de', '@value': 'Zahlen' },
      { '@language': 'en', '@value': 'numbers' },
    ],
  },
  { name: ['Read', 'numbers', ['nested', ['deeper', 'numbers']]] },
  { name: 'x'.repeat(9_000) },
  { name: 'numbers '.repeat(300) },
  { name: '', description: null, empty: {}, none: [] },
  { score: 10 },
  { score: '10' },
  { score: 'ten' },
  { score: 9.75 },
  { score: -1e-7 },
  { score: 1.2345678901234567e19 },
  { score: { value: 10 } },
  { score: [10, 'ten', true] },
  { flag: true },
  { flag: 'true' },
  { flag: false },
  { date: '2024-03-01T00:00:00Z' },
  { date: '2024-03-01' },
  { date: '01.03.2024' },
  { date: '2024-13-45' },
  { 'a.b': 'dotted', a: { b: 'nested dotted' } },
  { 'a*b"c': 'odd member name', 'with space': 'odd member name' },
  { constructor: 'odd member name', toString: 'odd member name' },
  { alignment: [{ targetName: 'Fluid' }, { targetName: 'Solid state' }] },
  { alignment: { targetName: ['Fluid dynamics', 'numbers'] } },
  Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`member${n}`, `value${n} numbers`])),
];

function oddShapes(): Thing[] {
  return ODD.map((members, n) => {
    const type = n % 2 === 0 ? 'Thing' : 'Person';
    return {
      '@context': 'https://schema.org',
      '@type': type,
      '@id': `${HUB}data/schema.org.${type}/odd${n}/1`,
      ...members,
    };
  });
}

/** Queries of all kinds. */
export const QUERIES: readonly string[] = [
  '*',
  'numbers',
  'NUMBERS',
  'read complex texts',
  'read AND texts',
  'add OR draw',
  '(add OR draw) AND NOT numbers',
  '+read -numbers stories',
  '+read texts^3 (add OR stories)',
  'read AND texts AND *',
  'read AND no_such_member:texts',
  `${'read AND '.repeat(16)}texts`, // the last word selects only
  '"complex texts"',
  '"texts complex"~3',
  '"place operations"~4',
  'name:numbers',
  'name:"Add numbers"',
  'name:(add numbers)',
  'name.keyword:"Add numbers"',
  'description:place AND name:read',
  'numb*',
  '*bers',
  'n?mbers',
  'name:num*',
  'numbrs~',
  'numbrs~1 OR shaps~2',
  'name:fractoins~',
  '@type:Competency',
  '@type:Relation AND relationType:narrows',
  '@type:"Person" OR @type:"Framework"',
  `@id:"${HUB}data/schema.cassproject.org.0.4.Competency/c7"`,
  `source:"${HUB}data/schema.cassproject.org.0.4.Competency/c4"`,
  `"${HUB}data/schema.cassproject.org.0.4.Competency/c9"`,
  'source:*c1*',
  '\\*.codedNotation:x OR ceasn\\:codedNotation:CCSS.02.1.B',
  'ceasn\\:codedNotation:CCSS*',
  'dcterms\\:educationLevel:K',
  'order:[10 TO 20]',
  'order:{10 TO 20}',
  'order:>=90',
  'order:<5',
  'confidence:[0.5 TO *]',
  'confidence:0.7',
  '@version:[1010 TO 1020]',
  '@version:>1100',
  'dateCreated:[2024-03-01 TO 2024-05]',
  'dateCreated:[* TO 2024-02-20]',
  'date:2024-03-01',
  'date:"2024-03-01T00:00:00Z"',
  'date:[2024 TO 2025]',
  '_exists_:confidence',
  'NOT _exists_:name',
  '_exists_:alignment AND NOT numbers',
  '_exists_:score',
  'score:10',
  'score:ten',
  'score:[9 TO 11]',
  'score:[-1 TO 0]',
  'score:12345678901234567000',
  'score.value:10',
  'flag:true',
  'flag:false',
  'alignment.targetName:fluid',
  '*Name:fluid',
  'alignment.*:solid',
  'a.b:dotted',
  'odd AND member',
  'constructor:odd',
  'member699:numbers',
  'member*:value17',
  'ärger',
  'strasse OR straße',
  'élan',
  '日本',
  'привет',
  '👩‍🚀',
  "don't.stop",
  'node_js',
  '3.5',
  'user@example.org',
  'numbers^5 OR read',
  'name:numbers^0.1 OR description:grade^3',
  'nested AND deeper',
  'zahlen',
  'xyzzy',
];

/** Sort JSON of all kinds. */
export const SORTS: readonly string[] = [
  '[{"order":{"order":"asc"}}]',
  '[{"order":{"order":"desc","missing":"_first"}}]',
  '[{"name.keyword":{"order":"asc","unmapped_type":"text","missing":"_last"}}]',
  '[{"name.keyword":{"order":"desc","missing":"_first"}}]',
  '[{"@version":{"order":"desc"}}]',
  '[{"score":{"order":"asc"}}]',
  '[{"date":{"order":"desc"}}]',
  '[{"dcterms:educationLevel.keyword":{"order":"asc"}},{"confidence":{"order":"desc"}}]',
];
