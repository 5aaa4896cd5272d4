import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { competencyOf } from '../../outline/part.ts';
import { frameworkOf, listedIds, type OutlineState, relationOf } from '../../outline/state.ts';

/** What a difference is about besides the competency itself. Ids are short ids, which the view replaces by names. */
export type Part =
  | { readonly kind: 'relation'; readonly type: string; readonly target: string }
  | { readonly kind: 'level' | 'rollupRule'; readonly object: JsonObject };

/** A relation, level or rule that only one of two states has, or that says something else in each. */
export type PartChange = {
  readonly id: string;
  /** Short id of the competency that it is about; that of the framework if it names none. */
  readonly subject: string;
  readonly part: Part;
  /** Null: it is not there. */
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
};

type Found = Pick<PartChange, 'subject' | 'part'> & { readonly object: JsonObject };

/**
 * Compares relations, levels and rollup rules. The hierarchy is compared as places of competencies, and is left out. A relation between
 * other competencies, or of another type, is another relation.
 */
export function compareParts(before: OutlineState, after: OutlineState): readonly PartChange[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  const removed = (id: string, { subject, part, object }: Found): PartChange => ({
    id,
    subject,
    part,
    before: object,
    after: null,
  });
  const changes = [...now].flatMap(([id, { subject, part, object }]): readonly PartChange[] => {
    const was = old.get(id);
    const added = { id, subject, part, before: null, after: object };
    if (was === undefined) return [added];
    if (isSamePart(was, { subject, part })) return [{ ...added, before: was.object }];
    return [removed(id, was), added];
  });
  return [...changes, ...[...old].flatMap(([id, was]) => (now.has(id) ? [] : [removed(id, was)]))];
}

function partsOf(state: OutlineState): ReadonlyMap<string, Found> {
  const parts = new Map<string, Found>();
  const framework = frameworkOf(state);
  for (const id of new Set([...state.relations.values()].flat())) {
    const object = state.objects.get(id);
    const relation = object === undefined ? null : relationOf(object);
    if (object === undefined || relation === null) continue;
    const { source, target, type } = relation;
    parts.set(id, { subject: source, part: { kind: 'relation', type, target }, object });
  }
  for (const kind of ['level', 'rollupRule'] as const) {
    for (const id of listedIds(framework, kind)) {
      const object = state.objects.get(id);
      if (object === undefined) continue;
      parts.set(id, { subject: competencyOf(object) ?? state.frameworkId, part: { kind, object }, object });
    }
  }
  return parts;
}

function isSamePart(left: Pick<Found, 'subject' | 'part'>, right: Pick<Found, 'subject' | 'part'>): boolean {
  if (left.subject !== right.subject || left.part.kind !== right.part.kind) return false;
  if (left.part.kind !== 'relation' || right.part.kind !== 'relation') return true;
  return left.part.type === right.part.type && left.part.target === right.part.target;
}
