import type { WordKey } from '../../words/translation.ts';
import { backWords, kindWords } from '../graph/kinds.ts';
import type { AlignmentKind } from './alignments.ts';

const kind = (type: string, isReversed = false): AlignmentKind => ({ type, isReversed });

/** The kinds that a person chooses from, with the names that they have in lists of choices. */
const CHOICES: readonly AlignmentKind[] = [
  kind('isEquivalentTo'),
  kind('majorRelated'),
  kind('minorRelated'),
  kind('isRelatedTo'),
  kind('narrows'),
  kind('narrows', true),
  kind('requires'),
  kind('requires', true),
];

export const DEFAULT_KIND = kind('isEquivalentTo');

/** The id of a kind in a list of choices. */
export function kindId({ type, isReversed }: AlignmentKind): string {
  return isReversed ? `${type} reversed` : type;
}

/** The kinds that can be chosen, and the one that an alignment has already. */
export function kindsWith(present: AlignmentKind | null): readonly AlignmentKind[] {
  const isThere = present === null || CHOICES.some((one) => kindId(one) === kindId(present));
  return isThere ? CHOICES : [...CHOICES, present];
}

/** The kind that a list of choices names; null when it names none. */
export function kindNamed(id: unknown, present: AlignmentKind | null): AlignmentKind | null {
  return kindsWith(present).find((one) => kindId(one) === id) ?? null;
}

/** The text between the competency of the first framework and the one of the second. */
export function alignmentWords({ type, isReversed }: AlignmentKind, t: (key: WordKey) => string): string {
  return isReversed ? backWords(type, t) : kindWords(type, t);
}
