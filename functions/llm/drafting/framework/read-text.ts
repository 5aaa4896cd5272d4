import { mapLimit } from '../../../../shared/base/concurrency/map-limit.ts';
import { ask, type DraftSession, type Missing } from '../ask.ts';
import { BYTES_PER_TOKEN } from '../budget.ts';
import { type SourceText, sourceOf } from '../source-text.ts';
import { statementsQuestion } from './questions.ts';

/** Estimated tokens of the instructions, the schema and the lists of names. */
const OTHER_TOKENS = 1_200;
const MIN_TEXT_BYTES = 500;

/** Maximum tokens of one answer. */
export function answerTokens({ model }: Pick<DraftSession, 'model'>): number {
  return Math.floor(model.contextTokens / 3);
}

/** Maximum length, in bytes, of a text that fits into one call. */
export function textBytes({ model }: Pick<DraftSession, 'model'>): number {
  const tokens = model.contextTokens - answerTokens({ model }) - OTHER_TOKENS;
  return Math.max(MIN_TEXT_BYTES, tokens * BYTES_PER_TOKEN);
}

/** The text to draft from, and its unread parts. */
type ReadText = { readonly text: SourceText; readonly unread: readonly Missing[] };

/**
 * Reads a text that may be too long for a model: part by part, the model selects the relevant sentences, which are verified to be in the
 * part. This may use half of the tokens of the request.
 */
export async function readLongText(
  session: DraftSession,
  topic: string,
  text: SourceText,
  concurrency: number,
): Promise<ReadText> {
  const maxBytes = textBytes(session);
  if (text.bytes <= maxBytes) return { text, unread: [] };
  const { budget, model } = session;
  const parts = text.parts(maxBytes);
  const readable = Math.max(1, Math.floor(budget.limits.tokens / 2 / model.contextTokens));
  const maxTokens = answerTokens(session);
  const unread: Missing[] = [];
  const read = await mapLimit(parts.slice(0, readable), concurrency, async (part) => {
    const asked = await ask(session, statementsQuestion(topic, part, { maxTokens }));
    if ('missing' in asked) {
      unread.push(asked.missing);
      return [];
    }
    if (asked.rest !== null) unread.push(asked.rest);
    const source = sourceOf(part);
    return asked.answer.flatMap((statement) => source.sentenceWith(statement) ?? []);
  });
  if (parts.length > readable) {
    const detail = `Only the first ${readable} of ${parts.length} parts of the text were read: it is too long for the tokens of one request.`;
    unread.push({ reason: 'tokens', detail });
  }
  return { text: sourceOf([...new Set(read.flat())]), unread };
}

/** The sentences of a text about a topic, for a prompt, of at most `maxBytes` bytes. */
export function excerpt(text: SourceText | null, about: string, maxBytes: number): readonly string[] {
  if (text === null) return [];
  if (text.bytes <= maxBytes) return text.sentences;
  const chosen = text.about(about, maxBytes);
  return chosen.length > 0 ? chosen : (text.parts(maxBytes)[0] ?? []);
}
