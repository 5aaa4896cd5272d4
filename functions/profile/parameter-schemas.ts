import * as z from 'zod/mini';
import { integerParameter } from '../../shared/http/route.ts';
import { MAX_ID_LENGTH } from '../../shared/repository/linked-data/identifiers.ts';

/** Maximum time that a date can represent, milliseconds from 1970. */
const MAX_TIME = 8_640_000_000_000_000;

/** Longer than any PEM-encoded key. */
const MAX_SUBJECT = 16_384;
const MAX_CONDITIONS = 100;
const MAX_HYPOTHESES = 1000;

const NEEDED = 'is required and must be a string';

/**
 * At most `most` characters or items. A check instead of a keyword of the schema: queries are limited by the size of headers
 * anyway.
 */
function upTo<T extends { readonly length: number }>(most: number, what = ' characters') {
  return z.refine<T>((value) => value.length <= most, `must have at most ${most}${what}`);
}

function neededText(most: number, description: string, example: string) {
  return z.string(NEEDED).check(z.minLength(1, NEEDED), upTo<string>(most), z.meta({ description, example }));
}

/** A parameter that is `true` or `false`. */
export function choice(description: string) {
  return z.enum(['true', 'false'], 'must be true or false').check(z.describe(description));
}

function time(description: string) {
  return integerParameter(-MAX_TIME, MAX_TIME, `${description} UTC milliseconds.`);
}

const frameworkId = neededText(
  MAX_ID_LENGTH,
  'Any id of the framework.',
  'https://example.org/api/data/schema.cassproject.org.0.4.Framework/bicycle-repair',
);

const subject = neededText(
  MAX_SUBJECT,
  'The person: a public key (PEM), its fingerprint, the id of a Person, an e-mail address or a user name.',
  'pat@example.org',
);

/** An array whose length is checked before its items: a body full of invalid items would make a report of that length. */
function boundedArray<T extends z.ZodMiniType>(item: T, most: number, needed: string) {
  return z.pipe(z.array(z.unknown(), needed).check(upTo<unknown[]>(most, ' items')), z.array(item, needed));
}

/** The name of a condition. */
export const text = z.string('must be text').check(upTo<string>(MAX_ID_LENGTH));

const condition = z
  .pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? [value] : value)),
    boundedArray(text, MAX_CONDITIONS, 'must be a text, or several'),
  )
  .check(
    z.describe(
      `Name, or id of the concept, of a condition, at most ${MAX_CONDITIONS}: only assertions that have all these conditions count.`,
    ),
  );

const hypothesis = z.object({
  competency: neededText(
    MAX_ID_LENGTH,
    'Id of a competency of the framework, or one that its relations lead to.',
    'https://example.org/api/data/schema.cassproject.org.0.4.Competency/true-a-wheel',
  ),
  negative: z.optional(z.boolean('must be true or false')),
  agent: z.optional(
    z
      .string('must be text')
      .check(upTo<string>(MAX_SUBJECT), z.describe('The agent that would make it: a public key (PEM), or any name.')),
  ),
  assertionDate: z.optional(time('When it would be made; default: now.')),
  expirationDate: z.optional(time('When it would expire.')),
});

const whatIf = boundedArray(hypothesis, MAX_HYPOTHESES, 'must be an array of assertions').check(
  z.describe(`Hypothetical assertions to add to the stored ones, at most ${MAX_HYPOTHESES}. Nothing is stored.`),
);

const optional = {
  flushCache: z.optional(choice('`true`: recalculate, ignoring the cache.')),
  cache: z.optional(choice('`false`: the same. By default a cached profile is returned if it is still valid.')),
  targetDateTime: z.optional(time('Calculate as of this time.')),
  startDate: z.optional(time('Keep only assertions dated at or after this.')),
  endDate: z.optional(time('Keep only assertions dated at or before this.')),
  condition: z.optional(condition),
  explain: z.optional(choice('`true`: add `reasons` to each competency.')),
  expand: z.optional(choice('`true`: repeat a competency in full under each of its parents.')),
};

/** Parameters of a profile in a query string (specification: Profile). */
export const profileParameters = z.object({ frameworkId, subject, ...optional });

/** Parameters of a profile in a body, merged with the query string. */
export const profileBody = z.object({ frameworkId, subject, ...optional, whatIf: z.optional(whatIf) });

const somewhere = { frameworkId: z.optional(frameworkId), subject: z.optional(subject) };

/** Parameters of a profile in the query string of a POST. */
export const profilePostParameters = z.object({ ...somewhere, ...optional });
