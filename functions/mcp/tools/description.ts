import * as z from 'zod/mini';

const schema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.looseObject({ schema }));

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.optional(z.string()),
  parameters: z.optional(
    z.array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean(),
        description: z.optional(z.string()),
        schema,
      }),
    ),
  ),
  requestBody: z.optional(z.looseObject({ required: z.boolean(), content })),
  responses: z.record(z.string(), z.looseObject({ content: z.optional(content) })),
});

/** An operation of the API description. */
export type Operation = z.infer<typeof operation>;

/** An operation, with the place where it is. */
export type PlacedOperation = Operation & { readonly method: string; readonly path: string };

const description = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

/** The parts of the API description that tools are made of. */
export type Description = {
  readonly version: string;
  /** In the order of the description. Each is read with its first use: a start that reads all of them takes longer. */
  readonly operations: readonly { readonly id: string; readonly read: () => PlacedOperation }[];
  /** The schemas that operations refer to, by name. */
  readonly schemas: Readonly<Record<string, unknown>>;
};

/** Reads the API description. @throws Error when it is not one */
export function parseDescription(text: string): Description {
  const { info, paths, components } = description.parse(JSON.parse(text));
  return {
    version: info.version,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, found]) => ({
        id: found.operationId,
        read: () => ({ ...operation.parse(found), method, path }),
      })),
    ),
    schemas: components.schemas,
  };
}
