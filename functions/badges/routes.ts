import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/base/errors/catalog.ts';
import { signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { formattedText, type PathParameter, type Route, routesOf } from '../../shared/http/route.ts';
import { badgeEndpoints } from './endpoints.ts';
import { clrParameters } from './parameters.ts';

const FINGERPRINT: PathParameter = {
  name: 'fingerprint',
  description: 'Fingerprint of the key of a Person: the last segment of its id.',
  schema: z.string().check(z.regex(/^[0-9a-f]{32}$/), z.meta({ example: '0123456789abcdef0123456789abcdef' })),
};

const COMPETENCY: PathParameter = {
  name: 'id',
  description: 'The GUID of a competency, or the MD5 of its `@id`.',
  schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: 'dd0a6bd1-2ca9-4ba6-a0a9-4d9bfc0d25f1' })),
};

const ASSERTION: PathParameter = {
  name: 'id',
  description: 'The GUID of an assertion, or the MD5 of its `@id`.',
  schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: '8c9717b1a2dff07b05b8213afcd70307' })),
};

const problems: readonly ProblemCode[] = [
  ...(['invalid-parameter', 'malformed-path', 'not-found', 'not-acceptable'] as const),
  ...(['key-unavailable', 'store-unavailable'] as const),
];

const ofAssertions: readonly ProblemCode[] = [...problems, 'not-published'];

/** JSON-LD of one type of Open Badges 2.0. */
function openBadge(type: string, members: Record<string, z.ZodMiniType>, description: string) {
  const common = { '@context': z.literal('https://w3id.org/openbadges/v2'), id: z.string(), type: z.literal(type) };
  const object = z.looseObject({ ...common, ...members }).check(z.meta({ id: `Badge${type}`, description }));
  return { 'application/ld+json': object, 'application/json': object };
}

const profile = openBadge(
  'Issuer',
  { name: z.string(), url: z.string(), email: z.string(), publicKey: z.string() },
  'An issuer (Open Badges 2.0, Profile).',
);
const key = openBadge(
  'CryptographicKey',
  { owner: z.string(), publicKeyPem: z.string() },
  'The key of an issuer (Open Badges 2.0).',
);
const badgeClass = openBadge(
  'BadgeClass',
  {
    name: z.string(),
    description: z.string(),
    image: z.string(),
    issuer: z.string(),
    criteria: z.looseObject({ narrative: z.string() }),
    alignment: z.array(z.looseObject({ targetName: z.string(), targetUrl: z.string() })),
  },
  'A competency as a badge (Open Badges 2.0).',
);
const assertion = openBadge(
  'Assertion',
  {
    recipient: z.looseObject({ type: z.string(), hashed: z.boolean(), salt: z.string(), identity: z.string() }),
    badge: z.string(),
    issuedOn: z.string(),
    expires: z.optional(z.string()),
    image: z.string(),
    verification: z.looseObject({ type: z.string() }),
    evidence: z.optional(z.array(z.union([z.string(), z.looseObject({})]))),
  },
  'A badge that a person earned (Open Badges 2.0).',
);
const revoked = openBadge(
  'Assertion',
  { revoked: z.literal(true), revocationReason: z.string() },
  'A badge that was withdrawn (Open Badges 2.0).',
);
const images = { 'image/svg+xml': z.string(), 'image/png': z.string().check(z.meta({ format: 'binary' })) };

const UNCHANGED = { description: 'The caller has it already (`If-None-Match`).', headers: ['ETag'] };

const GONE = {
  description:
    'The badge was withdrawn: its assertion is deleted, negative, or no longer shared with the key of badges.',
  content: { 'application/ld+json': z.looseObject(revoked['application/ld+json'].shape) },
};

const LIST: PathParameter = {
  name: 'list',
  description: 'Name of the list, from `credentialStatus` of a credential.',
  schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: '0123abcd-0' })),
};

const credential = z
  .looseObject({
    '@context': z.array(z.string()),
    id: z.string(),
    type: z.array(z.string()),
    validFrom: z.string(),
    credentialSubject: z.looseObject({}),
    proof: z.looseObject({}),
  })
  .check(z.meta({ id: 'VerifiableCredential', description: 'A credential (Verifiable Credentials Data Model 2.0).' }));
const token = z.string().check(z.meta({ description: 'The credential as a signed token (RFC 7519).' }));
const recipient = z
  .optional(z.string())
  .check(
    z.describe(
      'Email, or other identity, of the person who shows the badge: checks also that the badge belongs to them.',
    ),
  );
const verification = z.looseObject({ credential: z.union([z.string(), z.looseObject({})]), recipient });
const verificationForm = z.looseObject({ credential: formattedText('badge', 'The badge.'), recipient });
const signedVerificationForm = z.extend(verificationForm, { signatureSheet: z.optional(signatureSheetText) });
const checked = {
  verified: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
};
const verdict = z.object({
  ...checked,
  credentials: z
    .optional(z.array(z.looseObject({ id: z.nullable(z.string()), ...checked })))
    .check(z.describe('For a learner record: the checks of each credential in it, in order.')),
});
const credentials = {
  'application/vc': credential,
  'application/ld+json': credential,
  'application/json': credential,
  'application/vc+jwt': token,
  'application/jwt': token,
};

/** Open Badges (specification: Adapter endpoints, Open Badges rules). */
export const badgeRoutes: readonly Route[] = routesOf(badgeEndpoints, {
  badgeKey: {
    summary: 'The public key that assertions are shared with to publish them as badges',
    description: 'Use it to publish an assertion: add it to the readers before subject and agent are encrypted.',
    responses: { 200: { description: 'PEM, on one line.', content: { 'text/plain': z.string() } } },
    problems: ['key-unavailable'],
  },
  badgeIssuer: {
    summary: 'A person as an issuer of badges',
    description: 'Use it to find out who awarded a badge.',
    pathParameters: [FINGERPRINT],
    responses: { 200: { description: 'The issuer.', content: profile }, 304: UNCHANGED },
    problems,
  },
  badgeIssuerKey: {
    summary: 'The public key of an issuer of badges',
    description: 'Use it to check what an issuer has signed.',
    pathParameters: [FINGERPRINT],
    responses: { 200: { description: 'The key.', content: key }, 304: UNCHANGED },
    problems,
  },
  badgeClass: {
    summary: 'A competency as a badge',
    description:
      'Use it to see what a badge for a competency shows. Its issuer is the first owner of the competency, or the service.',
    pathParameters: [COMPETENCY],
    responses: { 200: { description: 'The badge class.', content: badgeClass }, 304: UNCHANGED },
    problems,
  },
  badgeClassOfIssuer: {
    summary: 'A competency as a badge of an issuer',
    description: 'Use it to see what a badge for a competency shows, as badges refer to it.',
    pathParameters: [COMPETENCY, FINGERPRINT],
    responses: { 200: { description: 'The badge class.', content: badgeClass }, 304: UNCHANGED },
    problems,
  },
  badgeClassImage: {
    summary: 'The image of a badge',
    description: 'Use it to show a badge: the image that the competency has as a data URL, or one with its name.',
    pathParameters: [COMPETENCY],
    responses: { 200: { description: 'The image.', content: images } },
    problems: problems.filter((code) => code !== 'not-acceptable'),
  },
  badgeAssertion: {
    summary: 'An assertion as a badge',
    description:
      'Use it to verify a badge that a person shows: its address is the address of the badge. Its recipient is hashed.',
    pathParameters: [ASSERTION],
    responses: { 200: { description: 'The badge.', content: assertion }, 304: UNCHANGED, 410: GONE },
    problems: ofAssertions,
  },
  badgeImage: {
    summary: 'The image of a badge, with the badge in it',
    description: 'Use it to give a badge to a person: badge platforms read it from the image (baked badge).',
    pathParameters: [ASSERTION],
    responses: { 200: { description: 'The image.', content: images }, 410: GONE },
    problems: ofAssertions.filter((code) => code !== 'not-acceptable'),
  },
  badgeAssertionByType: {
    summary: 'An assertion as a badge, by an address with its type',
    description: 'Use it with the end of the address of the assertion.',
    pathParameters: [
      {
        name: 'type',
        description: 'The type of the assertion, which is ignored.',
        schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: 'schema.cassproject.org.0.4.Assertion' })),
      },
      ASSERTION,
    ],
    responses: { 200: { description: 'The badge.', content: assertion }, 304: UNCHANGED, 410: GONE },
    problems: ofAssertions,
  },
  badgeCredential: {
    summary: 'A badge as a verifiable credential',
    description:
      'Use it to give a badge to a wallet (Open Badges 3.0): with a proof inside, or as a signed token by `Accept`. The service issues it.',
    pathParameters: [ASSERTION],
    responses: { 200: { description: 'The credential.', content: credentials }, 410: GONE },
    problems: [...ofAssertions, 'version-conflict'],
  },
  badgeCredentialImage: {
    summary: 'The image of a badge, with the verifiable credential in it',
    description:
      'Use it to give a badge to a person whose platform reads badges of Open Badges 3.0 from images (baked badge).',
    pathParameters: [ASSERTION],
    responses: { 200: { description: 'The image.', content: images }, 410: GONE },
    problems: [...ofAssertions.filter((code) => code !== 'not-acceptable'), 'version-conflict'],
  },
  badgeStatusList: {
    summary: 'A list of revoked badges',
    description: 'Use it to find out whether a credential was revoked (Bitstring Status List 1.0).',
    pathParameters: [LIST],
    responses: { 200: { description: 'The list, itself a credential.', content: credentials } },
    problems: ['not-found', 'not-acceptable', 'key-unavailable', 'store-unavailable'],
  },
  learnerRecord: {
    summary: 'The badges of a person in a framework, as one record',
    description:
      'Use it to give a person a record of what they have learnt (Comprehensive Learner Record 2.0): a signed token with the credentials of their badges that the caller may read with a key.',
    query: clrParameters,
    requiredQuery: ['subject', 'frameworkId'],
    responses: {
      200: { description: 'The record.', content: { 'application/vc+jwt': token, 'application/jwt': token } },
    },
    problems: [
      ...(['invalid-parameter', 'malformed-key', 'not-found', 'not-acceptable', 'answer-too-large'] as const),
      ...(['version-conflict', 'key-unavailable', 'store-unavailable', 'search-timeout'] as const),
      ...(['result-window-exceeded', 'query-too-broad'] as const),
    ],
  },
  verifyBadge: {
    summary: 'Verify a badge',
    description:
      'Use it to find out whether a badge that a person shows is genuine: of Open Badges 2.0 (hosted or signed) or 3.0, or a Comprehensive Learner Record 2.0 with each credential in it, as an object, a token, an address, or an image with the badge in it. Nothing is stored.',
    requestBody: {
      required: true,
      content: {
        'application/json': verification,
        'multipart/form-data': verificationForm,
        'application/x-www-form-urlencoded': verificationForm,
        ...images,
      },
    },
    responses: { 200: { description: 'The results of the checks.', content: { 'application/json': verdict } } },
    problems: ['malformed-request', 'key-unavailable'],
  },
  importBadge: {
    summary: 'Import a badge of the caller as assertions',
    description:
      'Use it to let badges of other issuers count: a verified badge whose recipient is the caller becomes an assertion on each competency here that it is aligned to, with the badge as evidence.',
    requestBody: {
      required: true,
      content: {
        'application/json': verification,
        'multipart/form-data': signedVerificationForm,
        'application/x-www-form-urlencoded': signedVerificationForm,
        ...images,
      },
    },
    responses: {
      200: {
        description: 'The results of the checks, and the ids of the assertions; none if the badge is not verified.',
        content: { 'application/json': z.extend(verdict, { assertions: z.array(z.string()) }) },
      },
    },
    problems: [
      ...(['malformed-request', 'not-signed-in', 'not-found', 'key-unavailable'] as const),
      'store-unavailable',
    ],
  },
  didDocument: {
    summary: 'The DID document of the service',
    description: 'Use it to verify credentials that the service has issued (did:web).',
    responses: {
      200: {
        description: 'The document.',
        content: {
          'application/did+ld+json': z.looseObject({ id: z.string(), verificationMethod: z.array(z.looseObject({})) }),
        },
      },
    },
    problems: ['key-unavailable'],
  },
  badgeKeys: {
    summary: 'The keys that sign credentials that are tokens',
    description: 'Use it to verify such tokens (RFC 7517).',
    responses: {
      200: {
        description: 'The keys.',
        content: { 'application/jwk-set+json': z.object({ keys: z.array(z.looseObject({})) }) },
      },
    },
    problems: ['key-unavailable'],
  },
});
