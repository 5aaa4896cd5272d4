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

const description = z.looseObject({
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});

/** The parts of the API description that tools are made of. */
export type Description = z.infer<typeof description>;

/** Reads the API description. @throws Error when it is not one */
export function parseDescription(text: string): Description {
  return description.parse(JSON.parse(text));
}
