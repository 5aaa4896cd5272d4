import fc from 'fast-check';
import type { Framework } from '../../shared/exchange/frameworks/model.ts';
import type { Carries } from '../../shared/exchange/frameworks/plan.ts';
import { planImport, type Stored } from '../../shared/exchange/frameworks/plan.ts';
import { relationOf } from '../../shared/exchange/frameworks/stored.ts';
import { storedFramework } from '../../shared/exchange/frameworks/stored-framework.ts';
import { type Json, type JsonObject, member } from '../../shared/repository/linked-data/json.ts';

/** Stored objects by id; the first is the framework. */
export type Objects = ReadonlyMap<string, JsonObject>;

const CONTEXT = { '@context': 'https://schema.cassproject.org/0.4' };
const PLACE = 'https://example.org/generated';
const BASES = ['https://here.example/api/'];

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

type Child = { readonly parents: readonly number[]; readonly number: number | null };
const child: fc.Arbitrary<Child> = fc.record({
  parents: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
  number: fc.option(fc.nat(50)),
});

/** Frameworks as clients store them: a few competencies in a hierarchy without cycles, and relations of every type. */
export const storedFrameworks: fc.Arbitrary<Objects> = fc
  .record({
    root: fc.record(FRAMEWORK, { requiredKeys: ['name'] }),
    members: fc.array(fc.tuple(fc.record(COMPETENCY, { requiredKeys: ['name'] }), child), { maxLength: 6 }),
    others: fc.uniqueArray(fc.tuple(fc.constantFrom(...RELATIONS), fc.nat(5), fc.nat(7)), {
      maxLength: 4,
      selector: ([type, ...ends]) => JSON.stringify([type, ends.toSorted()]),
    }),
  })
  .map(({ root, members, others }) => {
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
          ...{ ...CONTEXT, '@id': PLACE, '@type': 'Framework', ...root },
          ...{ competency: ids, relation: [...relations.keys()] },
        },
      ],
      ...members.map(([properties], index): [string, JsonObject] => {
        const id = ids[index] ?? '';
        return [id, { ...CONTEXT, '@id': id, '@type': 'Competency', ...properties }];
      }),
      ...relations,
    ]);
  });

/** What is stored, as a framework. */
export async function frameworkIn(objects: Objects): Promise<Framework> {
  const [id = ''] = objects.keys();
  const timed = new Map([...objects].map(([key, object]) => [key, { object, modified: 1_700_000_000_000 }]));
  const framework = await storedFramework(id, timed, BASES);
  if (framework === null) throw new Error(`${id} is not a framework.`);
  return framework;
}

/** The objects after an import into a store without them, the framework first. */
export async function importedElsewhere(framework: Framework, carries: Carries): Promise<Objects> {
  const nothing: Stored = { objects: new Map(), relations: [], echo: null, hidden: new Set() };
  const { objects } = await planImport(framework, nothing, carries, BASES[0] ?? '');
  return new Map(objects.toReversed().map(({ id, object }) => [id, JSON.parse(JSON.stringify(object)) as JsonObject]));
}

/** Ids of the objects that an import over these would write or remove. */
export async function changesOver(objects: Objects, incoming: Framework, carries: Carries): Promise<readonly string[]> {
  const before = await frameworkIn(objects);
  const root = objects.get(before.root.id) ?? {};
  const relations = [member(root, 'relation')].flat().flatMap((id) => {
    const object = typeof id === 'string' ? objects.get(id) : undefined;
    return (object && relationOf(object, String(id), null, (end) => end)) ?? [];
  });
  const echo = (await carries.echo?.(before)) ?? null;
  const stored = { objects, relations, echo, hidden: new Set<string>() };
  const plan = await planImport(incoming, stored, carries, BASES[0] ?? '');
  return [...plan.objects.filter(({ change }) => change !== 'none').map(({ id }) => id), ...plan.removed];
}
