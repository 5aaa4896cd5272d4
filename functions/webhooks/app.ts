import { createWebhookParts, type WebhookContext } from '../../shared/exchange/webhooks/context.ts';
import { createPost } from '../../shared/exchange/webhooks/post.ts';
import { jsonAnswer } from '../../shared/http/answer.ts';
import type { Group } from '../group.ts';
import { addWebhook, changeWebhook, removeWebhook } from './change.ts';
import { webhookEndpoints } from './endpoints.ts';
import { replay, rotateSecret, sendTest } from './operate.ts';
import { NO_STORE, shown } from './present.ts';
import { isVisible, requireSubscriber, requireWebhook } from './subscriber.ts';

/** Webhooks under `/api/webhooks`. */
export const group: Group<WebhookContext> = {
  createContext: (ctx, secrets) => ({ ...ctx, ...createWebhookParts(ctx, secrets) }),
  mount(serve, ctx, { openSend }) {
    const post = createPost(ctx, openSend);
    serve(
      webhookEndpoints,
      {
        async webhooks(ctx, _call, subscriber) {
          const all = await ctx.webhooks.all();
          const own = all.filter((webhook) => isVisible(ctx, webhook, subscriber));
          return jsonAnswer(own.toSorted((a, b) => a.created - b.created).map(shown), NO_STORE);
        },
        async webhook(ctx, call, subscriber) {
          return jsonAnswer(shown(await requireWebhook(ctx, call, subscriber)), NO_STORE);
        },
        addWebhook,
        changeWebhook,
        removeWebhook,
        replayWebhook: replay,
        testWebhook: (ctx, call, subscriber) => sendTest(ctx, call, subscriber, post),
        rotateWebhookSecret: rotateSecret,
      },
      { guards: { key: requireSubscriber } },
    );
  },
};
