import { isObject, type Json, type JsonObject, setMember } from '../linked-data/json.ts';

/** Path of a node inside an object: member names and array positions. */
export type Path = readonly string[];

/** A path as JSON pointer (RFC 6901). */
export function pointer(path: Path): string {
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Calls back for every object inside an object, at every depth, outer ones first. The path is valid during the call only. */
export function forEachNested(object: JsonObject, visit: (node: JsonObject, path: Path) => void): void {
  const path: string[] = [];
  const walk = (value: Json, step: string): void => {
    if (typeof value !== 'object' || value === null) return;
    path.push(step);
    if (isObject(value)) visit(value, path);
    walkInto(value);
    path.pop();
  };
  const walkInto = (value: Json): void => {
    if (Array.isArray(value))
      value.forEach((child, i) => {
        walk(child, String(i));
      });
    else if (isObject(value)) for (const [name, child] of Object.entries(value)) walk(child, name);
  };
  walkInto(object);
}

/**
 * An object without the objects inside it that `isRemoved` picks: a member goes with its name, an array closes up and
 * stays, empty or not. Parts without any such object are shared with the original, which is not changed.
 *
 * @returns the rest, and where the removed ones stood in the original (JSON pointers)
 */
export function prune(
  object: JsonObject,
  isRemoved: (node: JsonObject) => boolean,
): { readonly object: JsonObject; readonly removed: readonly string[] } {
  const path: string[] = [];
  const removed: string[] = [];

  /** The child's rest, or undefined when it is to go. */
  function rest(child: Json, step: string): Json | undefined {
    if (typeof child !== 'object' || child === null) return child;
    path.push(step);
    const gone = isObject(child) && isRemoved(child);
    if (gone) removed.push(pointer(path));
    const value = gone
      ? undefined
      : Array.isArray(child)
        ? restOfArray(child)
        : isObject(child)
          ? restOfObject(child)
          : child;
    path.pop();
    return value;
  }

  function restOfArray(array: Json[]): Json[] {
    const kept = array.map((child, i) => rest(child, String(i)));
    return kept.every((child, i) => child === array[i]) ? array : kept.filter((child) => child !== undefined);
  }

  function restOfObject(source: JsonObject): JsonObject {
    const entries = Object.entries(source);
    const kept = entries.map(([name, child]) => rest(child, name));
    if (entries.every(([, child], i) => child === kept[i])) return source;
    const copy: JsonObject = {};
    for (const [i, [name]] of entries.entries()) {
      const child = kept[i];
      if (child !== undefined) setMember(copy, name, child);
    }
    return copy;
  }

  return { object: restOfObject(object), removed };
}
