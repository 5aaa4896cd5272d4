/** An error in a line, for the log: what it says, and what caused it. */
export function errorText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? String(error) : `${String(error)} Cause: ${errorText(cause)}`;
}
