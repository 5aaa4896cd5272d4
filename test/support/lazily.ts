/**
 * What the hooks of a test file make before its tests, under a name that stands at the top of the file: whatever is asked of it
 * is asked of what `made` gives by then.
 *
 * @throws what `made` throws, at a use before it is there
 */
export function lazily<T extends object>(made: () => T): T {
  // Nothing is read from the object below: the traps answer for it.
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(made(), name),
    has: (_, name) => Reflect.has(made(), name),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(made(), name),
  });
}
