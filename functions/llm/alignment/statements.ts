import { mapInSlices } from '../../../shared/base/concurrency/slices.ts';
import { hierarchyOf } from '../../../shared/exchange/frameworks/hierarchy.ts';
import type { Framework, FrameworkNode } from '../../../shared/exchange/frameworks/model.ts';
import { bestText, scalarText, type Text, textsOf } from '../../../shared/exchange/frameworks/values.ts';
import { objectKey } from '../../../shared/repository/linked-data/identifiers.ts';
import { joinTexts } from '../../../shared/repository/meaning/embedded-text.ts';
import { tokenize } from '../../../shared/repository/search/tokenizer.ts';
import type { ObjectKey } from '../../../shared/repository/store/object-store.ts';
import { MAX_DESCRIPTION, MAX_NAME, textIn } from '../drafting/answer-text.ts';
import { readSourceText } from '../drafting/source-text.ts';

/** What a model gets of a statement. */
export type Comparable = { readonly id: string; readonly name: string; readonly description: string };

/** Words with their weights. */
export type Words = ReadonlyMap<string, number>;

/** A competency, or a passage of a text, prepared for comparison. The id of a passage is the passage. */
export type Statement = Comparable & {
  /** The words of each language. */
  readonly words: readonly Words[];
  /** Without case and punctuation; null: it has none. */
  readonly notation: string | null;
  /** The text whose meaning is compared. */
  readonly text: string;
  /** Of the stored object; null for passages. */
  readonly key: ObjectKey | null;
  /** Ids of its parents in the framework. */
  readonly parents: readonly string[];
};

/** Longer descriptions are cut to this length before a model compares them. */
const MAX_COMPARED = 400;

/** Words in the name count more than in the description. */
const NAME_WEIGHT = 3;

/** Words are compared by their beginnings, so that word forms of many languages are equal. */
const STEM_LENGTH = 5;

/** Single letters, such as an article, say nothing. */
const LETTER = /^\p{Script=Latin}$/u;

const NOTATIONS = ['ceasn:codedNotation', 'skos:notation'];

/** The competencies of a framework. */
export function statementsOf(framework: Framework): Promise<readonly Statement[]> {
  const hierarchy = hierarchyOf(framework);
  return mapInSlices(framework.members, (node) => ({
    ...statementOf(node),
    key: objectKey(node.id),
    parents: hierarchy.parents(node.id),
  }));
}

/** The sentences of a text, such as a job description. */
export function passagesOf(text: string): readonly Statement[] {
  return [...new Set(readSourceText(text).sentences)].map((sentence) => ({
    id: sentence,
    name: sentence,
    description: '',
    words: [wordsIn([{ text: sentence, weight: 1 }])],
    notation: null,
    text: sentence,
    key: null,
    parents: [],
  }));
}

function statementOf({ id, properties }: FrameworkNode): Omit<Statement, 'key' | 'parents'> {
  const [names, descriptions] = [textsOf(properties.get('name')), textsOf(properties.get('description'))];
  const notations = NOTATIONS.flatMap((name) => properties.get(name) ?? []).map(scalarText);
  return {
    id,
    name: textIn(bestText(properties.get('name')), MAX_NAME),
    description: textIn(bestText(properties.get('description')), MAX_COMPARED),
    words: wordsByLanguage(names, descriptions),
    notation: notations.map((text) => (text === null ? '' : plainNotation(text))).find((text) => text !== '') ?? null,
    text: joinTexts([...names, ...descriptions].map(({ text }) => text)) ?? '',
  };
}

function plainNotation(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function wordsByLanguage(names: readonly Text[], descriptions: readonly Text[]): readonly Words[] {
  const primary = ({ language }: Text): string => language?.toLowerCase().split('-')[0] ?? '';
  const languages = new Set([...names, ...descriptions].map(primary));
  const weighted = (texts: readonly Text[], language: string, weight: number) =>
    texts.filter((text) => primary(text) === language).map(({ text }) => ({ text, weight }));
  return [...languages].map((language) =>
    wordsIn([...weighted(names, language, NAME_WEIGHT), ...weighted(descriptions, language, 1)]),
  );
}

function wordsIn(texts: readonly { readonly text: string; readonly weight: number }[]): Words {
  const words = new Map<string, number>();
  for (const { text, weight } of texts) {
    for (const token of tokenize(text.slice(0, MAX_DESCRIPTION))) {
      if (LETTER.test(token)) continue;
      const word = [...token].slice(0, STEM_LENGTH).join('');
      words.set(word, Math.max(words.get(word) ?? 0, weight));
    }
  }
  return words;
}
