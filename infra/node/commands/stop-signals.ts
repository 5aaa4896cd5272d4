/**
 * Ends the process with code 0 at the first SIGTERM or SIGINT. To be called before anything else: the first process of a container
 * ignores these until somebody listens for them.
 *
 * @returns takes what is to be done before the end; until then there is nothing
 */
export function endAtSignals(): (prepare: () => Promise<void>) => void {
  let prepare = async (): Promise<void> => {};
  const end = async (): Promise<void> => {
    await prepare();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end());
  return (next) => {
    prepare = next;
  };
}
