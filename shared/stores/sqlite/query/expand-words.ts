import { Problem } from '../../../base/errors/problem.ts';
import { text } from '../rows.ts';
import type { Check } from './clause.ts';
import type { Scope } from './scope.ts';

/** Words to which one wildcard or fuzzy term may expand. */
const MAX_WORDS = 1024;

const LAST_CHARACTER = '\u{10ffff}';

/** Words per read; the deadline is checked between reads. */
const READ_CHUNK_SIZE = 4096;

/** The words to which a wildcard or fuzzy term expands. */
export type WordTest = {
  /** Common prefix of all of them. */
  readonly beginning: string;
  /** A necessary condition in SQL, over the column `word`. */
  readonly filter: Check;
  readonly accepts: (word: string) => boolean;
};

/**
 * Reads the words that pass the test.
 *
 * @param isSeen whether the caller can find the word. Checked only for too many words, so that hidden words do not make the query
 *   fail
 * @throws Problem `query-too-broad` when there are more than {@link MAX_WORDS} that the caller can find
 */
export function expandWords(scope: Scope, test: WordTest, isSeen: (word: string) => boolean): readonly string[] {
  const found: string[] = [];
  let seen: string[] | null = null;
  for (const word of wordsFrom(scope, test)) {
    if (!test.accepts(word)) continue;
    if (seen === null) {
      found.push(word);
      if (found.length > MAX_WORDS) seen = found.filter(isSeen);
    } else if (isSeen(word)) {
      seen.push(word);
    }
    if (seen !== null && seen.length > MAX_WORDS) {
      throw new Problem('query-too-broad', `A wildcard or fuzzy term matches more than ${MAX_WORDS} words.`);
    }
  }
  return seen ?? found;
}

function* wordsFrom(scope: Scope, { beginning, filter }: WordTest): Generator<string> {
  const read = scope.library.prepare(
    `SELECT json_group_array(word) AS words FROM (
       SELECT word FROM words WHERE word >= ? AND word <= ? AND ${filter.sql} ORDER BY word LIMIT ${READ_CHUNK_SIZE}
     )`,
  );
  for (let from = beginning; ; ) {
    scope.check();
    const row = read.get(from, `${beginning}${LAST_CHARACTER}`, ...filter.values);
    const words: string[] = row === undefined ? [] : JSON.parse(text(row, 'words'));
    for (const word of words) {
      if (!word.startsWith(beginning)) return;
      if (word !== from || from === beginning) yield word;
    }
    const last = words.at(-1);
    if (words.length < READ_CHUNK_SIZE || last === undefined) return;
    from = last;
  }
}
