/** The relation types that have an effect (specification: Relation). The others are known and do nothing here. */
export type RelationType = 'narrows' | 'isEquivalentTo' | 'requires' | 'implies';

/** Which way an assertion takes along a relation. */
export type Way = { readonly forward: boolean; readonly backward: boolean };

/**
 * Where assertions travel: `forward` is from the relation's source to its target.
 *
 * Who masters the whole masters its parts, what it requires and what it implies; who lacks a part lacks the whole.
 */
export const TRAVEL: { readonly [Type in RelationType]: { readonly positive: Way; readonly negative: Way } } = {
  narrows: { positive: { forward: false, backward: true }, negative: { forward: true, backward: false } },
  isEquivalentTo: { positive: { forward: true, backward: true }, negative: { forward: true, backward: true } },
  requires: { positive: { forward: true, backward: false }, negative: { forward: false, backward: true } },
  implies: { positive: { forward: true, backward: true }, negative: { forward: true, backward: false } },
};

/** Reads a `relationType`; null for types without effect. `isEquivalenTo` is found in old data and means equivalence. */
export function relationType(text: string): RelationType | null {
  if (text === 'isEquivalenTo') return 'isEquivalentTo';
  return Object.hasOwn(TRAVEL, text) ? (text as RelationType) : null; // the keys of TRAVEL are the type's members
}
