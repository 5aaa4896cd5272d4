import type { ReadKey } from '../../crypto/public-key.ts';
import { type Json, type JsonObject, member } from '../../linked-data/json.ts';
import { idsIn } from './ids.ts';
import { items } from './read-members.ts';
import { type Part, readPart, shownValue } from './sealed-part.ts';

/** An assertion taken apart (specification: Assertion), nothing of it opened. Parts that are absent are null. */
export type AssertionParts = {
  /** The id of the competency as it is written. */
  readonly competency: string;
  readonly subject: Part | null;
  readonly agent: Part | null;
  readonly negative: Part | null;
  readonly assertionDate: Part | null;
  readonly expirationDate: Part | null;
  readonly evidence: readonly (Part | null)[] | undefined;
  readonly grade: Json | undefined;
  readonly registration: Json | undefined;
  readonly condition: Json | undefined;
};

/** Takes an assertion apart; null when it names no competency. */
export function readAssertion(object: JsonObject, readKey: ReadKey): AssertionParts | null {
  const [competency] = idsIn(member(object, 'competency'));
  if (competency === undefined) return null;
  const part = (name: string): Part | null => readPart(member(object, name), readKey);
  const shown = (name: string): Json | undefined => {
    const value = member(object, name);
    return value === undefined ? undefined : shownValue(value, readKey);
  };
  const evidence = member(object, 'evidence');
  return {
    competency,
    subject: part('subject'),
    agent: part('agent'),
    negative: part('negative'),
    assertionDate: part('assertionDate'),
    expirationDate: part('expirationDate'),
    evidence: evidence === undefined ? undefined : items(evidence).map((item) => readPart(item, readKey)),
    grade: shown('grade'),
    registration: shown('registration'),
    condition: shown('condition'),
  };
}
