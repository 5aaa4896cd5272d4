import { get, patch, post, remove } from '../../shared/http/endpoint.ts';

/** Webhooks. */
export const webhookEndpoints = {
  webhooks: get('/api/webhooks', 'key'),
  addWebhook: post('/api/webhooks', 'key'),
  webhook: get('/api/webhooks/{id}', 'key'),
  changeWebhook: patch('/api/webhooks/{id}', 'key'),
  removeWebhook: remove('/api/webhooks/{id}', 'key'),
  replayWebhook: post('/api/webhooks/{id}/replay', 'key'),
  testWebhook: post('/api/webhooks/{id}/test', 'key'),
  rotateWebhookSecret: post('/api/webhooks/{id}/secret', 'key'),
};
