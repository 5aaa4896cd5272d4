/** A handler whose set-up runs with the first call. */
export type LazyHandler<P extends readonly unknown[], R> = {
  (...given: P): Promise<R>;
  /** Makes the next call run the set-up again. */
  readonly reset: () => void;
};

/** Runs the set-up of a handler with its first call, and again with the next one if that fails. */
export function lazyHandler<P extends readonly unknown[], R>(
  setUp: () => Promise<(...given: P) => Promise<R>>,
): LazyHandler<P, R> {
  let handler: ReturnType<typeof setUp> | null = null;

  function reset(): void {
    handler = null;
  }

  async function call(...given: P): Promise<R> {
    handler ??= setUp().catch((error: unknown) => {
      reset();
      throw error;
    });
    return (await handler)(...given);
  }

  return Object.assign(call, { reset });
}
