import * as z from 'zod/mini';

/** Parameters of a learner record. */
export const clrParameters = z.object({
  subject: z
    .string('is missing: a public key, or its fingerprint')
    .check(z.minLength(1, 'must not be empty'), z.describe('Public key of the person as PEM, or its fingerprint.')),
  frameworkId: z
    .string('is missing: the id of a framework')
    .check(z.minLength(1, 'must not be empty'), z.describe('The `@id` of the framework.')),
});
