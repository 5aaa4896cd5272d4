/** How often is looked whether npm is still there, in milliseconds. */
const LOOK = 500;

/**
 * Calls back at a signal to end, and when npm, which started this process, is gone: it passes SIGTERM on to its shell only.
 *
 * @param script what npm calls this program
 * @param stop may be called more than once
 */
export function whenToldToStop(script: string, stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.env['npm_lifecycle_event'] !== script) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    stop();
  }, LOOK);
}
