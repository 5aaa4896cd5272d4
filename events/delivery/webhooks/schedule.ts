import type { Schedule } from '../../../shared/repository/schedule/run-tick.ts';
import type { WebhookDelivery } from './delivery.ts';

/**
 * Delivers every minute what is due: a process that was killed after its write, or that cannot wait for a receiver, may not have done
 * that.
 */
export function webhookSchedule(delivery: WebhookDelivery): Schedule {
  return { name: 'webhooks', period: 60_000, tick: ({ ended }) => delivery.run(ended, true) };
}
