import { Hono } from 'hono';
import { createHandler } from '../../infra/aws/lambda/handler.ts';

/** A function of Hono and nothing else: what the platform and the framework cost. */
export const handler = createHandler(async () => new Hono().get('/api/ping', (c) => c.json({ ping: 'pong' })));
