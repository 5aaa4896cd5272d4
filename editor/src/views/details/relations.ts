import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { type OutlineState, relationOf } from '../../outline/state.ts';
import { edgeKey } from '../../outline/tree.ts';

/** The types of relations of the specification, in the order in which they are offered. */
export const RELATION_TYPES = [
  'requires',
  'isEnabledBy',
  'isRelatedTo',
  'isEquivalentTo',
  'implies',
  'desires',
  'narrows',
] as const satisfies readonly string[];

/** A relation, as seen from one of its competencies. */
export type SeenRelation = {
  /** Id of the relation. */
  readonly id: string;
  readonly object: JsonObject;
  readonly type: string;
  /** The competency at the other end. */
  readonly other: string;
  /** Whether this competency is the source. */
  readonly isSource: boolean;
};

/** The relations of a competency: those to its parents, then all others. Its children are not included: the outline shows them. */
export function relationsAt(state: OutlineState, competency: string): readonly SeenRelation[] {
  const parents = state.tree.parents.get(competency) ?? [];
  const above = parents.flatMap((parent) => state.tree.edges.get(edgeKey(competency, parent)) ?? []);
  return [...above, ...(state.relations.get(competency) ?? [])].flatMap((id) => {
    const object = state.objects.get(id);
    const relation = object === undefined ? null : relationOf(object);
    if (object === undefined || relation === null) return [];
    const isSource = relation.source === competency;
    return [{ id, object, type: relation.type, other: isSource ? relation.target : relation.source, isSource }];
  });
}

/** Whether there is such a relation already. */
export function hasRelation(state: OutlineState, source: string, target: string, type: string): boolean {
  return relationsAt(state, source).some((one) => one.isSource && one.other === target && one.type === type);
}

/** The first and the last day on which a relation applies, as `YYYY-MM-DD`; empty: no limit. */
export function daysOf(relation: JsonObject): { readonly from: string; readonly through: string } {
  const [from = '', through = ''] = ['validFrom', 'validThrough'].map((name) => {
    const value = member(relation, name);
    return (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0]) || '';
  });
  return { from, through };
}
