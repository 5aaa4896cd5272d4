import { ExactNumber, isObject, type Json } from '../../../shared/repository/linked-data/json.ts';

/** Whether two values are the same JSON; the order of members does not matter. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, i) => sameJson(item, right[i]));
  }
  if (left instanceof ExactNumber) return right instanceof ExactNumber && left.source === right.source;
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]))
  );
}
