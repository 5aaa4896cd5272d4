import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/base/errors/catalog.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { countSchema, type Description, type Route, routesOf } from '../../shared/http/route.ts';
import { RECORDED } from '../../shared/repository/maintenance/operation-records.ts';
import { copyRoutes } from './copy-routes.ts';
import { adminEndpoints, recordEndpoints } from './endpoints.ts';
import { headers, operationBody, operationQuery } from './parameters.ts';
import { transferRoutes } from './transfer-routes.ts';

const time = (description: string) => z.string().check(z.meta({ format: 'date-time', description }));

const record = z.object({
  operation: z.enum(RECORDED),
  state: z
    .enum(['running', 'done', 'failed', 'interrupted', 'cancelled'])
    .check(
      z.describe(
        '`interrupted`: without a heartbeat for a minute, because its process has ended or has lost its store.',
      ),
    ),
  dryRun: z.boolean(),
  by: z.string().check(z.describe('The admin: the fingerprint of an admin key, or `secret`.')),
  requestId: z.string().check(z.describe('Id of the request in the log.')),
  began: time('When it started.'),
  seen: time('When it ended, or else its last heartbeat.'),
  progress: z.optional(z.looseObject({}).check(z.describe('The last known progress.'))),
  result: z.optional(z.looseObject({}).check(z.describe('The result, when it is done or cancelled.'))),
  detail: z.optional(z.string().check(z.describe('Why it failed.'))),
});

const recordStore = z.object({
  name: z.string(),
  endpoint: z.string().check(z.describe('Its address, without credentials.')),
  enabled: z.boolean().check(z.describe('Whether it is polled.')),
  polledAt: z.nullable(time('When it was last asked; null: never.')),
  storedUntil: z
    .nullable(z.string())
    .check(z.describe('What it stored until then is here (`stored` of the latest statement); null: nothing.')),
  stored: z.int().check(z.describe('Statements that became assertions. Those received twice count twice.')),
  ignored: z.int().check(z.describe('Statements that became no assertion.')),
  rejected: z.int().check(z.describe('Statements that are invalid, or contradict others.')),
  fault: z
    .nullable(z.object({ at: time('When it was.'), detail: z.string() }))
    .check(z.describe('The last failure, also if polls have succeeded since.')),
  nextPollAt: z.nullable(time('It is polled then or a little later; null: it is not polled, or was not yet.')),
});

/** The records of admin operations, and the state of polls. */
const recordRoutes: readonly Route[] = routesOf(recordEndpoints, {
  listOperations: {
    summary: 'Progress and results of admin operations',
    description: 'The last operation of each kind, running or ended, of all instances, latest first. Admin only.',
    headers,
    responses: {
      200: {
        description: 'The last operation of each kind, if there was one.',
        content: { 'application/json': z.object({ operations: z.array(record) }) },
      },
    },
    problems: ['admin-only', 'store-unavailable'],
  },
  listRecordStores: {
    summary: 'The learning record stores that are polled, and the results',
    description: 'Use it to see whether statements arrive. Admin only.',
    headers,
    responses: {
      200: {
        description: 'The configured record stores; none where there are none.',
        content: { 'application/json': z.object({ recordStores: z.array(recordStore) }) },
      },
    },
    problems: ['admin-only', 'store-unavailable'],
  },
});

const result = z.object({
  scanned: countSchema('Objects looked at, deleted ones included.'),
  removed: countSchema('Objects removed; in a dry run, those that would be.'),
  tookMs: countSchema('How long it took, milliseconds.'),
});
const cullResult = z.extend(result, {
  kept: countSchema('Objects that no readable framework refers to, but an encrypted one may: they stay.'),
  objects: z.optional(
    z
      .array(z.string())
      .check(z.describe('In a dry run: short ids of the objects that would be removed, the first 1,000.')),
  ),
});

const problems: readonly ProblemCode[] = [
  'invalid-parameter',
  'admin-only',
  'operation-in-progress',
  'store-unavailable',
  'search-timeout',
];

function operation(summary: string, description: string, answer: z.ZodMiniType): Description {
  return {
    summary,
    description: `${description} Admin only. One admin operation at a time, over all instances.`,
    query: operationQuery,
    headers,
    requestBody: {
      required: false,
      content: operationBody(z.looseObject({})),
    },
    responses: {
      200: {
        description: `The result. As \`${NDJSON}\`: lines of progress, then the result with \`"done":true\`, or a problem document.`,
        content: { 'application/json': answer, [NDJSON]: z.string() },
      },
    },
    problems,
  };
}

/** Admin operations (specification: Administration). */
export const adminRoutes: readonly Route[] = [
  ...routesOf(adminEndpoints, {
    reindex: operation(
      'Rebuild the search index',
      'Rebuilds the search index from the objects, while serving.',
      result,
    ),
    purge: operation(
      'Delete all data',
      'Removes every object with its history, and every stored identity. The keys of the server stay.',
      result,
    ),
    cull: operation(
      'Delete competencies and relations that no framework refers to',
      'Reads every object. Their history stays, and so do encrypted objects.',
      cullResult,
    ),
    cullFast: operation('`cull`, faster', 'Asks the search index instead of reading every object.', cullResult),
  }),
  ...recordRoutes,
  ...transferRoutes,
  ...copyRoutes,
];
