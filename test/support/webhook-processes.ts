import { createWebhookDelivery } from '../../events/delivery/webhooks/delivery.ts';
import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { createWebhookParts } from '../../shared/exchange/webhooks/context.ts';
import type { Webhook } from '../../shared/exchange/webhooks/webhook.ts';
import { startCursor } from '../../shared/repository/notifications/notifications.ts';
import { createEnvironmentSecrets } from '../../shared/repository/secrets/secret-store.ts';
import type { InlineService } from './inline-service.ts';
import { person } from './signer.ts';

/** A call of a receiver. */
type ReceiverCall = {
  readonly path: string;
  readonly id: string;
  readonly ids: readonly string[];
  isAccepted: boolean;
};

/** Processes that deliver to webhooks of one service, whose receivers are functions. */
export type WebhookProcesses = {
  /** Adds a webhook under this id, whose receiver has the path of the id. */
  add(id: string, settings?: Partial<Webhook>): Promise<void>;
  get(id: string): Promise<Webhook | null>;
  update(id: string, settings: Partial<Webhook>): Promise<void>;
  /** Starts a process. `run` delivers what is due; `stop` aborts its calls. */
  start(): {
    run(keepsPositions?: boolean): Promise<void>;
    stop(): void;
    /** The times at which it wants to run again. */
    readonly reminders: readonly number[];
  };
  /** The status with which the receiver at a path answers; it accepts everything unless a test says otherwise. */
  answer: (path: string) => Promise<number>;
  readonly calls: readonly ReceiverCall[];
  /** Ids of the objects in the messages that a receiver accepted, in order. */
  idsAt(id: string): readonly string[];
};

const RECEIVER = 'https://receiver.example/';

export function webhookProcesses({ ctx }: InlineService): WebhookProcesses {
  const secrets = createEnvironmentSecrets({ masterKey: Buffer.alloc(32, 1).toString('base64') });
  const parts = createWebhookParts(ctx, secrets);
  const calls: ReceiverCall[] = [];
  const send: OutboundSend = async ({ url, headers, body, signal }) => {
    const { data } = JSON.parse(new TextDecoder().decode(body ?? new Uint8Array()));
    const call = {
      path: url.pathname.slice(1),
      id: headers.get('webhook-id') ?? '',
      ids: data.changes.map((change: { readonly data: { readonly id: string } }) => change.data.id),
      isAccepted: false,
    };
    calls.push(call);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    const status = await Promise.race([processes.answer(call.path), aborted]);
    call.isAccepted = status < 300;
    return new Response(null, { status });
  };
  const processes: WebhookProcesses = {
    async add(id, settings) {
      const webhook: Webhook = {
        id,
        created: ctx.now(),
        keys: [(await person()).pem],
        url: RECEIVER + id,
        description: null,
        type: null,
        framework: null,
        owner: null,
        secrets: [{ number: 1, until: null }],
        state: 'active',
        cursor: await startCursor(ctx.store, null),
        failing: null,
        lastError: null,
        deliveries: [],
        ...settings,
      };
      await parts.webhooks.add(webhook);
      await parts.signingSecrets.create(id, 1);
    },
    get: (id) => parts.webhooks.get(id),
    async update(id, settings) {
      await parts.webhooks.update(id, (webhook) => ({ ...webhook, ...settings }));
    },
    start() {
      const stopping = new AbortController();
      const reminders: number[] = [];
      const delivery = createWebhookDelivery(
        { ...ctx, ...parts },
        { openSend: async () => send, remind: (at) => reminders.push(at) },
      );
      return {
        reminders,
        run: (keepsPositions = false) => delivery.run(stopping.signal, keepsPositions),
        stop: () => stopping.abort(),
      };
    },
    answer: async () => 204,
    calls,
    idsAt: (id) => calls.filter(({ path, isAccepted }) => path === id && isAccepted).flatMap(({ ids }) => ids),
  };
  return processes;
}
