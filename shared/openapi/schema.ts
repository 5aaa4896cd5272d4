import * as z from 'zod/mini';

/** A piece of the description. */
export type Node = Record<string, unknown>;

/** What has a name and stands once, under `components`. */
export type Named = { readonly schemas: Record<string, Node>; readonly responses: Record<string, Node> };

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
  for (const [name, { id: _id, ...definition }] of Object.entries(definitions)) named.schemas[name] = definition;
  if (id === undefined) return own;
  named.schemas[id] = own;
  return { $ref: `#/components/schemas/${id}` };
}
