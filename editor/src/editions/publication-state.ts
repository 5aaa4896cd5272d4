import { scalarText, textOf, valuesOf } from '../../../shared/exchange/frameworks/values.ts';
import { isObject, type Json, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import type { Fields } from '../outline/command.ts';

/** The states of a framework, in their usual order. */
export const PUBLICATION_STATES = ['draft', 'published', 'deprecated'] as const;

export type PublicationState = (typeof PUBLICATION_STATES)[number];

/** The member that is written: exports to CTDL-ASN have it as it is, those to CASE derive `adoptionStatus` from it. */
export const WRITTEN_STATE = 'ceasn:publicationStatusType';

/** Members that state it, in order of preference: of CTDL-ASN, of CASE, of earlier imports of CASE, and of schema.org. */
const MEMBERS = [
  WRITTEN_STATE,
  'case:adoptionStatus',
  'adoptionStatus',
  'schema:creativeWorkStatus',
  'creativeWorkStatus',
];

/** The concepts of CTDL-ASN (Publication Status). */
const CONCEPTS: Readonly<Record<PublicationState, string>> = {
  draft: 'http://credreg.net/ctdlasn/vocabs/publicationStatus/Draft',
  published: 'http://credreg.net/ctdlasn/vocabs/publicationStatus/Published',
  deprecated: 'http://credreg.net/ctdlasn/vocabs/publicationStatus/Deprecated',
};

/** Words of CTDL-ASN, CASE 1.1 (section 5.1, adoptionStatus) and schema.org, in lower case. */
const WORDS: ReadonlyMap<string, PublicationState> = new Map([
  ['draft', 'draft'],
  ['private draft', 'draft'],
  ['incomplete', 'draft'],
  ['published', 'published'],
  ['adopted', 'published'],
  ['deprecated', 'deprecated'],
  ['obsolete', 'deprecated'],
]);

/** The words that state it, in lower case. */
export function wordsOfState(state: PublicationState): readonly string[] {
  return [...WORDS].flatMap(([word, one]) => (one === state ? [word] : []));
}

/** What a framework states: one of the states, or another text. */
export type StatedState = { readonly state: PublicationState } | { readonly state: null; readonly text: string };

/** The state of a framework; null: it states none. A known word counts before the text of another member. */
export function stateOf(framework: JsonObject): StatedState | null {
  const texts = MEMBERS.flatMap((name) =>
    valuesOf(member(framework, name), true).flatMap((value) => statedText(value) ?? []),
  );
  const stated = texts.map(statedAs);
  return stated.find(({ state }) => state !== null) ?? stated[0] ?? null;
}

/** What a text states: a word, or an address that ends in one. */
export function statedAs(text: string): StatedState {
  const state = WORDS.get(wordOf(text));
  return state === undefined ? { state: null, text } : { state };
}

/** The members of a framework that is put into a state, or into none. No other member contradicts it then. */
export function fieldsOfState(framework: JsonObject, state: PublicationState | null): Fields {
  const others = MEMBERS.filter((name) => name !== WRITTEN_STATE && member(framework, name) !== undefined);
  return {
    ...Object.fromEntries(others.map((name) => [name, null])),
    [WRITTEN_STATE]: state === null ? null : CONCEPTS[state],
  };
}

/** The text of a value: of a text in a language, a reference, or an alignment object of CTDL. */
function statedText(value: Json): string | null {
  const named = isObject(value) ? (value['targetNode'] ?? value['ceterms:targetNode'] ?? value['@id']) : undefined;
  const text = typeof named === 'string' ? named : (textOf(value)?.text ?? scalarText(value));
  return text === null || text.trim() === '' ? null : text.trim();
}

/** The last part of an address or of a prefixed name; the text itself for anything else. */
function wordOf(text: string): string {
  const word = /\s/.test(text) ? text : (text.split(/[/#:]/).at(-1) ?? '');
  return word.toLowerCase();
}
