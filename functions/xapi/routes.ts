import * as z from 'zod/mini';
import { signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { type Description, formattedText, type Route, routesOf } from '../../shared/http/route.ts';
import { pollEndpoints, xapiEndpoints } from './endpoints.ts';
import { statementIdQuery, statementQuery } from './parameters.ts';

const statement = z
  .looseObject({
    id: z.optional(z.string()),
    actor: z.looseObject({}),
    verb: z.looseObject({ id: z.string() }),
    object: z.looseObject({}),
    result: z.optional(z.looseObject({})),
    context: z.optional(z.looseObject({})),
    timestamp: z.optional(z.string()),
  })
  .check(z.meta({ id: 'XapiStatement', description: 'A statement of xAPI 1.0.3 or IEEE 9274.1.1.' }));

const results = z.array(
  z.object({
    id: z.nullable(z.string()).check(z.describe('Id of the statement; the service generates a missing one.')),
    status: z
      .enum(['stored', 'ignored', 'rejected'])
      .check(z.describe('`ignored`: it became no assertion. `rejected`: it is invalid, or contradicts another.')),
    assertions: z.array(z.string()).check(z.describe('Ids of the assertions from the statement.')),
    badges: z.optional(z.array(z.string())).check(z.describe('Addresses of the assertions that are badges.')),
    reason: z.optional(z.string()),
    where: z.optional(z.string()).check(z.describe('JSON pointer to the faulty part.')),
  }),
);

const form = z.looseObject({
  data: z.optional(formattedText('json', 'A statement or an array of statements; the part may have any name.')),
  signatureSheet: z.optional(signatureSheetText),
});

const mixed = z
  .string()
  .check(
    z.describe('The first part is the statements, as application/json; the others are attachments, which are ignored.'),
  );

function recording(summary: string): Description {
  return {
    summary,
    description:
      'Use it to record what a learning system observed: a statement about an activity that is aligned to competencies becomes an assertion on each of them, for or against. Statements with the same id are recorded once.',
    query: statementQuery,
    requestBody: {
      required: false,
      content: {
        'application/json': z.union([statement, z.array(statement)]),
        'multipart/mixed': mixed,
        'multipart/form-data': form,
        'application/x-www-form-urlencoded': form,
      },
    },
    responses: {
      200: { description: 'The result of each statement, in order.', content: { 'application/json': results } },
      204: {
        description: 'With `method=PUT`: the statement is recorded, was recorded before, or became no assertion.',
      },
    },
    problems: [
      ...(['invalid-parameter', 'malformed-request', 'malformed-json', 'not-signed-in', 'identifier-taken'] as const),
      ...(['key-unavailable', 'store-unavailable', 'search-timeout'] as const),
    ],
  };
}

/** xAPI statements (specification: Adapter endpoints). */
export const xapiRoutes: readonly Route[] = [
  ...routesOf(xapiEndpoints, {
    recordStatement: recording('Record an xAPI statement as evidence'),
    recordStatements: recording('Record xAPI statements as evidence'),
    putStatement: {
      summary: 'Record one xAPI statement under its id',
      description:
        'Use it from systems that send a statement with an id by PUT. Otherwise it works like `recordStatements`.',
      query: z.extend(statementIdQuery, { badge: statementQuery.shape.badge }),
      requiredQuery: ['statementId'],
      requestBody: { required: true, content: { 'application/json': statement, 'multipart/mixed': mixed } },
      responses: { 204: { description: 'The statement is recorded, was recorded before, or became no assertion.' } },
      problems: [
        ...(['invalid-parameter', 'malformed-request', 'malformed-json', 'not-signed-in', 'identifier-taken'] as const),
        ...(['key-unavailable', 'store-unavailable', 'search-timeout'] as const),
      ],
    },
  }),
  ...routesOf(pollEndpoints, {
    xapiEndpoints: {
      summary: 'The learning record stores that are polled',
      description: 'Use it to see where statements come from.',
      responses: {
        200: {
          description: 'Names and addresses, without credentials.',
          content: { 'application/json': z.array(z.object({ name: z.string(), endpoint: z.string() })) },
        },
      },
      problems: ['not-signed-in'],
    },
    pollRecordStores: {
      summary: 'Poll the learning record stores now',
      description: 'Use it if you need the statements of the last minute immediately.',
      responses: {
        200: {
          description:
            'The result. `done`: there are currently no more statements, or twenty seconds have passed. `elsewhere`: another process polls them. `failed`: see the log.',
          content: { 'application/json': z.object({ outcome: z.enum(['done', 'elsewhere', 'failed']) }) },
        },
      },
      problems: ['not-signed-in', 'key-unavailable', 'store-unavailable'],
    },
    xapiKey: {
      summary: 'The public key of assertions made from xAPI statements',
      description: 'Use it to identify these assertions: the key is their first owner.',
      responses: { 200: { description: 'PEM, on one line.', content: { 'text/plain': z.string() } } },
      problems: ['key-unavailable'],
    },
  }),
];
