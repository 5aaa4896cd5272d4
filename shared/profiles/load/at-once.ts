/**
 * Work on values most of which are there: thousands of promises that need not be would cost more than the work itself.
 */

/** A value that is there, or will be. */
export type Maybe<Value> = Value | Promise<Value>;

/** What comes of a value when it is there: at once where it is. */
export function after<Value, Result>(value: Maybe<Value>, then: (value: Value) => Maybe<Result>): Maybe<Result> {
  return value instanceof Promise ? value.then(then) : then(value);
}

type Settled<Values> = { -readonly [Place in keyof Values]: Awaited<Values[Place]> };

/** The values when all are there: at once where they are. */
export function together<Values extends readonly unknown[] | []>(values: Values): Maybe<Settled<Values>> {
  if (values.some((value) => value instanceof Promise)) return Promise.all(values);
  return values as Settled<Values>; // none of them is a promise
}
