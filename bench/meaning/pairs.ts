import { readFile } from 'node:fs/promises';

/**
 * How a query says what it looks for: in other words of the same language, in the other language, with some of the words of the
 * statement, or by a notation or code in it.
 */
export const CLASSES = ['paraphrase', 'across', 'words', 'code'] as const;

/** One of {@link CLASSES}. */
export type PairClass = (typeof CLASSES)[number];

/** A statement of a competency. Its notation is unique. */
export type Statement = { readonly notation: string; readonly language: string; readonly text: string };

/** A query, and the notation of the statement that it means. */
export type Pair = {
  readonly kind: PairClass;
  readonly language: string;
  readonly query: string;
  readonly notation: string;
};

/** Statements of ten trades in English and German, some of many in Chinese, and what people might type to find them, from `pairs.tsv`. */
export async function readPairs(): Promise<{
  readonly statements: readonly Statement[];
  readonly pairs: readonly Pair[];
}> {
  const table = await readFile(new URL('pairs.tsv', import.meta.url), 'utf8');
  const [header = [], ...rows] = table
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const statements: Statement[] = [];
  const pairs: Pair[] = [];
  for (const row of rows) {
    const cell = (column: string): string => row[header.indexOf(column)] ?? '';
    const { notation, language } = { notation: cell('notation'), language: cell('language') };
    statements.push({ notation, language, text: cell('statement') });
    for (const kind of CLASSES) {
      if (cell(kind) === '') continue;
      const other = language === 'en' ? 'de' : 'en';
      pairs.push({ kind, language: kind === 'across' ? other : language, query: cell(kind), notation });
    }
  }
  return { statements, pairs };
}
