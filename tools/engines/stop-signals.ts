const PARENT_CHECK_INTERVAL_MS = 500;

/**
 * Calls back on a signal to stop, and when the npm that started this process has exited: npm forwards SIGTERM to its shell only.
 *
 * @param script the name of this program in package.json
 * @param stop may be called more than once
 */
export function onStopSignal(script: string, stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.env['npm_lifecycle_event'] !== script) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    stop();
  }, PARENT_CHECK_INTERVAL_MS);
}
