/**
 * Waits for work, until it is done or the signal is aborted: then it goes on behind, and its failure is reported.
 *
 * @throws what the work throws before that
 */
export async function untilAborted(
  work: Promise<void>,
  ended: AbortSignal | undefined,
  report: (error: unknown) => void,
): Promise<void> {
  if (ended === undefined) return work;
  const aborted = new Promise<void>((resolve) => {
    if (ended.aborted) resolve();
    ended.addEventListener('abort', () => resolve(), { once: true });
  });
  work.catch((error: unknown) => {
    if (ended.aborted) report(error);
  });
  return Promise.race([work, aborted]);
}
