import type * as z from 'zod/mini';
import { signatureSheetText } from '../../../shared/http/json-ld-schemas.ts';
import { type Content, type Route, type RouteGroup, takesSheet } from '../../../shared/http/route.ts';
import type { Named, Node } from './components.ts';
import { describeSchema, problemResponses, problemsOf } from './components.ts';

const INTRODUCTION = `A repository and exchange hub for competency data: JSON-LD objects are stored, versioned, searched and shared by RSA key.

**Two bindings.** A request has a JSON body (\`application/json\`, \`application/ld+json\`) or is a form
(\`multipart/form-data\`, \`application/x-www-form-urlencoded\`) whose parts are the texts that the client library sends.

**Who is calling** is proved by a signature sheet: an array of entries, each signed with an RSA key and valid for a limited
time. It comes in the \`signatureSheet\` header, in the form part of that name, or with the JSON body. Without one a request
is anonymous, which is enough for everything that is public. An address that answers GET answers HEAD too.

**Errors** are problem details (RFC 9457) whose \`type\` ends in a code of those listed at each operation. Requests that are
forms, and those whose \`Accept\` prefers \`text/plain\`, get the sentence alone.`;

/**
 * The OpenAPI 3.0.3 description of the API (specification: Versioning 1), made from the routes and the schemas that the
 * handlers check with. Made at build time: `npm run openapi`.
 *
 * @param ownFormats keeps formats of our own, which say more than the registry of OpenAPI has names for
 */
export function describeApi(groups: readonly RouteGroup[], { ownFormats = false } = {}): Node {
  const named: Named = { schemas: {}, responses: {}, ownFormats };
  const paths: Record<string, Node> = {};
  for (const { name, routes } of groups) {
    for (const route of routes) {
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeOperation(name, route, named) };
    }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'CaSS',
      version: '1.7.7',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    // Without single sign-on the service uses key-based security instead: both are possible for every operation.
    security: [{ openId: [] }, {}],
    paths,
    components: {
      schemas: sorted(named.schemas),
      responses: sorted(named.responses),
      headers: HEADERS,
      securitySchemes: {
        openId: { type: 'openIdConnect', openIdConnectUrl: '/.well-known/openid-configuration' },
      },
    },
  };
}

function sorted(nodes: Readonly<Record<string, Node>>): Node {
  return Object.fromEntries(Object.entries(nodes).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Response headers by name: under `components`, since most belong to many answers. */
export const HEADERS: Readonly<Record<string, Node>> = {
  'x-request-id': { description: 'Id of the request in the log.', schema: { type: 'string', format: 'uuid' } },
  ETag: { description: 'Version of the object, and the parts hidden from this caller.', schema: { type: 'string' } },
  'Last-Modified': { description: 'When this version was stored.', schema: { type: 'string' } },
  'Set-Cookie': { description: 'The sealed session, or its removal.', schema: { type: 'string' } },
  Location: { description: 'Address of the saved object here.', schema: { type: 'string' } },
  Warning: {
    description:
      'What is not as expected, as texts of code 199 (RFC 7234, 5.5): what search could not take in of what was stored; that `Link` was too long for an answer.',
    schema: { type: 'string' },
  },
  'Server-Timing': {
    description: 'Whether the response was cached, and the duration of each step (W3C Server Timing), milliseconds.',
    schema: { type: 'string' },
  },
  'Accept-Ranges': { description: '`bytes`: parts of the file are sent on request.', schema: { type: 'string' } },
  'Content-Range': { description: 'The part of the file that is sent, and its size.', schema: { type: 'string' } },
  'Repr-Digest': { description: 'SHA-256 of the whole file (RFC 9530).', schema: { type: 'string' } },
  'x-up-to-date': {
    description: '`true` when nothing is left for now: follow the `Link` later.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'x-search-mode': {
    description: 'What was compared, where the request has `mode` or `similarTo`.',
    schema: { type: 'string', enum: ['words', 'meaning', 'both'] },
  },
  'X-Total-Count': {
    description: 'Records on all pages together; of a search with `count`, at most that number.',
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description: 'The next page (`rel="next"`), unless this is the last, or the link would have more than 8192 bytes.',
    schema: { type: 'string' },
  },
};

const EVERY_ANSWER: readonly string[] = ['x-request-id'];

/** One operation as the description shows it. */
function describeOperation(group: string, route: Route, named: Named): Node {
  return {
    operationId: route.operationId,
    tags: [group],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    parameters: [
      ...pathParameters(route, named),
      ...parameters('query', route.query, named, route.requiredQuery),
      ...parameters('header', route.headers, named),
      ...sheetParameter(route, named),
    ],
    ...(route.requestBody && {
      requestBody: { required: route.requestBody.required, content: content(route.requestBody.content, named) },
    }),
    responses: responses(route, named),
  };
}

function pathParameters({ pathParameters = [] }: Route, named: Named): Node[] {
  return pathParameters.map(({ name, description, schema }) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: withoutDescription(describeSchema(schema, named)),
  }));
}

function parameters(
  place: 'query' | 'header',
  schema: z.ZodMiniObject | undefined,
  named: Named,
  required: readonly string[] = [],
): Node[] {
  if (schema === undefined) return [];
  const { properties = {} } = describeSchema(schema, named) as { properties?: Record<string, Node> };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(schema.description !== undefined && { description: schema.description }),
    schema: withoutDescription(schema),
  }));
}

function sheetParameter(route: Route, named: Named): Node[] {
  if (!takesSheet(route)) return [];
  const schema = withoutDescription(describeSchema(signatureSheetText, named));
  const description = 'JSON text of a `SignatureSheet`: who is calling.';
  return [{ name: 'signatureSheet', in: 'header', required: false, description, schema }];
}

function withoutDescription({ description: _, ...schema }: Node): Node {
  return schema;
}

function responses(route: Route, named: Named): Node {
  const answers = Object.entries(route.responses).map(([status, { description, content: body, headers = [] }]) => [
    status,
    {
      description,
      headers: headerReferences([...headers, ...EVERY_ANSWER]),
      ...(body && { content: content(body, named) }),
    },
  ]);
  return {
    ...problemResponses(problemsOf(route), headerReferences(EVERY_ANSWER), named, route.errors),
    ...Object.fromEntries(answers),
  };
}

function headerReferences(names: readonly string[]): Node {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function content(body: Content, named: Named): Node {
  const described = (type: z.ZodMiniType): Node => ({ schema: describeSchema(type, named) });
  return Object.fromEntries(Object.entries(body).map(([type, value]) => [type, described(value)]));
}
