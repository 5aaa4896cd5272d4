import type { NodeKind } from '../../repository/frameworks/kinds.ts';
import { kindOf } from '../../repository/frameworks/kinds.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { type Json, type JsonObject, member } from '../../repository/linked-data/json.ts';
import { scalarText, type Text, textsOf, valuesOf } from '../frameworks/values.ts';
import { withPrefix } from '../frameworks/vocabulary.ts';

/** What an object is called, for lists of objects. */
export type Named = {
  /** Without version. */
  readonly id: string;
  readonly kind: NodeKind | null;
  /** In one language or several; empty without a name. */
  readonly name: readonly Text[];
  /** Such as `MATH.1.2`; null without one. */
  readonly notation: string | null;
};

/** Members that name an object, the likeliest first, as vocabularies spell them. */
const NAMES = [
  ...['name', 'schema:name', 'title', 'schema:title', 'skos:prefLabel', 'ceasn:name', 'ceasn:competencyText'],
  ...['dcterms:title', 'rdfs:label', 'ceasn:competencyLabel', 'ceterms:name'],
];

const STATEMENTS = [
  ...['description', 'schema:description', 'skos:definition', 'ceasn:description', 'dcterms:description'],
  ...['ceterms:description', 'rdfs:comment', 'performance'],
];

const PUBLISHERS = ['schema:publisher', 'ceasn:publisherName', 'dcterms:publisher', 'publisher'];

const NOTATIONS = ['ceasn:codedNotation', 'codedNotation', 'skos:notation', 'ceterms:codedNotation'];

/** The name of an object as others are shown it. */
export function namedOf({ object, shortId }: Pick<ReadObject, 'object' | 'shortId'>): Named {
  const members = prefixedMembers(object);
  return { id: shortId, kind: kindOf(object), name: textsAt(members, NAMES), notation: firstText(members, NOTATIONS) };
}

/** What an object says of itself. */
export type Described = Named & {
  readonly statement: readonly Text[];
  /** The last part of its type, such as `Competency`. */
  readonly type: string;
  /** `dcterms:type`: what its authors call it, such as `Standard`. */
  readonly category: readonly Text[];
  readonly keywords: readonly Text[];
  readonly creators: readonly string[];
  /** Its publishers, who may be among the creators. */
  readonly publishers: readonly string[];
  /** An address, or a text. */
  readonly license: string | null;
  readonly rights: readonly Text[];
  /** Language tags in which the framework says that it is written. */
  readonly languages: readonly string[];
  /** Its authors have not published it. */
  readonly isDraft: boolean;
};

/** Reads the members that a page shows of an object, of any vocabulary. */
export function describedOf(read: Pick<ReadObject, 'object' | 'shortId'>): Described {
  const members = prefixedMembers(read.object);
  const type = valuesOf(member(read.object, '@type') ?? member(read.object, 'type'), false)[0] ?? null;
  const creators = [
    'schema:publisher',
    'ceasn:publisherName',
    'creator',
    'schema:creator',
    'author',
    'dcterms:creator',
  ];
  return {
    ...namedOf(read),
    statement: textsAt(members, STATEMENTS),
    type: typeof type === 'string' ? (type.split(/[/#:]/).at(-1) ?? '') : '',
    category: textsAt(members, ['dcterms:type', 'ceasn:competencyCategory']),
    keywords: textsAt(members, ['schema:keywords', 'ceasn:conceptKeyword', 'keywords']),
    creators: creators.map((name) => scalarsAt(members, name)).find((values) => values.length > 0) ?? [],
    publishers: PUBLISHERS.map((name) => scalarsAt(members, name)).find((values) => values.length > 0) ?? [],
    license: firstText(members, ['schema:license', 'ceasn:license', 'dcterms:license', 'license']),
    rights: textsAt(members, ['dc:rights', 'dcterms:rights', 'ceasn:rights']),
    languages: ['schema:inLanguage', 'ceasn:inLanguage', 'dcterms:language'].flatMap((name) =>
      scalarsAt(members, name),
    ),
    isDraft: ['case:adoptionStatus', 'adoptionStatus'].some((name) => scalarsAt(members, name).includes(PRIVATE_DRAFT)),
  };
}

/** The status of frameworks that their authors have not published (CASE 1.0, `adoptionStatus`). */
export const PRIVATE_DRAFT = 'Private Draft';

/** Members by their names with prefixes. */
function prefixedMembers(object: JsonObject): ReadonlyMap<string, Json> {
  return new Map(Object.entries(object).map(([name, value]) => [withPrefix(name), value]));
}

/** The texts of the first of these members that has some. */
function textsAt(members: ReadonlyMap<string, Json>, names: readonly string[]): readonly Text[] {
  for (const name of names) {
    const texts = textsOf(valuesOf(members.get(name), true)).filter(({ text }) => text.trim() !== '');
    if (texts.length > 0) return texts;
  }
  return [];
}

function scalarsAt(members: ReadonlyMap<string, Json>, name: string): readonly string[] {
  return valuesOf(members.get(name), false).flatMap((value) => scalarText(value) || []);
}

function firstText(members: ReadonlyMap<string, Json>, names: readonly string[]): string | null {
  return names.flatMap((name) => scalarsAt(members, name))[0] ?? null;
}
