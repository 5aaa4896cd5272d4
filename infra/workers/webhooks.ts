import { createWebhookDelivery } from '../../events/delivery/webhooks/delivery.ts';
import { createJsonLines } from '../../shared/base/telemetry/json-lines.ts';
import { createIsolate, type Isolate } from './context.ts';
import { workerSend } from './outbound-send.ts';
import type { DurableObjectState, WorkerEnvironment } from './runtime.ts';

/** The version of the package, inserted by the build. */
declare const SERVICE_VERSION: string;

/** Minimum time between the starts of two deliveries, each of which reads the store. */
const INTERVAL_MS = 1_000;

/** After this time calls are aborted; the next delivery repeats them. */
const DELIVERY_TIMEOUT_MS = 90_000;

/** Delay before a delivery that could not begin is tried again. */
const RETRY_DELAY_MS = 5_000;

/**
 * Delivers the changes of the store to webhooks when it is rung, and calls receivers again that failed. It is apart from the object that
 * holds the connections of the notification channel, whose subscribers do not wait for slow receivers. It trusts its callers, since only
 * workers can call it.
 */
export class Webhooks {
  readonly #state: DurableObjectState;
  readonly #environment: WorkerEnvironment;
  #isolate: Isolate | null = null;
  /** When the last delivery began, UTC milliseconds. */
  #deliveredAt = 0;

  constructor(state: DurableObjectState, environment: WorkerEnvironment) {
    this.#state = state;
    this.#environment = environment;
  }

  /** Receives rings: those within an interval cause one delivery. */
  async fetch(): Promise<Response> {
    await this.#deliverAt(Math.max(Date.now(), this.#deliveredAt + INTERVAL_MS));
    return new Response(null, { status: 204 });
  }

  /** Called by the runtime at the time that `#deliverAt` set. */
  async alarm(): Promise<void> {
    this.#deliveredAt = Date.now();
    const next = await this.#deliver().catch((error: unknown) => {
      createJsonLines('warn', writeLine).warn('NETWORK', 'Changes could not be delivered to webhooks', {
        error: String(error),
      });
      return Date.now() + RETRY_DELAY_MS;
    });
    if (next !== null) await this.#deliverAt(Math.max(next, this.#deliveredAt + INTERVAL_MS));
  }

  async #deliverAt(time: number): Promise<void> {
    const alarm = await this.#state.storage.getAlarm();
    if (alarm === null || time < alarm) await this.#state.storage.setAlarm(time);
  }

  /** @returns when the next retry is due, UTC milliseconds; null: none is */
  async #deliver(): Promise<number | null> {
    const isolate = this.#isolate ?? (await createIsolate(this.#environment, SERVICE_VERSION, writeLine));
    this.#isolate = isolate;
    const ctx = await isolate.context();
    let next: number | null = null;
    const delivery = createWebhookDelivery(ctx, {
      openSend: async () => workerSend,
      refreshForwarding: (ageMs) => isolate.refreshForwarding(ctx, ageMs),
      remind: (at) => {
        next = Math.min(at, next ?? at);
      },
    });
    await delivery.run(AbortSignal.timeout(DELIVERY_TIMEOUT_MS), false);
    return next;
  }
}

function writeLine(line: string): void {
  // biome-ignore lint/suspicious/noConsole: the log of a worker is its console
  console.log(line);
}
