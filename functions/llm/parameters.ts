import * as z from 'zod/mini';
import { integerParameter } from '../../shared/http/route.ts';

/** Maximum size of a text to draft from, in UTF-8 bytes. */
export const MAX_TEXT_BYTES = 200_000;

const flag = z.pipe(
  z.transform((value: unknown) => (typeof value === 'boolean' ? String(value) : value)),
  z.enum(['true', 'false'], 'must be true or false'),
);

const id = (description: string) =>
  z.string('is required and must be a string').check(z.minLength(1), z.maxLength(2048), z.describe(description));

/** Parameters of a draft that may stand in the query. */
export const frameworkQuery = z.object({
  name: z.optional(
    z
      .string('must be text')
      .check(
        z.maxLength(300),
        z.meta({ description: 'The topic, which the framework is named after.', example: 'Pipe welding' }),
      ),
  ),
  language: z.optional(
    z.string('must be text').check(
      z.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/, 'must be a language tag, such as en or pt-BR'),
      z.meta({
        description: 'Language tag (BCP 47) of the texts that are written; without it, the language of the name.',
        example: 'en',
      }),
    ),
  ),
  depth: z._default(integerParameter(1, 5, 'Levels of competencies.'), 2),
  breadth: z._default(integerParameter(1, 12, 'Competencies at the top level, and parts of each competency.'), 5),
  extend: z.optional(id('Id of a framework to add to: what it lacks at the top level, and parts where it has none.')),
  save: z.optional(flag.check(z.describe('`true`: store the draft, as the caller.'))),
});

/** Parameters of a draft. */
export const frameworkParameters = z.extend(frameworkQuery, {
  text: z.optional(
    z
      .string('must be text')
      .check(z.describe('A text to draft from, such as a job description, of up to 200,000 bytes.')),
  ),
});

/** Parameters of proposals for alignments. */
export const alignParameters = z.object({
  source: id('Id of the framework whose competencies are aligned.'),
  target: id('Id of the framework that they are aligned to.'),
});

/** Parameters of what may correspond. */
export const candidateParameters = z.object({
  source: z.optional(id('Id of the framework whose competencies are compared.')),
  text: z.optional(
    z
      .string('must be text')
      .check(
        z.describe(
          'Instead of `source`: a text, such as a job description, of up to 200,000 bytes. Its sentences are compared.',
        ),
      ),
  ),
  targets: z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? [value] : value)),
    z
      .array(id('Id of a framework.'), 'is required: one id, or a list of ids')
      .check(
        z.minLength(1, 'must have an id'),
        z.maxLength(20, 'may have 20 ids'),
        z.describe('Ids of the frameworks that are compared with it.'),
      ),
  ),
  limit: z._default(integerParameter(1, 20, 'Candidates for each competency, or sentence.'), 5),
  minScore: z._default(
    z.coerce
      .number('must be a number')
      .check(z.minimum(0), z.maximum(1), z.describe('Candidates with a lower score are left out.')),
    0.25,
  ),
  judge: z._default(
    flag.check(z.describe('`true`: a language model judges the candidates that the score leaves uncertain.')),
    'false',
  ),
});
