import type { Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/server';
import { isObject, type Json, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import type { Description, Operation, PlacedOperation } from './description.ts';
import { KNOWN_TOOLS, type KnownTool } from './known-tools.ts';
import { answerTypes, bodyTypes } from './media-types.ts';
import { asSchema, toJsonSchema } from './schema.ts';
import { hasSecrets, SENSITIVE_WARNING } from './secrets.ts';
import { lazily, type Schema, type Tool } from './tool.ts';

/** The tool for an operation: its parameters and its body are the arguments. */
export function operationTool({ id, read }: Description['operations'][number], { schemas }: Description): Tool {
  const known = KNOWN_TOOLS[id] ?? {};
  const name = known.name ?? snakeCase(id);
  const operationOf = lazily(read);
  return {
    name,
    toolset: known.toolset ?? 'all',
    listed: lazily(() => listedTool(name, operationOf(), known, schemas)),
    async run({ input, ...call }) {
      const { callOperation } = await import('./call-operation.ts'); // lists of tools do not need it
      const operation = operationOf();
      const hasOutput = outputOf(operation) !== null;
      return callOperation(operation, { ...call, input: unwrapped(input, known) }, hasOutput);
    },
  };
}

function listedTool(
  name: string,
  operation: PlacedOperation,
  known: KnownTool,
  schemas: Description['schemas'],
): ListedTool {
  const { summary, description } = operation;
  const output = outputOf(operation);
  const inputSchema = asObject(toJsonSchema(inputOf(operation, known), schemas, 'inlined'));
  const outputSchema = output === null ? null : asSchema(toJsonSchema(output, schemas));
  const created = operation.responses['201']?.content?.['application/json']?.schema;
  const given = [inputSchema, outputSchema, created === undefined ? null : toJsonSchema(created, schemas)];
  const text = known.description ?? [summary, description].filter((part) => part !== undefined).join('.\n');
  return {
    name,
    title: summary,
    description: hasSecrets(given) ? `${text}\n${SENSITIVE_WARNING}` : text,
    inputSchema,
    ...(outputSchema !== null && { outputSchema }),
    annotations: { ...annotationsOf(operation.method), ...known.annotations },
  };
}

/** `case10CFItems` as `case10_cf_items`. */
function snakeCase(id: string): string {
  return id
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

function unwrapped(input: JsonObject, { unwrap }: KnownTool): JsonObject {
  const body: Json | undefined = member(input, 'body');
  return unwrap !== undefined && body !== undefined && isObject(body) ? { ...input, body: unwrap(body) } : input;
}

/** Headers are left out: the identity is that of the MCP request. */
function inputOf(operation: Operation, { body, needsBody }: KnownTool): Schema {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== 'header');
  const { requestBody } = operation;
  const given = requestBody === undefined ? null : bodySchema(operation);
  const properties = Object.fromEntries(
    parameters.map(({ name, in: place, description, schema }) => [
      name,
      { ...(place === 'path' ? anyText(schema) : schema), ...(description && { description }) },
    ]),
  );
  const types = bodyTypes(operation);
  return {
    type: 'object',
    properties: {
      ...properties,
      ...(given !== null && { body: body?.(given) ?? given }),
      ...(types.length > 1 && { contentType: { type: 'string', enum: types, default: types[0] } }),
    },
    required: [
      ...parameters.flatMap(({ name, required }) => (required ? name : [])),
      ...(requestBody?.required || needsBody ? ['body'] : []),
    ],
    additionalProperties: false,
  };
}

/** The schema of a parameter of a path, which the request percent-encodes: an id with slashes is one too. */
function anyText({ pattern, ...schema }: Schema): Schema {
  return typeof pattern === 'string' && !pattern.startsWith('^[^/') ? { ...schema, pattern } : schema;
}

function bodySchema(operation: Operation): Schema {
  const types = bodyTypes(operation);
  const schema = operation.requestBody?.content[types[0] ?? '']?.schema ?? {};
  if (types.length < 2) return schema;
  const otherwise = { type: 'string', description: 'In another type: its text, or the bytes of an image in base64.' };
  return { anyOf: [schema, otherwise] };
}

/** The schema of the answer; null when it is not JSON. */
function outputOf(operation: Operation): Schema | null {
  if (answerTypes(operation)[0] !== 'application/json') return null;
  return operation.responses['200']?.content?.['application/json']?.schema ?? null;
}

/** Properties of the methods of HTTP (RFC 9110, 9.2). */
function annotationsOf(method: string): ToolAnnotations {
  return {
    readOnlyHint: method === 'get',
    destructiveHint: method === 'delete',
    idempotentHint: method !== 'post',
    openWorldHint: false,
  };
}

function asObject(schema: Schema): ListedTool['inputSchema'] {
  return { ...schema, type: 'object' };
}
