import { among, get, type Operation, patch, post, postNothing, remove } from './operation.ts';

const KNOWN = ['stranger', 'reader', 'owner', 'user', 'member', 'admin'] as const;
const WITH_KEY = (status: number) => ({ '-': among(KNOWN, status, 401) });

/** The webhook of the owner: others do not see it. */
const OWN = (status: number) => ({ '-': { ...among(['owner', 'admin'], status, 404), anonymous: 401 } });
const OF_OWNER = 'of the owner';

/** Webhooks. */
export const WEBHOOK_OPERATIONS = {
  webhooks: get('/api/webhooks', WITH_KEY(200), 'their own'),
  addWebhook: post('/api/webhooks', 'JSON', WITH_KEY(400), 'without an address'),
  webhook: get('/api/webhooks/{id}', OWN(200), OF_OWNER),
  changeWebhook: patch('/api/webhooks/{id}', OWN(200), OF_OWNER),
  removeWebhook: remove('/api/webhooks/{id}', OWN(204), OF_OWNER),
  replayWebhook: post('/api/webhooks/{id}/replay', 'JSON', OWN(200), OF_OWNER),
  testWebhook: postNothing('/api/webhooks/{id}/test', OWN(200), OF_OWNER),
  rotateWebhookSecret: post('/api/webhooks/{id}/secret', 'JSON', OWN(200), OF_OWNER),
} satisfies Readonly<Record<string, Operation>>;
