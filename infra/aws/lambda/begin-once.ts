/** A function that is made with its first call, and with the next one again when that fails. */
export function beginOnce<P extends readonly unknown[], R>(
  make: () => Promise<(...given: P) => Promise<R>>,
): (...given: P) => Promise<R> {
  let made: ReturnType<typeof make> | null = null;
  return async (...given) => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return (await made)(...given);
  };
}
