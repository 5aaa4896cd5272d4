/**
 * A name at the top of a test file for an object that its hooks create before the tests: every access goes to the result of
 * `made` at that time.
 *
 * @throws what `made` throws, when used before the object exists
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
