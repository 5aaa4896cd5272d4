import * as z from 'zod/mini';
import { formattedText } from './route.ts';

/**
 * Schemas of what the API accepts and returns, for the description. The rules of objects are checked in
 * `shared/repository/objects/prepare.ts`.
 */

const pem = z.string().check(
  z.minLength(1),
  z.meta({
    id: 'PublicKey',
    format: 'pem-public-key',
    description: 'An RSA public key as PEM, on one line or several.',
  }),
);

const text = z.string().check(z.minLength(1));

/** As in `shared/repository/objects/prepare.ts`, but in the syntax that every validator of descriptions supports. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what an id may not hold
const ABSOLUTE_IRI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\u0000-\u001f\u007f-\u009f]+$/;

const EXAMPLE = {
  '@context': 'https://schema.cassproject.org/0.4',
  '@type': 'Competency',
  '@id': 'https://example.org/competencies/long-division',
  name: { '@language': 'en', '@value': 'Long division' },
  description: 'Divides numbers of several digits, with remainder.',
};

/** Any JSON-LD object (specification: Common fields of every stored object). */
export const jsonLd = z
  .looseObject({
    '@id': z.string().check(z.maxLength(2048), z.regex(ABSOLUTE_IRI)),
    '@type': z.union([text, z.array(text).check(z.minLength(1))]),
    '@context': z.union([
      text,
      z.looseObject({}),
      z.array(z.union([z.nullable(text), z.looseObject({})])).check(z.minLength(1)),
    ]),
    '@owner': z.optional(z.nullable(z.array(pem)).check(z.describe('Keys that may change and delete the object.'))),
    '@reader': z.optional(
      z.nullable(z.array(pem)).check(z.describe('Keys that may read the object; when empty, every caller may.')),
    ),
  })
  .check(
    z.meta({
      id: 'JsonLd',
      description: 'A JSON-LD object with an absolute @id, a @type and a @context.',
      example: EXAMPLE,
    }),
  );

/** Several of them. */
export const jsonLdArray = z
  .array(jsonLd)
  .check(z.meta({ id: 'JsonLdArray', description: 'JSON-LD objects.', example: [EXAMPLE] }));

/** A signature sheet (specification: Signature sheet entry). Each name may stand with or without `@`. */
export const signatureSheet = z
  .array(
    z.looseObject({
      '@type': z.optional(z.string().check(z.describe('A known type of signature, such as `TimeLimitedSignature`.'))),
      '@context': z.optional(z.string().check(z.describe('JSON-LD context of the signature.'))),
      expiry: z.optional(z.int().check(z.minimum(0), z.describe('When it expires, UTC milliseconds.'))),
      server: z.optional(z.string().check(z.describe('Address of the server, or id of the object, it is made for.'))),
      '@owner': z.optional(pem),
      '@signature': z.optional(z.string().check(z.describe('Base64 of the SHA-1 RSA signature.'))),
      '@signatureSha256': z.optional(z.string().check(z.describe('Base64 of the SHA-256 RSA signature.'))),
    }),
  )
  .check(z.meta({ id: 'SignatureSheet', description: 'Entries that prove possession of keys for a limited time.' }));

/** A signature sheet as a form part or a header carries it. */
export const signatureSheetText = formattedText('signature-sheet', 'JSON text of a `SignatureSheet`.', '[]');

/** A JSON body that brings its signature sheet along. */
export function withSheet<T extends z.ZodMiniType>(data: T) {
  return z.union([data, z.looseObject({ data, signatureSheet })]);
}

export const problemDocument = z
  .looseObject({
    type: z.string().check(z.describe('`urn:competency-service:problem:` and the code of the problem.')),
    title: z.string(),
    status: z.int().check(z.minimum(400), z.maximum(599)),
    detail: z.string().check(z.describe('What is wrong, in a sentence.')),
    where: z.optional(
      z.string().check(z.describe('Where in the request: a member, parameter or part, or a JSON pointer.')),
    ),
    position: z.optional(z.int().check(z.minimum(0), z.describe('Zero-based position in the text at fault.'))),
    requestId: z.string().check(z.describe('The value of the `x-request-id` header.')),
  })
  .check(z.meta({ id: 'Problem', description: 'Problem details (RFC 9457).' }));
