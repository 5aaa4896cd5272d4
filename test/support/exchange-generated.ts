import fc from 'fast-check';
import type { NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import type { Json, JsonObject } from '../../shared/repository/linked-data/json.ts';
import type { Objects } from './exchange-frameworks.ts';

const CONTEXT = { '@context': 'https://schema.cassproject.org/0.4' };
const SKOS_CONTEXT = { '@context': 'https://schema.cassproject.org/0.4/skos/' };
const CASE_CONTEXT = {
  '@context': 'http://purl.imsglobal.org/spec/case/v1p0/context/imscasev1p0_context_v1p0.jsonld',
};
const PLACE = 'https://example.org/generated';

const words = fc.constantFrom('Reads', 'Weighs "it" <up>', 'A\nB', 'خبز', '読む', 'É & co.', ' padded ', '1.2');
const languages = fc.uniqueArray(fc.constantFrom('en', 'de', 'fr-CA', 'ar'), { minLength: 1, maxLength: 3 });
const tagged = (language: string, text: string): JsonObject => ({ '@language': language, '@value': text });

/** A text in each form in which it may be stored. */
const texts: fc.Arbitrary<Json> = fc.oneof(
  words,
  fc.tuple(words).map(([one]): Json => [one]),
  fc.tuple(languages, words).map(([tags, one]): Json => Object.fromEntries(tags.map((tag) => [tag, `${one} ${tag}`]))),
  fc.tuple(languages, words).map(([tags, one]): Json => tags.map((tag) => tagged(tag, `${one} ${tag}`))),
  words.map((one): Json => tagged('en', one)),
);
const manyTexts: fc.Arbitrary<Json> = fc.oneof(
  texts,
  fc.uniqueArray(words, { minLength: 1, maxLength: 3 }).map((all): Json => all.map((one) => tagged('en', one))),
  fc.uniqueArray(words, { minLength: 1, maxLength: 3 }).map((all): Json => ({ en: all })),
);
const address = fc.constantFrom('a', 'b', 'c').map((name) => `https://example.org/terms/${name}`);
const addresses: fc.Arbitrary<Json> = fc.oneof(
  address,
  fc.uniqueArray(address, { minLength: 1, maxLength: 3 }),
  address.map((id): Json => ({ '@id': id })),
);
const date = fc.constantFrom('2021-02-03', '2022-01-01T10:00:00Z');

const COMPETENCY = {
  name: texts,
  description: texts,
  'dcterms:type': manyTexts,
  'schema:keywords': manyTexts,
  'ceasn:codedNotation': fc.constantFrom('R.1', '1'),
  'ceasn:listID': fc.constantFrom('1', '2'),
  'ceasn:localSubject': manyTexts,
  'ceasn:educationLevelType': addresses,
  'asn:hasProgressionLevel': address,
  'ceasn:substantiatingStatement': manyTexts,
  'ceasn:abilityEmbodied': addresses,
  'schema:inLanguage': fc.constantFrom<Json>('en', ['en'], ['de', 'en']),
  creator: addresses,
  validFrom: date,
  'schema:weight': fc.constantFrom(0.5, 2),
  'https://example.org/terms/color': words,
  scope: words,
};

const FRAMEWORK = {
  name: texts,
  description: texts,
  'schema:inLanguage': fc.constantFrom<Json>('en', ['en'], ['de', 'en']),
  'schema:license': address,
  'schema:publisher': addresses,
  'ceasn:publisherName': manyTexts,
  'ceasn:dateCreated': date,
  'schema:dateCreated': date,
  'dc:rights': texts,
};

const RELATIONS = ['isEquivalentTo', 'majorRelated', 'minorRelated', 'requires', 'isRelatedTo', 'desires', 'implies'];

const LEVEL = {
  identifier: fc.uuid(),
  description: words,
  quality: words,
  score: fc.constantFrom(0.5, 2),
  position: fc.nat(5),
};

/** A rubric with its criteria and levels, and definitions of the other kinds, as imports of CASE store them. */
const definitions: fc.Arbitrary<readonly JsonObject[]> = fc.array(
  fc.oneof(
    fc.record({ '@type': fc.constant('CFRubric'), title: words, description: words, CFRubricCriteria: criteria() }),
    fc.record({
      '@type': fc.constantFrom('CFConcept', 'CFSubject', 'CFItemType'),
      title: words,
      description: words,
      hierarchyCode: fc.constantFrom('1', '1.1'),
    }),
    fc.record({ '@type': fc.constant('CFLicense'), title: words, licenseText: words }),
    fc.record({ '@type': fc.constant('CFAssociationGrouping'), title: words }),
  ),
  { maxLength: 3 },
);

function criteria(): fc.Arbitrary<JsonObject[]> {
  const levels = fc.array(fc.record(LEVEL, { requiredKeys: ['identifier'] }), { maxLength: 3 });
  const criterion = fc.record({
    identifier: fc.uuid(),
    category: words,
    weight: fc.constantFrom(0.5, 1),
    position: fc.nat(5),
    CFRubricCriterionLevels: levels,
  });
  return fc.array(criterion, { maxLength: 2 });
}

type Child = { readonly parents: readonly number[]; readonly number: number | null };
const child: fc.Arbitrary<Child> = fc.record({
  parents: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
  number: fc.option(fc.nat(50)),
});

/** Frameworks as clients store them: a few competencies in a hierarchy without cycles, and relations of every type. */
const frameworks: fc.Arbitrary<Objects> = fc
  .record({
    root: fc.record(FRAMEWORK, { requiredKeys: ['name'] }),
    members: fc.array(fc.tuple(fc.record(COMPETENCY, { requiredKeys: ['name'] }), child), { maxLength: 6 }),
    others: fc.uniqueArray(fc.tuple(fc.constantFrom(...RELATIONS), fc.nat(5), fc.nat(7)), {
      maxLength: 4,
      selector: ([type, ...ends]) => JSON.stringify([type, ends.toSorted()]),
    }),
    definitions,
  })
  .map(({ root, members, others, definitions }) => {
    const ids = members.map((_, index) => `${PLACE}/${index}`);
    const relations = new Map<string, JsonObject>();
    const relate = (relationType: string, source: string, target: string, rest: JsonObject): void => {
      const id = `${PLACE}/r${relations.size}`;
      relations.set(id, { ...CONTEXT, '@id': id, '@type': 'Relation', relationType, source, target, ...rest });
    };
    for (const [index, [, { parents, number }]] of members.entries()) {
      for (const parent of parents.filter((one) => one < index)) {
        relate('narrows', ids[index] ?? '', ids[parent] ?? '', number === null ? {} : { sequenceNumber: number });
      }
    }
    for (const [type, from, to] of others) {
      const source = ids[from];
      const target = ids[to] ?? `https://example.org/elsewhere/${to}`;
      if (source !== undefined && source !== target) relate(type, source, target, {});
    }
    return new Map<string, JsonObject>([
      [
        PLACE,
        {
          ...CONTEXT,
          '@id': PLACE,
          '@type': 'Framework',
          ...root,
          competency: ids,
          relation: [...relations.keys()],
          ...(definitions.length > 0 && { 'case:definition': definitions.map((_, index) => `${PLACE}/d${index}`) }),
        },
      ],
      ...definitions.map((one, index): [string, JsonObject] => {
        const id = `${PLACE}/d${index}`;
        return [id, { ...CASE_CONTEXT, '@id': id, ...one }];
      }),
      ...members.map(([properties], index): [string, JsonObject] => {
        const id = ids[index] ?? '';
        return [id, { ...CONTEXT, '@id': id, '@type': 'Competency', ...properties }];
      }),
      ...relations,
    ]);
  });

/** Frameworks whose competencies belong together without a hierarchy, as clients store collections. */
const collections: fc.Arbitrary<Objects> = frameworks.map((objects) => {
  const [[id, root] = ['', {}], ...others] = objects;
  return new Map([[id, { ...root, subType: 'Collection' }], ...others]);
});

const SCHEME = {
  'dcterms:title': texts,
  'dcterms:description': texts,
  'dcterms:creator': addresses,
  'dcterms:language': fc.constantFrom<Json>('en', ['de', 'en']),
  'dcterms:license': address,
  'schema:dateCreated': date,
  'ceasn:conceptTerm': addresses,
};

const CONCEPT = {
  'skos:prefLabel': texts,
  'skos:definition': texts,
  'skos:altLabel': manyTexts,
  'skos:note': manyTexts,
  'skos:notation': fc.constantFrom('A.1', '2'),
  'skos:exactMatch': addresses,
  'skos:related': addresses,
  'dcterms:description': words,
  'schema:dateCreated': date,
};

/** The place of a concept, and which of the redundant members it has: clients do not maintain all of them. */
const place = fc.record({
  parent: fc.option(fc.nat(4)),
  says: fc.uniqueArray(fc.constantFrom('inScheme', 'topConceptOf', 'broader', 'narrower', 'hasTopConcept')),
});

/** Concept schemes and progression models. @param subType subtype of both; null: concepts */
function schemes(subType: 'Progression' | null): fc.Arbitrary<Objects> {
  const kind = subType === null ? {} : { subType };
  return fc
    .record({
      root: fc.record(SCHEME, { requiredKeys: ['dcterms:title'] }),
      concepts: fc.array(fc.tuple(fc.record(CONCEPT, { requiredKeys: ['skos:prefLabel'] }), place), { maxLength: 5 }),
    })
    .map(({ root, concepts }) => {
      const places = concepts.map(([, { parent, says }], index) => ({
        id: `${PLACE}/c${index}`,
        parent: parent !== null && parent < index ? `${PLACE}/c${parent}` : null,
        says: new Set(says),
      }));
      const tops = places.filter(({ parent, says }) => parent === null && says.has('hasTopConcept'));
      const scheme = subType === null ? 'skos:inScheme' : 'ceasn:inProgressionModel';
      return new Map<string, JsonObject>([
        [
          PLACE,
          {
            ...SKOS_CONTEXT,
            '@id': PLACE,
            '@type': 'ConceptScheme',
            ...kind,
            ...root,
            ...(tops.length > 0 && { 'skos:hasTopConcept': tops.map(({ id }) => id) }),
          },
        ],
        ...places.map(({ id, parent, says }, index): [string, JsonObject] => {
          const narrower = places.filter((one) => one.parent === id && one.says.has('narrower'));
          const [properties = {}] = concepts[index] ?? [];
          return [
            id,
            {
              ...SKOS_CONTEXT,
              '@id': id,
              '@type': 'Concept',
              ...kind,
              ...properties,
              ...(says.has('inScheme') && { [scheme]: PLACE }),
              ...(parent === null && says.has('topConceptOf') && { 'skos:topConceptOf': PLACE }),
              ...(narrower.length > 0 && { 'skos:narrower': narrower.map((one) => one.id) }),
              ...(parent !== null && (says.has('broader') || !says.has('narrower')) && { 'skos:broader': parent }),
            },
          ];
        }),
      ]);
    });
}

const OF_KIND: Readonly<Partial<Record<NodeKind, fc.Arbitrary<Objects>>>> = {
  framework: frameworks,
  collection: collections,
  conceptScheme: schemes(null),
  progressionModel: schemes('Progression'),
};

/** Objects as clients store them: roots of these kinds with their parts. */
export function storedOf(kinds: Iterable<NodeKind>): fc.Arbitrary<Objects> {
  const [first = frameworks, ...others] = [...kinds].flatMap((kind) => OF_KIND[kind] ?? []);
  return fc.oneof({ arbitrary: first, weight: 3 }, ...others);
}
