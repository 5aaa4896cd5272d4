import { tokenize } from '../../../shared/repository/search/tokenizer.ts';
import { byteLength } from './budget.ts';

/** A text that a framework is drafted from. */
export type SourceText = {
  /** Its sentences, unchanged except for white space. */
  readonly sentences: readonly string[];
  readonly bytes: number;
  /**
   * The sentence that contains a quotation, ignoring case, white space, and the form of quotation marks and dashes.
   *
   * @returns null when the quotation is not in the text
   */
  readonly sentenceWith: (quotation: string) => string | null;
  /** The text in parts of at most `maxBytes` bytes, as sentences. */
  readonly parts: (maxBytes: number) => readonly (readonly string[])[];
  /** The sentences that have the most in common with some words, in their order, of at most `maxBytes` bytes. */
  readonly about: (words: string, maxBytes: number) => readonly string[];
};

/** Longer sentences, such as tables, are divided. */
const MAX_SENTENCE = 1_000;

/** Shorter quotations, in letters and digits, could be from anywhere. */
const MIN_QUOTATION = 8;

/** Reads a text in any language. */
export function readSourceText(text: string): SourceText {
  return sourceOf(sentencesIn(text));
}

/** A text that consists of some sentences of another. */
export function sourceOf(sentences: readonly string[]): SourceText {
  const plain = sentences.map(plainText);
  const whole = plain.join(' ');
  const sizes = sentences.map((sentence) => byteLength(sentence) + 1);
  const words = sentences.map((sentence) => new Set(tokenize(sentence)));
  const counts = new Map<string, number>();
  for (const word of words.flatMap((each) => [...each])) counts.set(word, (counts.get(word) ?? 0) + 1);

  function about(given: string, maxBytes: number): readonly string[] {
    const wanted = new Set(tokenize(given));
    const scored = words.map((own, index) => {
      let score = 0;
      for (const word of wanted) if (own.has(word)) score += 1 / (counts.get(word) ?? 1);
      return { index, score };
    });
    let left = maxBytes;
    const chosen = new Set<number>();
    for (const { index, score } of scored.toSorted((one, other) => other.score - one.score)) {
      const size = sizes[index] ?? 0;
      if (score === 0 || size > left) continue;
      left -= size;
      chosen.add(index);
    }
    return sentences.filter((_sentence, index) => chosen.has(index));
  }

  return {
    sentences,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    sentenceWith(quotation) {
      const quoted = plainText(quotation);
      if (quoted.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_QUOTATION || !whole.includes(quoted)) return null;
      // A quotation of several sentences is from the first of them.
      const at = plain.findIndex((sentence) => sentence.includes(quoted));
      const first = at === -1 ? plain.findIndex((sentence) => sentence !== '' && quoted.startsWith(sentence)) : at;
      return sentences[first] ?? null;
    },
    parts(maxBytes) {
      const parts: string[][] = [];
      let left = 0;
      for (const [index, sentence] of sentences.entries()) {
        const size = sizes[index] ?? 0;
        if (size > left || parts.length === 0) {
          parts.push([]);
          left = maxBytes;
        }
        parts.at(-1)?.push(sentence);
        left -= size;
      }
      return parts;
    },
    about,
  };
}

function sentencesIn(text: string): readonly string[] {
  // A line that continues in lower case was wrapped.
  const unwrapped = text.replace(/[ \t]*\r?\n[ \t]*(?=\p{Ll})/gu, ' ');
  const segments = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(unwrapped);
  return [...segments].flatMap(({ segment }) => {
    const sentence = segment.replace(/\s+/g, ' ').trim();
    return sentence.length <= MAX_SENTENCE ? sentence || [] : divided(sentence);
  });
}

function divided(sentence: string): readonly string[] {
  return (
    sentence
      .match(new RegExp(`.{1,${MAX_SENTENCE}}(?:\\s|$)|.{1,${MAX_SENTENCE}}`, 'gsu'))
      ?.map((part) => part.trim()) ?? []
  );
}

function plainText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^["'\s]+|["'\s]+$/g, '');
}
