/** A function that is made with its first call. */
export type BegunOnce<P extends readonly unknown[], R> = {
  (...given: P): Promise<R>;
  /** The next call makes it anew. */
  readonly forget: () => void;
};

/** A function that is made with its first call, and with the next one again when that fails. */
export function beginOnce<P extends readonly unknown[], R>(
  make: () => Promise<(...given: P) => Promise<R>>,
): BegunOnce<P, R> {
  let made: ReturnType<typeof make> | null = null;

  function forget(): void {
    made = null;
  }

  async function call(...given: P): Promise<R> {
    made ??= make().catch((error: unknown) => {
      forget();
      throw error;
    });
    return (await made)(...given);
  }

  return Object.assign(call, { forget });
}
