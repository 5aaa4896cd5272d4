import { isObject, type Json, member } from '../../repository/linked-data/json.ts';
import type { FrameworkRelation } from './model.ts';

/** Relations that say the same in both directions. */
const SYMMETRIC: ReadonlySet<string> = new Set(['isEquivalentTo', 'isRelatedTo', 'majorRelated', 'minorRelated']);

/** What a relation says: two with the same statement are one. */
export function statementOf({ type, source, target }: Pick<FrameworkRelation, 'type' | 'source' | 'target'>): string {
  return JSON.stringify(SYMMETRIC.has(type) && target < source ? [type, target, source] : [type, source, target]);
}

/** Whether two values are equal. The order of members does not count, and an array with one element is that element. */
export function sameValue(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  const [a, b] = [single(one), single(other)];
  if (a === b) return true;
  if (typeof a === 'string' || typeof b === 'string') return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => sameValue(member(a, name), member(b, name)));
  }
  return JSON.stringify(a) === JSON.stringify(b);
}

function single(value: Json | undefined): Json | undefined {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
