import { Problem } from '../../base/errors/problem.ts';
import { type Json, parseJson, repeatsMember } from '../linked-data/json.ts';

/** The contents of one source of a signature sheet (header, form part, body member). */
export type SheetSource = { readonly entries: readonly Json[]; readonly fault: Problem | null };

const EMPTY: SheetSource = { entries: [], fault: null };

/**
 * Parses the text of a signature sheet (specification: Signature sheets 1): a JSON array of entries, or one entry on its own. Empty
 * text is an empty sheet. Anything else, and any object that names a member twice, is a fault of the source as a whole.
 *
 * @param maxValues values that a large sheet may hold: a larger one is a fault, too
 */
export function readSheetSource(text: string, maxValues: number): SheetSource {
  if (text.trim() === '') return EMPTY;
  let sheet: Json;
  try {
    sheet = parseJson(text, 'The sheet', maxValues);
  } catch (error) {
    if (error instanceof Problem) return faulty(error.message);
    throw error;
  }
  if (repeatsMember(text, sheet)) return faulty('An entry names a member twice.');
  if (Array.isArray(sheet)) return { entries: sheet, fault: null };
  if (typeof sheet === 'object' && sheet !== null) return { entries: [sheet], fault: null };
  return faulty('The sheet is neither an array of entries nor an entry.');
}

/** The problem of a malformed sheet or entry, 422: the text that clients know, followed by ours. */
export function malformedSheet(why: string): Problem {
  return new Problem('invalid-sheet', `Missing or Malformed Signature. ${why}`);
}

function faulty(why: string): SheetSource {
  return { entries: [], fault: malformedSheet(why) };
}
