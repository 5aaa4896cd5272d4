import * as z from 'zod/mini';

export const OPERATIONS = ['expand', 'compact', 'flatten', 'frame', 'canonicalize'] as const;

/** Parameters, in the query or as parts of a form. */
export const parameters = z.object({
  operation: z.optional(
    z
      .enum(OPERATIONS, `must be one of ${OPERATIONS.join(', ')}`)
      .check(z.describe('What to do with the document (JSON-LD 1.1 API and Framing, RDFC-1.0); `expand` when absent.')),
  ),
  context: z.optional(
    z
      .string()
      .check(
        z.minLength(1, 'must not be empty'),
        z.describe(
          'For `compact` and `flatten`: the address of a context, or the JSON text of one. If it is absent, `compact` uses the context of the document.',
        ),
      ),
  ),
  frame: z.optional(
    z.string().check(z.minLength(1, 'must not be empty'), z.describe('For `frame`: the JSON text of the frame.')),
  ),
  base: z.optional(
    z.string().check(
      z.refine((text) => URL.canParse(text), 'must be an absolute address'),
      z.describe('Address against which relative references in the document are resolved.'),
    ),
  ),
  safe: z.optional(
    z
      .enum(['true', 'false'], 'must be true or false')
      .check(z.describe('`true`: refuse a document that would lose data, such as members without a term.')),
  ),
});

/** Query of the request. */
export const processQuery = z.extend(parameters, {
  url: z.optional(
    z
      .string()
      .check(
        z.minLength(1, 'must not be empty'),
        z.describe('Address of the document, instead of a body; FETCH_ALLOW_LIST decides which addresses are fetched.'),
      ),
  ),
  text: z.optional(z.string().check(z.describe('The document, instead of a body.'))),
});
