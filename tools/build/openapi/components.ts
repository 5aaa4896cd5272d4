import * as z from 'zod/mini';
import { CATALOG, type ProblemCode } from '../../../shared/base/errors/catalog.ts';
import { imsxStatusInfo } from '../../../shared/http/imsx.ts';
import { problemDocument } from '../../../shared/http/json-ld-schemas.ts';
import { jsonRpcError } from '../../../shared/http/json-rpc.ts';
import { OPEN_PATHS } from '../../../shared/http/network-hooks.ts';
import { type Route, takesSheet } from '../../../shared/http/route.ts';

/** A piece of the description. */
export type Node = Record<string, unknown>;

/** Named parts, included once under `components`. */
export type Named = {
  readonly schemas: Record<string, Node>;
  readonly responses: Record<string, Node>;
  /** Whether formats of our own are kept, which validators refuse. */
  readonly ownFormats: boolean;
};

/**
 * The OpenAPI 3.0 form of a schema. Schemas that have an `id`, this one and those within, are put under `components` and
 * referred to.
 */
export function describeSchema(type: z.ZodMiniType, named: Named): Node {
  const made = z.toJSONSchema(type, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });
  const {
    definitions = {},
    id,
    ...own
  } = JSON.parse(JSON.stringify(made).replaceAll('"#/definitions/', '"#/components/schemas/')) as Node & {
    definitions?: Record<string, Node>;
    id?: string;
  };
  for (const [name, { id: _id, ...definition }] of Object.entries(definitions)) {
    named.schemas[name] = portable(definition, named);
  }
  if (id === undefined) return portable(own, named);
  named.schemas[id] = portable(own, named);
  return { $ref: `#/components/schemas/${id}` };
}

/** Formats of the OpenAPI format registry that we use: validators refuse others. */
const FORMATS = new Set(['binary', 'date-time', 'uuid']);

/** The members of these keywords are named by us. */
const NAMED_MEMBERS = new Set(['properties', 'patternProperties']);

/** The values of these keywords are data. */
const DATA = new Set(['default', 'enum', 'example']);

/** Null, as OpenAPI 3.0 can say it. */
const NULL = { type: 'string', nullable: true, enum: [null] };

/** A schema that validators take in their strict modes: known formats, and `nullable` beside a type only (OpenAPI 3.0.3, 4.7.24). */
function portable({ format, nullable, anyOf, allOf, ...schema }: Node, named: Named): Node {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return isNode(value) ? portable(value, named) : value;
  };
  const members = Object.entries(schema).map(([name, value]) => {
    if (DATA.has(name)) return [name, value];
    if (!NAMED_MEMBERS.has(name) || !isNode(value)) return [name, inner(value)];
    return [name, Object.fromEntries(Object.entries(value).map(([member, of]) => [member, inner(of)]))];
  });
  const isSpread = nullable === true && schema['type'] === undefined;
  const choices = isSpread && allOf !== undefined ? [{ allOf }] : anyOf;
  return {
    ...Object.fromEntries(members),
    ...(typeof format === 'string' && (named.ownFormats || FORMATS.has(format)) && { format }),
    ...(nullable !== undefined && !isSpread && { nullable }),
    ...(Array.isArray(choices) && { anyOf: [...choices.map(inner), ...(isSpread ? [NULL] : [])] }),
    ...(allOf !== undefined && !isSpread && { allOf: inner(allOf) }),
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where SVC_IP_ALLOW is set. */
const FROM_ADDRESS: readonly ProblemCode[] = ['address-unauthorized', 'address-refused', 'too-many-requests'];

const FROM_PATH: readonly ProblemCode[] = ['malformed-path'];

const FROM_SHEET: readonly ProblemCode[] = [
  'too-many-entries',
  'malformed-key',
  'sheet-expired',
  'invalid-sheet',
  'signature-refused',
  'token-refused',
  'cross-origin-refused',
  'provider-unavailable',
];

const FROM_BODY: readonly ProblemCode[] = [
  'malformed-request',
  'malformed-json',
  'malformed-multipart',
  'too-deep',
  'body-too-large',
  'unsupported-media-type',
  'overloaded',
];

/** Every problem that an operation may answer: its own, and those of its path, sheet and body. */
export function problemsOf(route: Route): readonly ProblemCode[] {
  const codes: readonly ProblemCode[] = [
    ...(route.pathParameters === undefined ? [] : FROM_PATH),
    ...route.problems,
    ...(route.requestBody === undefined ? [] : FROM_BODY),
    ...(takesSheet(route) ? FROM_SHEET : []),
    ...(OPEN_PATHS.includes(route.path) ? [] : FROM_ADDRESS),
    'internal-error',
  ];
  return [...new Set(codes)];
}

/**
 * The answers for problems, by status. A response of several operations is included once, under `components`.
 *
 * @param headers that every answer has
 */
export function problemResponses(
  codes: readonly ProblemCode[],
  headers: Node,
  named: Named,
  errors?: Route['errors'],
): Record<string, Node> {
  const byStatus = Map.groupBy(codes, (code) => CATALOG[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, grouped]) => [
      status,
      errors === undefined
        ? problemResponse(grouped, headers, named)
        : responseOf(grouped, headers, describeSchema(PROTOCOLS[errors], named)),
    ]),
  );
}

/** Errors of protocols that have a format of their own. */
const PROTOCOLS = { imsx: imsxStatusInfo, 'json-rpc': jsonRpcError } as const;

function responseOf(codes: readonly ProblemCode[], headers: Node, schema: Node): Node {
  return {
    description: codes.map((code) => `\`${code}\`: ${CATALOG[code].title}.`).join('\n'),
    headers,
    content: { 'application/json': { schema } },
  };
}

function problemResponse(codes: readonly ProblemCode[], headers: Node, named: Named): Node {
  const response = {
    description: codes.map((code) => `\`${code}\`: ${CATALOG[code].title}.`).join('\n'),
    headers,
    content: {
      'application/problem+json': { schema: describeSchema(problemDocument, named) },
      'text/plain': { schema: { type: 'string', description: 'The `detail` of the problem.' } },
    },
  };
  const [only] = codes;
  if (only === undefined || codes.length > 1) return response;
  const name = only.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  named.responses[name] = response;
  return { $ref: `#/components/responses/${name}` };
}
