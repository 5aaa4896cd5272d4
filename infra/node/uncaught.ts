import type { ProcessLogger } from '../../shared/base/telemetry/logger.ts';
import type { Alerts } from './alerts.ts';

/** How long the process waits at its end for its mail, and for its last telemetry. */
const END_TIMEOUT_MS = 10_000;

/**
 * Ends the process with code 1 after an uncaught error, since its state is unknown. Before that it logs the error and sends mail to
 * the operator (specification: States and transitions). The log needs no flush: lines are written when they are logged.
 *
 * @returns a function that registers what to send before the end
 */
export function exitOnUncaughtErrors(
  logger: Pick<ProcessLogger, 'emergency'>,
  alerts: Alerts,
): (flush: () => Promise<void>) => void {
  let isEnding = false;
  let flush = async (): Promise<void> => {};
  const end = (error: unknown): void => {
    if (isEnding) return;
    isEnding = true;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    logger.emergency('SYSTEM', 'The process ends by an uncaught error', { error: text });
    setTimeout(() => process.exit(1), END_TIMEOUT_MS);
    void Promise.allSettled([alerts.raise('Uncaught Exception', text), flush()]).finally(() => process.exit(1));
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  return (next) => {
    flush = next;
  };
}
