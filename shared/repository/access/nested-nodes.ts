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
  const walk = (value: Json[] | JsonObject, step: string): void => {
    path.push(step);
    if (!Array.isArray(value)) visit(value, path);
    walkInto(value);
    path.pop();
  };
  const walkInto = (parent: Json[] | JsonObject): void => {
    if (Array.isArray(parent))
      parent.forEach((child, i) => {
        if (isContainer(child)) walk(child, String(i));
      });
    else
      for (const name of Object.keys(parent)) {
        const child = parent[name];
        if (isContainer(child)) walk(child, name);
      }
  };
  walkInto(object);
}

function isContainer(value: Json | undefined): value is Json[] | JsonObject {
  return Array.isArray(value) || isObject(value);
}

/**
 * An object without the objects inside it that `isRemoved` selects: a member is removed with its name, an array keeps its other
 * elements, if any. Parts without any such object are shared with the original, which is not changed.
 *
 * @param isRemoved its path, in the original, is valid during the call only
 */
export function prune(object: JsonObject, isRemoved: (node: JsonObject, path: Path) => boolean): JsonObject {
  const path: string[] = [];

  /** What remains of the child; undefined when it has to be removed. */
  function rest(child: Json | undefined, step: string): Json | undefined {
    if (!isContainer(child)) return child;
    path.push(step);
    const value = Array.isArray(child) ? restOfArray(child) : isRemoved(child, path) ? undefined : restOfObject(child);
    path.pop();
    return value;
  }

  function restOfArray(array: Json[]): Json[] {
    const kept = array.map((child, i) => rest(child, String(i)));
    return kept.every((child, i) => child === array[i]) ? array : kept.filter((child) => child !== undefined);
  }

  function restOfObject(source: JsonObject): JsonObject {
    const names = Object.keys(source);
    const kept = names.map((name) => rest(source[name], name));
    if (names.every((name, i) => source[name] === kept[i])) return source;
    const copy: JsonObject = {};
    for (const [i, name] of names.entries()) {
      const child = kept[i];
      if (child !== undefined) setMember(copy, name, child);
    }
    return copy;
  }

  return restOfObject(object);
}
