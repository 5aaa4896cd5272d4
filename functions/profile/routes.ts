import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/base/errors/catalog.ts';
import { EVENT_STREAM } from '../../shared/http/event-stream.ts';
import { signatureSheet, signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { type Description, formattedText, type Route, routesOf } from '../../shared/http/route.ts';
import { profileEndpoints } from './endpoints.ts';
import { choice, profileBody, profileParameters, profilePostParameters, text } from './parameter-schemas.ts';
import { profile } from './profile-schema.ts';

const { frameworkId, subject, targetDateTime, startDate, endDate, whatIf } = profileBody.shape;

const flag = (name: keyof typeof profileParameters.shape) =>
  z
    .nullish(z.union([z.boolean(), choice('As in the query string.')]))
    .check(z.describe(`As \`${name}\` of the query.`));

const jsonBody = z.looseObject({
  frameworkId: z.nullish(frameworkId),
  subject: z.nullish(subject),
  flushCache: flag('flushCache'),
  cache: flag('cache'),
  targetDateTime: z.nullish(targetDateTime),
  startDate: z.nullish(startDate),
  endDate: z.nullish(endDate),
  condition: z.optional(z.union([z.nullable(text), z.array(text)])),
  explain: flag('explain'),
  expand: flag('expand'),
  whatIf: z.nullish(whatIf),
  signatureSheet: z.optional(signatureSheet),
});

const formBody = z.looseObject({
  ...profilePostParameters.shape,
  condition: z.optional(text),
  whatIf: z.optional(formattedText('what-if', 'JSON text of an array of assertions.', '[]')),
  signatureSheet: z.optional(signatureSheetText),
});

const description =
  'Only assertions that the caller may read count: those about a key that the caller has proved, and those whose owner or reader the caller is. The service decrypts with its own key, whose public half is at `/api/profile/pk`: make it a reader of assertions.';

const answers: Description['responses'] = {
  200: {
    description: `The profile. As \`${EVENT_STREAM}\`: events \`progress\` during the calculation, then \`profile\`, or \`problem\` with a problem document.`,
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
    summary: 'The state of a person in a framework, optionally with hypothetical assertions',
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
