import * as z from 'zod/mini';
import { RECORDED } from '../../shared/admin/operation-records.ts';
import type { Route } from '../../shared/http/route.ts';
import { headers } from './headers.ts';

const time = (description: string) => z.string().check(z.meta({ format: 'date-time', description }));

const record = z.object({
  operation: z.enum(RECORDED),
  state: z
    .enum(['running', 'done', 'failed', 'interrupted'])
    .check(
      z.describe(
        '`interrupted`: nothing was heard of it for a minute, so that its process has ended, or has lost its store.',
      ),
    ),
  dryRun: z.boolean(),
  by: z.string().check(z.describe('Who asked for it: the fingerprint of an admin key, or `secret`.')),
  requestId: z.string().check(z.describe('What the log knows the request by.')),
  began: time('When it began.'),
  seen: time('When it ended; as long as it has not, when it was heard of last.'),
  progress: z.optional(z.looseObject({}).check(z.describe('The last that is known of its progress.'))),
  result: z.optional(z.looseObject({}).check(z.describe('What it answered, once it is done.'))),
  detail: z.optional(z.string().check(z.describe('Why it failed.'))),
});

/** What became of admin operations. */
export const recordRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/api/util/operations',
    operationId: 'listOperations',
    summary: 'What became of the admin operations',
    description:
      'The last operation of each kind, also one that is under way, at whatever instance; the one that began last comes first. Admin only.',
    headers,
    signed: true,
    responses: {
      200: {
        description: 'Of each kind the last one, if there was any.',
        content: { 'application/json': z.object({ operations: z.array(record) }) },
      },
    },
    problems: ['admin-only', 'store-unavailable'],
  },
];
