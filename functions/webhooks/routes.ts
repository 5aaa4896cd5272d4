import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/base/errors/catalog.ts';
import { WEBHOOK_STATES } from '../../shared/exchange/webhooks/webhook.ts';
import { countSchema, type PathParameter, type Route, routesOf } from '../../shared/http/route.ts';
import { webhookEndpoints } from './endpoints.ts';
import { changeBody, creationBody, replayBody, rotationBody } from './parameters.ts';

const ID: PathParameter = {
  name: 'id',
  description: 'The id of the webhook.',
  schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: '5f0c2f8e-8c59-4c0e-9d0a-8f1a2b3c4d5e' })),
};

const time = z.string().check(z.meta({ format: 'date-time' }));
const nullable = z.nullable(z.string());
const status = z.nullable(z.int()).check(z.describe('Status of the answer; null without one.'));

const delivery = z.object({
  id: z.string().check(z.describe('`webhook-id` of the message.')),
  time,
  status,
  error: nullable.check(z.describe('What failed; null when the receiver accepted the message.')),
  durationMs: countSchema('How long the answer took, milliseconds.'),
  changes: countSchema('Changes in the message; 0 in a test.'),
});

const members = {
  id: z.string(),
  created: time,
  url: z.string(),
  description: nullable,
  type: nullable,
  framework: nullable,
  owner: nullable,
  state: z
    .enum(WEBHOOK_STATES)
    .check(
      z.describe(
        '`paused`: by its owner. `failed`: the receiver failed for too long. `disabled`: the receiver answered 410.',
      ),
    ),
  cursor: z.string().check(z.describe('What follows it is still to be delivered.')),
  failing: z
    .nullable(z.object({ since: time, attempts: countSchema('Attempts that failed.'), next: time }))
    .check(z.describe('While the receiver does not accept the next message: when it is called again.')),
  lastError: z.nullable(z.object({ time, status, detail: z.string() })),
  deliveries: z.array(delivery).check(z.describe('The last attempts, newest first.')),
};

const webhook = z.object(members).check(z.meta({ id: 'Webhook', description: 'A webhook, without its secret.' }));
const secret = z.string().check(z.describe('Signs the messages (Standard Webhooks). It is shown once.'));
const created = z
  .object({ ...members, secret })
  .check(z.meta({ id: 'CreatedWebhook', description: 'A new webhook, with its secret.' }));

const json = (schema: z.ZodMiniType) => ({ 'application/json': schema });
const EVERY: readonly ProblemCode[] = ['not-signed-in', 'token-refused', 'provider-unavailable', 'store-unavailable'];
const ONE: readonly ProblemCode[] = [...EVERY, 'not-found'];
const BODY: readonly ProblemCode[] = ['malformed-request', 'malformed-json', 'invalid-parameter'];
const SETTINGS: readonly ProblemCode[] = [...ONE, ...BODY, 'malformed-key', 'fetch-refused'];

/** Webhooks. */
export const webhookRoutes: readonly Route[] = routesOf(webhookEndpoints, {
  webhooks: {
    summary: 'The webhooks of the caller',
    description: 'Use it to see whether receivers get what they are to get. Admins see all webhooks.',
    responses: { 200: { description: 'The webhooks, oldest first.', content: json(z.array(webhook)) } },
    problems: EVERY,
  },
  addWebhook: {
    summary: 'Add a webhook',
    description:
      'Use it to be called when objects change: what the keys of the caller may read is posted to an address, signed as in Standard Webhooks, from now on.',
    requestBody: { required: true, content: json(creationBody) },
    responses: {
      201: { description: 'The webhook and its secret.', content: json(created), headers: ['Location'] },
    },
    problems: [...SETTINGS, 'too-many-webhooks', 'key-unavailable'],
  },
  webhook: {
    summary: 'One webhook',
    description: 'Use it to see its state, its last deliveries and why one failed.',
    pathParameters: [ID],
    responses: { 200: { description: 'The webhook.', content: json(webhook) } },
    problems: ONE,
  },
  changeWebhook: {
    summary: 'Change, pause or resume a webhook',
    description: 'Use it to correct an address, to pause, and to call a receiver again that had failed.',
    pathParameters: [ID],
    requestBody: { required: true, content: json(changeBody) },
    responses: { 200: { description: 'The webhook.', content: json(webhook) } },
    problems: SETTINGS,
  },
  removeWebhook: {
    summary: 'Remove a webhook',
    description: 'Use it when its receiver is no longer needed. Its secrets are removed with it.',
    pathParameters: [ID],
    responses: { 204: { description: 'It is removed.' } },
    problems: ONE,
  },
  replayWebhook: {
    summary: 'Deliver changes to a webhook again',
    description:
      'Use it after a receiver has lost messages: all that has changed since a cursor or a time is delivered, in the present state of each object. A webhook that had failed is active again.',
    pathParameters: [ID],
    requestBody: { required: true, content: json(replayBody) },
    responses: { 200: { description: 'The webhook.', content: json(webhook) } },
    problems: [...ONE, ...BODY],
  },
  testWebhook: {
    summary: 'Send a test event to a webhook',
    description: 'Use it to see whether the receiver is reachable and accepts the signature.',
    pathParameters: [ID],
    responses: { 200: { description: 'The result, also of a failure.', content: json(delivery) } },
    problems: [...ONE, 'key-unavailable', 'too-many-requests'],
  },
  rotateWebhookSecret: {
    summary: 'Give a webhook a new secret',
    description:
      'Use it regularly, and at once if a secret has become known. Until the end of the overlap, messages are signed with both.',
    pathParameters: [ID],
    requestBody: { required: false, content: json(rotationBody) },
    responses: { 200: { description: 'The new secret.', content: json(z.object({ secret })) } },
    problems: [...ONE, ...BODY, 'key-unavailable', 'version-conflict'],
  },
});
