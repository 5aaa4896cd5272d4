import { member } from '../../../../shared/repository/linked-data/json.ts';
import { idList } from '../../outline/patch.ts';
import { frameworkOf, listedIds, type OutlineState, relationOf } from '../../outline/state.ts';
import { isSymmetric } from '../graph/kinds.ts';

/** One of the two frameworks. In languages from right to left, the first one is on the right. */
export type Side = 'first' | 'second';

export const SIDES: readonly Side[] = ['first', 'second'];

/** The meaning of an alignment, read from the first framework to the second. */
export type AlignmentKind = {
  /** The type of its relation. */
  readonly type: string;
  /** The relation leads from the second framework to the first. Never for types that say the same in both directions. */
  readonly isReversed: boolean;
};

/** A relation between competencies of the two frameworks, which one or both of them list. */
export type Alignment = {
  readonly key: string;
  readonly first: string;
  readonly second: string;
  readonly kind: AlignmentKind;
  /** The stored relations with this meaning, with the framework that lists each. */
  readonly stored: readonly { readonly side: Side; readonly relation: string }[];
};

/** Both frameworks, and the alignments between them. */
export type Crosswalk = {
  readonly alignments: readonly Alignment[];
  /** Competencies that are in both frameworks. */
  readonly shared: ReadonlySet<string>;
  /** The competencies of each framework that are aligned, or in both frameworks. */
  readonly aligned: Readonly<Record<Side, ReadonlySet<string>>>;
  /** The competencies of each framework of which a person said that nothing in the other one corresponds to them; not aligned. */
  readonly unmatched: Readonly<Record<Side, ReadonlySet<string>>>;
  /** The competencies of each framework that are aligned or unmatched. */
  readonly done: Readonly<Record<Side, ReadonlySet<string>>>;
};

/** The member of a competency that lists the frameworks in which nothing corresponds to it. */
export const UNMATCHED_IN = 'noCounterpartIn';

/** Finds the alignments that either framework lists. */
export function crosswalkOf(first: OutlineState, second: OutlineState): Crosswalk {
  const members = { first: membersOf(first), second: membersOf(second) };
  const shared = new Set([...members.first].filter((id) => members.second.has(id)));
  const alignments = new Map<string, Alignment>();
  for (const [side, state] of [
    ['first', first],
    ['second', second],
  ] as const) {
    for (const relation of listedIds(frameworkOf(state), 'relation')) {
      const object = state.objects.get(relation);
      const found = object === undefined ? null : alignmentOf(relationOf(object), members, shared);
      if (found === null) continue;
      const known = alignments.get(found.key);
      alignments.set(found.key, { ...found, stored: [...(known?.stored ?? []), { side, relation }] });
    }
  }
  const list = [...alignments.values()];
  const aligned = {
    first: new Set([...shared, ...list.map((alignment) => alignment.first)]),
    second: new Set([...shared, ...list.map((alignment) => alignment.second)]),
  };
  const unmatchedOf = (side: Side, state: OutlineState, other: OutlineState) => {
    const open = [...members[side]].filter((id) => !aligned[side].has(id));
    return new Set(open.filter((id) => unmatchedIn(state, id).includes(other.frameworkId)));
  };
  const unmatched = { first: unmatchedOf('first', first, second), second: unmatchedOf('second', second, first) };
  const done = {
    first: new Set([...aligned.first, ...unmatched.first]),
    second: new Set([...aligned.second, ...unmatched.second]),
  };
  return { alignments: list, shared, aligned, unmatched, done };
}

/** The frameworks in which nothing corresponds to a competency, as a person said. */
export function unmatchedIn(state: OutlineState, id: string): readonly string[] {
  const object = state.objects.get(id);
  return object === undefined ? [] : (idList(member(object, UNMATCHED_IN)) ?? []);
}

/** Identifies an alignment, whichever framework lists it. */
export function alignmentKey(first: string, second: string, { type, isReversed }: AlignmentKind): string {
  return `${first} ${second} ${type}${isReversed ? ' reversed' : ''}`;
}

/** The ends of the relation of an alignment. */
export function relationEnds(first: string, second: string, { type, isReversed }: AlignmentKind) {
  return isReversed ? { source: second, target: first, type } : { source: first, target: second, type };
}

/** The competencies of a framework that can be read. */
export function membersOf(state: OutlineState): ReadonlySet<string> {
  return new Set(listedIds(frameworkOf(state), 'competency').filter((id) => state.objects.has(id)));
}

/** A relation between two competencies of the same framework is not an alignment. */
function alignmentOf(
  relation: ReturnType<typeof relationOf>,
  members: Readonly<Record<Side, ReadonlySet<string>>>,
  shared: ReadonlySet<string>,
): Omit<Alignment, 'stored'> | null {
  if (relation === null) return null;
  const { source, target, type } = relation;
  if (shared.has(source) || shared.has(target)) return null;
  const isForward = members.first.has(source) && members.second.has(target);
  if (!isForward && !(members.second.has(source) && members.first.has(target))) return null;
  const [first, second] = isForward ? [source, target] : [target, source];
  const kind = { type, isReversed: !isForward && !isSymmetric(type) };
  return { key: alignmentKey(first, second, kind), first, second, kind };
}
