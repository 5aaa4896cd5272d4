import * as z from 'zod/mini';
import { type Route, routesOf } from '../../shared/http/route.ts';
import { systemEndpoints } from './endpoints.ts';
import { adminQuery, pingQuery, readyQuery } from './parameters.ts';

/** The answer of `ping` (specification: Ping response). */
export const pong = z.looseObject({
  ping: z.optional(z.literal('pong')),
  version: z.optional(z.string()),
  time: z.optional(z.int().check(z.describe('Server time, UTC milliseconds.'))),
  ssoViaP1: z.optional(z.nullable(z.boolean())),
  adminPublicKeys: z.optional(z.array(z.string())),
  postMaxSize: z.optional(z.int().check(z.describe('Largest request body in bytes.'))),
  signatureSheetHashAlgorithm: z.optional(z.literal('SHA-256')),
  fips: z.optional(z.int()),
  ssoLogin: z.optional(z.string().check(z.describe('The sign-in address for browsers; add `?redirectUrl=`.'))),
  ssoLogout: z.optional(z.string()),
  ssoPublicKey: z.optional(z.string().check(z.describe('The key that the server holds for the signed-in user, PEM.'))),
  ssoAdditionalPublicKeys: z.optional(z.array(z.string())),
  banner: z.optional(z.looseObject({ message: z.string() })),
  motd: z.optional(z.object({ title: z.string(), message: z.string() })),
  plugins: z.optional(z.string()),
  corsOrigins: z.optional(z.array(z.string())),
  notifications: z.optional(
    z.string().check(z.describe('Address of the notification channel; absent: it is `/ws/custom` beside the API.')),
  ),
  languageModel: z.optional(
    z
      .object({ name: z.string(), public: z.boolean() })
      .check(z.describe('The model that drafts, and whether anonymous callers may use it; absent without one.')),
  ),
});

const configuration = z.looseObject({
  adminPublicKeys: z.array(z.string()),
  version: z.string(),
  bases: z.array(z.string()),
});
const description = {
  200: { description: 'The description of this API.', content: { 'application/json': z.looseObject({}) } },
};
const page = { 200: { description: 'A page for browsers.', content: { 'text/html': z.string() } } };
const health = z.object({
  status: z.string(),
  state: z.optional(
    z
      .string()
      .check(
        z.describe(
          'The activity of the process besides serving, such as `reindexing` or `migrating`: `operating` means none, `connecting` waits for the store, `stopping` is about to end.',
        ),
      ),
  ),
  detail: z.optional(z.string()),
  since: z.optional(z.string()),
  replication: z.optional(
    z
      .object({
        way: z.nullable(z.enum(['changes', 'search'])),
        lagSeconds: z
          .nullable(z.int())
          .check(z.describe('How far this service is behind that server; null: not complete yet.')),
        refusedCount: z.int().check(z.describe('Versions refused so far.')),
        failures: z.int().check(z.describe('Attempts that failed since the last success.')),
      })
      .check(z.describe('How far another server is replicated.')),
  ),
});

/** Health, description and administration keys (specification: Health and documentation). */
export const systemRoutes: readonly Route[] = routesOf(systemEndpoints, {
  ping: {
    summary: 'Version, time and limits of the service',
    query: pingQuery,
    responses: { 200: { description: 'The service is running.', content: { 'application/json': pong } } },
    problems: ['invalid-parameter'],
  },
  admin: {
    summary: 'Public keys of the admin; with `full=true` the configuration',
    query: adminQuery,
    responses: {
      200: {
        description: "PEM public keys, the server's own first; or the configuration.",
        content: { 'application/json': z.union([z.array(z.string()), configuration]) },
      },
    },
    problems: ['invalid-parameter'],
  },
  openapi: {
    summary: 'This description',
    responses: description,
    problems: [],
  },
  swagger: {
    summary: 'Alias of `/api/openapi.json`',
    responses: description,
    problems: [],
  },
  openapiPage: {
    summary: 'An interactive page of this description',
    responses: page,
    problems: [],
  },
  swaggerPage: {
    summary: 'Alias of `/api/openapi/`',
    responses: page,
    problems: [],
  },
  livez: {
    summary: 'Whether the process is alive',
    responses: { 200: { description: 'It is alive.', content: { 'application/json': health } } },
    problems: [],
  },
  readyz: {
    summary: 'Whether the service can serve, and if not, what is missing since when',
    query: readyQuery,
    responses: {
      200: { description: 'It is ready.', content: { 'application/json': health } },
      503: { description: 'It is not ready.', content: { 'application/json': health } },
    },
    problems: ['invalid-parameter', 'store-unavailable'],
  },
});
