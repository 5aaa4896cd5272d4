import { Hono } from 'hono';
import { createHandler } from '../../infra/aws/lambda/handler.ts';

/** A function of Hono alone: the cost of the platform and the framework. */
export const handler = createHandler(async () => new Hono().get('/api/ping', (c) => c.json({ ping: 'pong' })));
