import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/base/errors/catalog.ts';
import { EVENT_STREAM } from '../../shared/http/event-stream.ts';
import { signatureSheet, signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { type Description, formattedText, integerParameter, type Route, routesOf } from '../../shared/http/route.ts';
import { MAX_ID_LENGTH } from '../../shared/repository/linked-data/identifiers.ts';
import { profileEndpoints } from './endpoints.ts';
import { profile } from './profile-schema.ts';

/** Farthest times that a date can hold, milliseconds from 1970. */
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

function choice(description: string) {
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

const text = z.string('must be text').check(upTo<string>(MAX_ID_LENGTH));

const condition = z
  .pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? [value] : value)),
    boundedArray(text, MAX_CONDITIONS, 'must be a text, or several'),
  )
  .check(
    z.describe(
      `Name, or id of the concept, of a condition, at most ${MAX_CONDITIONS}: only assertions that have all conditions given count.`,
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
  assertionDate: z.optional(time('When it would be made; now, when absent.')),
  expirationDate: z.optional(time('When it would expire.')),
});

const whatIf = boundedArray(hypothesis, MAX_HYPOTHESES, 'must be an array of assertions').check(
  z.describe(
    `Assertions to calculate with besides those that are there, at most ${MAX_HYPOTHESES}. Nothing is stored.`,
  ),
);

const optional = {
  flushCache: z.optional(choice('`true`: recalculate, ignoring the cache.')),
  cache: z.optional(choice('`false`: the same. By default a cached profile is returned if it is still valid.')),
  targetDateTime: z.optional(time('Calculate as of this time.')),
  startDate: z.optional(time('Keep only assertions dated at or after this.')),
  endDate: z.optional(time('Keep only assertions dated at or before this.')),
  condition: z.optional(condition),
  explain: z.optional(choice('`true`: say why, as `reasons` of each competency.')),
  expand: z.optional(choice('`true`: repeat a competency in full under each of its parents.')),
};

/** Parameters of a profile in a query string (specification: Profile). */
export const profileParameters = z.object({ frameworkId, subject, ...optional });

/** Parameters of a profile in a body, merged with the query string. */
export const profileBody = z.object({ frameworkId, subject, ...optional, whatIf: z.optional(whatIf) });

const somewhere = { frameworkId: z.optional(frameworkId), subject: z.optional(subject) };

/** Parameters of a profile in the query string of a POST. */
export const profilePostParameters = z.object({ ...somewhere, ...optional });

const flag = (name: keyof typeof optional) =>
  z
    .nullish(z.union([z.boolean(), choice('As in the query string.')]))
    .check(z.describe(`As \`${name}\` of the query.`));

const jsonBody = z.looseObject({
  frameworkId: z.nullish(frameworkId),
  subject: z.nullish(subject),
  flushCache: flag('flushCache'),
  cache: flag('cache'),
  targetDateTime: z.nullish(optional.targetDateTime),
  startDate: z.nullish(optional.startDate),
  endDate: z.nullish(optional.endDate),
  condition: z.optional(z.union([z.nullable(text), z.array(text)])),
  explain: flag('explain'),
  expand: flag('expand'),
  whatIf: z.nullish(whatIf),
  signatureSheet: z.optional(signatureSheet),
});

const formBody = z.looseObject({
  ...somewhere,
  ...optional,
  condition: z.optional(text),
  whatIf: z.optional(formattedText('what-if', 'JSON text of an array of assertions.', '[]')),
  signatureSheet: z.optional(signatureSheetText),
});

const description =
  'What the caller may not read does not count: evidence comes from assertions about a key that the caller has proved, and from those whose owner or reader the caller is. The service decrypts with its own key, whose public half is at `/api/profile/pk`: make it a reader of assertions.';

const answers: Description['responses'] = {
  200: {
    description: `The profile. As \`${EVENT_STREAM}\`: events \`progress\` while it is made, then \`profile\`, or \`problem\` with a problem document.`,
    content: { 'application/json': profile, [EVENT_STREAM]: z.string() },
    headers: ['Server-Timing'],
  },
};

const problems: readonly ProblemCode[] = [
  'invalid-parameter',
  'malformed-key',
  'not-found',
  'not-a-framework',
  'profile-too-large',
  'store-unavailable',
  'search-timeout',
  'profile-unavailable',
];

/** Profiles (specification: Profile). */
export const profileRoutes: readonly Route[] = routesOf(profileEndpoints, {
  get_learner_profile: {
    summary: 'The state of a person in a framework',
    description,
    query: profileParameters,
    requiredQuery: ['frameworkId', 'subject'],
    responses: answers,
    problems,
  },
  postLearnerProfile: {
    summary: 'The state of a person in a framework, as it is or with further assertions',
    description: `${description} Parameters are in the query string or in the body, which wins.`,
    query: profilePostParameters,
    requestBody: {
      required: false,
      content: {
        'application/json': jsonBody,
        'multipart/form-data': formBody,
        'application/x-www-form-urlencoded': formBody,
      },
    },
    responses: answers,
    problems,
  },
  profileKey: {
    summary: 'The public key that profiles are calculated with',
    responses: {
      200: { description: 'A public key as PEM, on one line.', content: { 'text/plain': z.string() } },
    },
    problems: [],
  },
});
