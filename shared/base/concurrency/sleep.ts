/** Resolves after a delay, or as soon as the signal is aborted. */
export function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(end, delayMs);
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
    signal?.addEventListener('abort', end);
  });
}
