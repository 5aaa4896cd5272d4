import { displayText } from '../../profiles/engine/stored-values.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../repository/linked-data/json.ts';
import { items } from '../../repository/linked-data/references.ts';

/** Work that shows a competency (Open Badges 2.0 and 3.0, Evidence). */
export type BadgeEvidence = {
  readonly id?: string;
  readonly name?: string;
  readonly narrative?: string;
};

/**
 * The evidence in an item of an assertion. An address is the evidence itself; of an xAPI statement only the activity is published,
 * since the actor is private; any other text is a narrative.
 *
 * @param text null for what the badge key cannot read
 */
export function evidenceOf(text: string | null): readonly BadgeEvidence[] {
  if (text === null || text.trim() === '') return [];
  if (isAddress(text)) return [{ id: text.trim() }];
  const statements = statementsIn(text);
  return statements === null ? [{ narrative: text }] : statements.map(activityOf);
}

function isAddress(text: string): boolean {
  return /^\s*https?:\/\/\S+\s*$/i.test(text) && URL.canParse(text.trim());
}

/** The xAPI statements that a text holds; null for other texts. */
function statementsIn(text: string): readonly JsonObject[] | null {
  const values = items(parsed(text) ?? undefined);
  const statements = values.filter((value): value is JsonObject => isObject(value) && isStatement(value));
  return values.length > 0 && statements.length === values.length ? statements : null;
}

function isStatement(value: JsonObject): boolean {
  return ['actor', 'verb', 'object'].every((name) => isObject(member(value, name) ?? null));
}

function parsed(text: string): Json | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return parseJson(text, 'The evidence');
  } catch {
    return null; // a text that merely begins like JSON
  }
}

function activityOf(statement: JsonObject): BadgeEvidence {
  const activity = member(statement, 'object');
  if (!isObject(activity)) return {};
  const id = member(activity, 'id');
  const definition = member(activity, 'definition');
  const name = isObject(definition) ? displayText(member(definition, 'name')) : null;
  return {
    ...(typeof id === 'string' && isAddress(id) && { id }),
    ...(name !== null && name !== '' && { name }),
  };
}
