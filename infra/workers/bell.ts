import type { Logger } from '../../shared/base/telemetry/logger.ts';
import { type Bell, createBell } from '../../shared/repository/notifications/bell.ts';
import { BELL_URL, notificationsOf } from './object.ts';
import type { DurableObjectNamespace } from './runtime.ts';

/** {@link Bell} of the durable object that delivers. */
export function createObjectBell(namespace: DurableObjectNamespace, logger: Pick<Logger, 'warn'>): Bell {
  return createBell(async () => {
    const { ok, status } = await notificationsOf(namespace).fetch(BELL_URL, { method: 'POST' });
    if (!ok) throw new Error(`The durable object answered ${status}.`);
  }, logger);
}
