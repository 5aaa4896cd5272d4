import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { diff } from '../../outline/patch.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { subtreeOf } from '../../outline/tree.ts';
import { isLink, isScheme } from '../../schemes/concept-links.ts';
import { compareParts, type Part } from './compare-parts.ts';
import { shownValue } from './describe-change.ts';

/**
 * One difference between two states of a framework or a concept scheme. `object` is the competency that it is about, the concept, or the
 * framework itself; with a `part`, it is a relation, level or rule of that.
 */
export type Difference =
  | {
      readonly kind: 'added' | 'removed';
      readonly id: string;
      readonly object: JsonObject;
      readonly part: Part | null;
    }
  | {
      readonly kind: 'moved';
      readonly id: string;
      readonly object: JsonObject;
      /** Ids of what it is below, in the earlier and in the later state; the same for another place among its siblings. */
      readonly from: readonly string[];
      readonly to: readonly string[];
    }
  | {
      readonly kind: 'reworded';
      readonly id: string;
      readonly object: JsonObject;
      readonly part: Part | null;
      readonly member: string;
      readonly before: string;
      readonly after: string;
    };

/** Members that say who owns and reads an object, or when it was written: not what it says. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  '@context',
  '@owner',
  'owner',
  '@reader',
  'reader',
  'schema:dateCreated',
  'schema:dateModified',
]);

/**
 * Compares two states of a framework or a concept scheme: what was added, removed, reworded and moved, in the order of the outline, each
 * competency with its relations, levels and rules. What was removed comes last, in its former order.
 *
 * @param language of texts that are there in several
 */
export function compareStates(before: OutlineState, after: OutlineState, language: string): readonly Difference[] {
  const [old, now] = [inOrder(before), inOrder(after)];
  const shifted = shiftedIds(before, after);
  const [known, kept] = [new Set(old), new Set(now)];
  const isVocabulary = isScheme(frameworkOf(after));
  const edits = (id: string, was: JsonObject, is: JsonObject) => {
    const patch = diff(id, was, is);
    if (patch?.kind !== 'edit') return [];
    return Object.entries(patch.members)
      .filter(([member]) => !NOT_COMPARED.has(member) && !(isVocabulary && isLink(member)))
      .map(([member, edit]) => ({
        kind: 'reworded' as const,
        id,
        member,
        before: shownValue(edit.before, language),
        after: shownValue(edit.after, language),
      }));
  };
  const reworded = (id: string, was: JsonObject, is: JsonObject): readonly Difference[] =>
    edits(id, was, is).map((edit) => ({ ...edit, object: is, part: null }));
  const changedParts = Map.groupBy(compareParts(before, after), ({ subject }) => subject);
  const partsOf = (subject: string): readonly Difference[] =>
    (changedParts.get(subject) ?? []).flatMap(({ id, part, before: was, after: is }): readonly Difference[] => {
      const object = after.objects.get(subject) ?? before.objects.get(subject) ?? frameworkOf(after);
      if (was === null || is === null) return [{ kind: was === null ? 'added' : 'removed', id, object, part }];
      return edits(id, was, is).map((edit) => ({ ...edit, object, part }));
    });
  const differences = now.flatMap((id): readonly Difference[] => {
    const [was, is] = [before.objects.get(id), after.objects.get(id)];
    if (is === undefined) return [];
    if (was === undefined || !known.has(id)) return [{ kind: 'added', id, object: is, part: null }, ...partsOf(id)];
    const [from, to] = [before.tree.parents.get(id) ?? [], after.tree.parents.get(id) ?? []];
    const isMoved = new Set(from).symmetricDifference(new Set(to)).size > 0 || shifted.has(id);
    const moved = { kind: 'moved', id, object: is, from, to } as const;
    return [...(isMoved ? [moved] : []), ...reworded(id, was, is), ...partsOf(id)];
  });
  const removed = old.flatMap((id): readonly Difference[] => {
    const object = before.objects.get(id);
    return kept.has(id) || object === undefined ? [] : [{ kind: 'removed', id, object, part: null }, ...partsOf(id)];
  });
  const elsewhere = [...changedParts.keys()].filter((id) => !known.has(id) && !kept.has(id));
  return [
    ...reworded(after.frameworkId, frameworkOf(before), frameworkOf(after)),
    ...elsewhere.flatMap(partsOf),
    ...differences,
    ...removed,
  ];
}

/** The competencies of a framework, each once, from top to bottom. */
function inOrder(state: OutlineState): readonly string[] {
  const listed = listedIds(frameworkOf(state), 'competency');
  return [...new Set([...state.tree.roots.flatMap((id) => subtreeOf(state.tree, id)), ...listed])];
}

/** Competencies with another place among the siblings that both states have: as few as explain the order. */
function shiftedIds(before: OutlineState, after: OutlineState): ReadonlySet<string> {
  const shifted = new Set<string>();
  for (const parent of [null, ...after.tree.children.keys()]) {
    const childrenIn = ({ tree }: OutlineState) => (parent === null ? tree.roots : (tree.children.get(parent) ?? []));
    const places = new Map(childrenIn(before).map((id, place) => [id, place]));
    const common = childrenIn(after).filter((id) => places.has(id));
    const inPlace = longestRising(common.map((id) => places.get(id) ?? 0));
    for (const [index, id] of common.entries()) if (!inPlace.has(index)) shifted.add(id);
  }
  return shifted;
}

/** The indices of a longest strictly rising subsequence. */
function longestRising(values: readonly number[]): ReadonlySet<number> {
  /** By length less one: the index of the smallest value that ends a subsequence of that length. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    const longer = ends.findIndex((end) => (values[end] ?? 0) >= value);
    const length = longer === -1 ? ends.length : longer;
    previous[index] = length === 0 ? undefined : ends[length - 1];
    ends[length] = index;
  }
  const indices = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) indices.add(index);
  return indices;
}
