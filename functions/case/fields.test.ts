import { describe, expect, it } from 'vitest';
import type { Framework, Loss } from '../../shared/exchange/frameworks/model.ts';
import type { Json, JsonObject } from '../../shared/repository/linked-data/json.ts';
import type { CaseVersion } from './addresses.ts';
import { parsePackage } from './parse-package.ts';
import { read } from './read.ts';
import { association, packageSchema } from './schemas.ts';
import { writePackage } from './write.ts';

const BASE = 'https://here.example/api/';

const uuidAt = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const part = (index: number) => ({
  identifier: uuidAt(index),
  uri: `https://case.example.org/uri/${uuidAt(index)}`,
  lastChangeDateTime: '2024-05-01T00:00:00Z',
});
const link = (index: number, title = `Title ${index}`) => ({
  title,
  identifier: uuidAt(index),
  uri: `https://case.example.org/uri/${uuidAt(index)}`,
});
const status = { language: 'en', licenseURI: link(50), statusStartDate: '2024-01-01', statusEndDate: '2025-01-01' };

/** The fields of CASE 1.0. */
const DOCUMENT = {
  ...part(1),
  creator: 'Guild',
  title: 'Welding',
  officialSourceURL: 'https://guild.example.org/welding',
  publisher: 'Guild Press',
  description: 'All about welding',
  subject: ['Trades', 'Metal'],
  subjectURI: [link(51)],
  version: '2',
  adoptionStatus: 'Adopted',
  notes: 'A note',
  ...status,
};
const ITEM = {
  ...part(2),
  fullStatement: 'Makes a weld',
  alternativeLabel: 'Weld',
  CFItemType: 'Skill',
  CFItemTypeURI: link(52),
  humanCodingScheme: 'W.1',
  listEnumeration: '1',
  abbreviatedStatement: 'Welds',
  conceptKeywords: ['metal', 'heat'],
  conceptKeywordsURI: link(53),
  notes: 'Of an item',
  educationLevel: ['09', '10'],
  ...status,
};

/** The fields that CASE 1.1 adds. */
const MORE = {
  document: { frameworkType: 'Course', caseVersion: '1.1', extensions: { vendor: { a: [1, null] } } },
  item: { subject: ['Trades'], subjectURI: [link(51)], extensions: { vendor: true } },
  association: { notes: 'Why they are related', extensions: { vendor: 'x' } },
};

function packageIn(version: CaseVersion, associations: readonly JsonObject[]) {
  const more = version === 'v1p1' ? MORE : null;
  return {
    CFDocument: { ...DOCUMENT, ...more?.document },
    CFItems: [
      { ...ITEM, ...more?.item },
      { ...part(3), fullStatement: 'Title 3' },
      { ...part(4), fullStatement: 'Title 4' },
    ],
    CFAssociations: associations,
  };
}

/** An association between two items. */
const between = (index: number, associationType: string, fields: object = {}): JsonObject => ({
  ...part(index),
  associationType,
  originNodeURI: link(3),
  destinationNodeURI: link(4),
  ...fields,
});

async function roundTrip(value: object, version: CaseVersion) {
  const { frameworks, losses } = await read(await parsePackage(JSON.stringify(value)), (uri) => uri);
  const [framework] = frameworks;
  if (framework === undefined) throw new Error('There is no framework.');
  const lost: Loss[] = [...losses];
  const written = JSON.parse([...writePackage(framework, { base: BASE, version, losses: lost })].join(''));
  return { written, losses: lost };
}

/** The expected association after import and export, with its address here. */
function expected({ uri: _uri, ...rest }: JsonObject): object {
  const ends = ['originNodeURI', 'destinationNodeURI'].map((name) => {
    const { identifier } = rest[name] as JsonObject;
    return [name, expect.objectContaining({ identifier })];
  });
  return expect.objectContaining({ ...rest, ...Object.fromEntries(ends) });
}

describe.each(['v1p0', 'v1p1'] as const)('fields of CASE, %s', (version) => {
  it('survive import and export in documents and items, and the package matches the schema', async () => {
    const given = packageIn(version, []);
    const { written, losses } = await roundTrip(given, version);
    const { uri: _document, ...document } = given.CFDocument;
    expect(written.CFDocument).toMatchObject(document);
    expect(written.CFItems).toMatchObject(given.CFItems.map(({ uri: _uri, ...item }) => item));
    expect(losses).toEqual([]);
    expect(packageSchema.safeParse(written).error).toBeUndefined();
  });

  it.each([
    'isPeerOf',
    'isPartOf',
    'exactMatchOf',
    'precedes',
    'isRelatedTo',
    'replacedBy',
    'exemplar',
    'hasSkillLevel',
    ...(version === 'v1p1' ? ['isTranslationOf', 'ext:assessedBy'] : []),
  ])('an association of type %s comes back', async (type) => {
    const more = version === 'v1p1' ? MORE.association : {};
    const given = between(10, type, { sequenceNumber: 7, CFAssociationGroupingURI: link(54), ...more });
    const { written, losses } = await roundTrip(packageIn(version, [given]), version);
    expect(written.CFAssociations).toContainEqual(expected(given));
    expect(losses).toEqual([]);
    for (const one of written.CFAssociations) expect(association.safeParse(one).error).toBeUndefined();
  });

  it.each([
    ['isTranslationOf', 'isTranslationOf'],
    ['ext:assessedBy', 'ext:assessedBy'],
    ['isCoveredBy', 'ext:isCoveredBy'],
    ['is covered (by)', 'isRelatedTo'],
  ])('an association of type %s is written as one that the version has; the other is named', async (type, written) => {
    const given = between(10, type);
    const first = await roundTrip(packageIn(version, [given]), version);
    const [one] = first.written.CFAssociations.filter((each: JsonObject) => each.identifier === given.identifier);
    if (version === 'v1p0') {
      expect(one.associationType).toBe('isRelatedTo');
      expect(first.losses).toMatchObject([
        { '@id': given.uri, property: 'case:associationType' },
        { property: 'relationType' },
      ]);
      return;
    }
    expect(one.associationType).toBe(written);
    expect(first.losses).toEqual([]);
    const second = await roundTrip(first.written, version);
    expect(second.written.CFAssociations).toContainEqual({
      ...one,
      uri: expect.any(String),
      originNodeURI: expect.anything(),
      destinationNodeURI: expect.anything(),
    });
  });

  it('include association types that are labels, as some systems write them', async () => {
    const given = between(10, 'Is Child Of', { sequenceNumber: 1 });
    const { written } = await roundTrip(packageIn(version, [given]), version);
    expect(written.CFAssociations).toContainEqual(
      expect.objectContaining({ identifier: given.identifier, associationType: 'isChildOf' }),
    );
  });

  it('report the second of two associations that are stored as the same relation', async () => {
    const given = [between(10, 'isRelatedTo'), between(11, 'isPeerOf')];
    const { losses } = await roundTrip(packageIn(version, given), version);
    expect(losses).toMatchObject([{ '@id': part(11).uri, property: 'associationType' }]);
  });

  it('keep the order and sequence numbers of children', async () => {
    const child = (index: number, origin: number, sequenceNumber: number) =>
      between(index, 'isChildOf', { originNodeURI: link(origin), destinationNodeURI: link(2), sequenceNumber });
    const given = [child(10, 3, 20), child(11, 4, 10)];
    const { written } = await roundTrip(packageIn(version, given), version);
    for (const one of given) expect(written.CFAssociations).toContainEqual(expected(one));
    expect(written.CFItems.map((item: JsonObject) => item.identifier)).toEqual([2, 4, 3].map(uuidAt));
  });
});

describe('texts that say nothing', () => {
  const competency = (properties: Readonly<Record<string, Json[]>>): Framework => {
    const node = { kind: 'competency', modified: null } as const;
    const root = { ...node, id: 'https://a.example/f', kind: 'framework', properties: new Map() } as const;
    const one = { ...node, id: 'https://a.example/c', properties: new Map(Object.entries(properties)) };
    return { root, memberIds: [one.id], members: [one], relations: [], definitions: [] };
  };
  const statementOf = (name: Json): unknown => {
    const framework = competency({ name: [name], description: ['Keeps a bicycle safe'] });
    const text = [...writePackage(framework, { base: BASE, version: 'v1p1', losses: [] })].join('');
    return JSON.parse(text).CFItems[0].fullStatement;
  };

  it.each(['', ' ', { '@language': 'en', '@value': '' }])(
    'do not hide the description if they are the name %j',
    (name) => {
      expect(statementOf(name)).toBe('Keeps a bicycle safe');
    },
  );
});

describe('what other systems send', () => {
  const packageWith = (item: object, more: object = {}) => ({
    CFDocument: DOCUMENT,
    CFItems: [{ ...part(2), fullStatement: 'Makes a weld', ...item }],
    ...more,
  });

  it.each([
    ['2021-01-01T00:00:00', '2021-01-01T00:00:00Z'],
    ['2021-01-01', '2021-01-01T00:00:00Z'],
    ['2021-01-01T00:00:00.000+0000', '2021-01-01T00:00:00.000+00:00'],
    ['2021-01-01t10:00:00z', '2021-01-01T10:00:00Z'],
    ['0000-00-00', '1970-01-01T00:00:00.000Z'],
    ['2021-02-30T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['', '1970-01-01T00:00:00.000Z'],
    [null, '1970-01-01T00:00:00.000Z'],
  ])('a last change %j is written as a date-time, in UTC without a zone', async (given, expected) => {
    const { written, losses } = await roundTrip(packageWith({ lastChangeDateTime: given }), 'v1p0');
    expect(written.CFItems[0].lastChangeDateTime).toBe(expected);
    const isLost = given !== null && given !== '' && expected.startsWith('1970');
    expect(losses.map(({ property }) => property)).toEqual(isLost ? ['schema:dateModified'] : []);
  });

  it.each([
    ['2020-05-01', '2020-05-01', false],
    ['2020-05-01T00:00:00Z', '2020-05-01', true],
    ['2020', undefined, true],
  ])('a status date %s is written as a date, and what is not one is named', async (given, expected, isLost) => {
    const { written, losses } = await roundTrip(packageWith({ statusStartDate: given }), 'v1p0');
    expect(written.CFItems[0].statusStartDate).toBe(expected);
    expect(losses.map(({ property }) => property)).toEqual(isLost ? ['validFrom'] : []);
    const [item] = (await roundTrip(packageWith({ statusStartDate: given }), 'v1p1')).written.CFItems;
    expect(item.extensions?.['competency-service'].validFrom).toEqual(isLost ? [given] : undefined);
  });

  it('may have a licence that is only an address, and other links that are texts', async () => {
    const item = { licenseURI: 'https://example.org/licence', CFItemTypeURI: 'https://example.org/types/1' };
    const { written, losses } = await roundTrip(packageWith(item), 'v1p0');
    expect(written.CFItems[0].licenseURI).toMatchObject({ uri: item.licenseURI });
    expect(losses).toMatchObject([{ property: 'case:CFItemTypeURI' }]);
    const { extensions } = (await roundTrip(packageWith(item), 'v1p1')).written.CFItems[0];
    expect(extensions['competency-service']['case:CFItemTypeURI']).toEqual([item.CFItemTypeURI]);
  });

  it('may have unknown members, which are reported', async () => {
    const more = { foo: 1, CFDefinitions: { CFThings: [{}] } };
    const { losses } = await roundTrip(packageWith({}, more), 'v1p1');
    expect(losses.map(({ property }) => property)).toEqual(['foo', 'CFThings']);
  });

  it('may have a definition without a uri, which is stored under its identifier', async () => {
    const { uri: _uri, ...type } = { ...part(60), title: 'Skill', hierarchyCode: '1', description: 'A skill' };
    const { written, losses } = await roundTrip(packageWith({}, { CFDefinitions: { CFItemTypes: [type] } }), 'v1p1');
    expect(written.CFDefinitions.CFItemTypes).toMatchObject([type]);
    expect(losses).toEqual([]);
  });

  it('may change a field, which is stored, while the texts in other languages stay', async () => {
    const { written } = await roundTrip(packageWith({ language: 'en' }), 'v1p1');
    const [item] = written.CFItems;
    const name = [
      { '@language': 'en', '@value': 'Makes a weld' },
      { '@language': 'de', '@value': 'Schweißt' },
    ];
    const changed = { ...item, fullStatement: 'Welds', extensions: { 'competency-service': { name } } };
    const again = (await roundTrip({ ...written, CFItems: [changed] }, 'v1p1')).written.CFItems[0];
    expect(again.fullStatement).toBe('Welds');
    expect(again.extensions['competency-service'].name).toEqual([{ '@language': 'en', '@value': 'Welds' }, name[1]]);
  });
});
