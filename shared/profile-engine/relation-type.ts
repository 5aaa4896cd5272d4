/** The relation types that have an effect (specification: Relation). All other types are without effect. */
export type RelationType = 'narrows' | 'isEquivalentTo' | 'requires' | 'implies';

/** The directions in which an assertion travels along a relation. */
export type Way = { readonly forward: boolean; readonly backward: boolean };

/**
 * Where assertions travel: `forward` is from the relation's source to its target.
 *
 * Mastery of the whole implies mastery of its parts, of what it requires and of what it implies; lack of a part implies lack of the
 * whole.
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
