import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/base/errors/catalog.ts';
import { jsonLd, jsonLdArray, signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { RDF_TYPES } from '../../shared/http/rdf-accept.ts';
import {
  type Description,
  formattedText,
  type PathParameter,
  type Route,
  routesOf,
  versionParameter,
} from '../../shared/http/route.ts';
import { dataEndpoints } from './endpoints.ts';
import { dataQuery, readQuery, readVersionQuery, versionQuery } from './parameters.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a path may not hold
const SEGMENT = /^[^/\u0000-\u001f\u007f-\u009f]+$/;

const TYPE: PathParameter = {
  name: 'type',
  description: 'Type name of the object. It is ignored and may be empty.',
  schema: z.string().check(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a path may not hold
    z.regex(/^[^/?#%\\\u0000-\u001f\u007f-\u009f]+$/),
    z.meta({ not: { pattern: '^\\.$|\\.\\.' }, example: 'schema.cassproject.org.0.4.Competency' }),
  ),
};
const UID: PathParameter = {
  name: 'uid',
  description:
    'GUID of the object, the MD5 of its id without version, or the name under which it was saved. A whole id, percent-encoded, is accepted too.',
  schema: z
    .string()
    .check(z.regex(SEGMENT), z.meta({ not: { enum: ['.', '..'] }, example: 'dd0a6bd1-2ca9-4ba6-a0a9-4d9bfc0d25f1' })),
};
const VERSION: PathParameter = {
  name: 'version',
  description: 'Version to read, or to save the object as: by convention UTC milliseconds.',
  schema: versionParameter,
};

const trail = z
  .array(
    z.object({
      operation: z.enum(['create', 'change', 'delete']),
      version: z
        .int()
        .check(z.minimum(0), z.describe('The version that was written, or that was current until the deletion.')),
      time: z.nullable(z.int()).check(z.describe('UTC milliseconds; `null` when it was not recorded.')),
      actor: z
        .nullable(
          z.object({
            keys: z.array(z.string()).check(z.describe('Fingerprints of the proved keys, five at most.')),
            moreKeys: z.exactOptional(z.int()).check(z.describe('The number of proved keys that are not listed.')),
            issuer: z.exactOptional(z.string()).check(z.describe('Issuer of the signed-in user.')),
            subject: z.exactOptional(z.string()).check(z.describe('Subject of the signed-in user.')),
          }),
        )
        .check(z.describe('`null` when it was not recorded.')),
      override: z.boolean().check(z.describe('Only an admin key allowed it, not the key of an owner.')),
    }),
  )
  .check(z.meta({ id: 'Trail', description: 'Who created, changed and deleted an object, newest first.' }));

const object = { 'application/json': z.union([jsonLd, jsonLdArray, trail]) };
const forms = {
  ...object,
  'application/ld+json': z
    .array(z.looseObject({}))
    .check(z.describe('Expanded JSON-LD, with `profile="http://www.w3.org/ns/json-ld#expanded"`.')),
  ...Object.fromEntries(RDF_TYPES.map((type) => [type, z.string()])),
};
const formsAndPage = {
  ...forms,
  'text/html': z.string().check(z.describe('A page for people, unless PUBLIC_PAGES is off.')),
};
const form = z.looseObject({
  data: z.optional(formattedText('json-ld', 'JSON text of the object to save, a `JsonLd`. Without it this is a read.')),
  signatureSheet: z.optional(signatureSheetText),
});
const representation = ['ETag', 'Last-Modified'];
const common: readonly ProblemCode[] = ['invalid-parameter', 'invalid-object', 'store-unavailable'];

type Place = Pick<Description, 'pathParameters' | 'query'>;

function readAt(place: Place): Description {
  return {
    ...place,
    summary: 'Read an object, one of its versions, its history, or who changed it',
    description:
      'Parts that the caller may not read are left out. An object that is hidden from the caller is absent for the caller.',
    responses: {
      200: {
        description:
          'The object, with `history=true` its versions, or with `audit=true` who changed it. Objects and versions are also offered as RDF, as expanded JSON-LD and as a page, by `Accept`.',
        content: formsAndPage,
        headers: [...representation, 'Warning'],
      },
      304: { description: 'The caller has this state already (`If-None-Match`).', headers: representation },
    },
    problems: [...common, 'not-found', 'not-acceptable', 'precondition-failed', 'answer-too-large'],
  };
}

function saveAt(place: Place): Description {
  return {
    ...place,
    summary: 'Save an object; as a form without `data`, read it',
    description:
      'The identity of an object is its `@id` without version; the name in the path becomes another name of it. Its version is always above the current one: if the requested version is not, the service takes the next free one. `If-Match` and `If-None-Match` make the save depend on the current state.',
    requestBody: {
      required: true,
      content: {
        'application/json': jsonLd,
        'application/ld+json': jsonLd,
        'multipart/form-data': form,
        'application/x-www-form-urlencoded': form,
      },
    },
    responses: {
      200: {
        description: 'The saved object; for a read as for GET.',
        content: forms,
        headers: [...representation, 'Location', 'Warning'],
      },
    },
    problems: [
      ...common,
      'not-owner',
      'not-found',
      'not-acceptable',
      'identifier-taken',
      'version-conflict',
      'precondition-failed',
    ],
  };
}

function deleteAt(pathParameters: NonNullable<Description['pathParameters']>): Description {
  return {
    summary: 'Delete the current version of an object; its history stays',
    description:
      'Deleting an absent object succeeds. `If-Match` and `If-None-Match` make the deletion depend on the current state.',
    pathParameters,
    responses: { 200: { description: 'The object no longer has a current version.' } },
    problems: [...common, 'not-owner', 'version-conflict', 'precondition-failed'],
  };
}

const BY_UID = [UID];
const BY_TYPE = [TYPE, UID];
const ONE_VERSION = [TYPE, UID, VERSION];

/** The data operations (specification: Data). */
export const dataRoutes: readonly Route[] = routesOf(dataEndpoints, {
  getObjectByUid: readAt({ pathParameters: BY_UID, query: readQuery }),
  saveObjectByUid: saveAt({ pathParameters: BY_UID, query: dataQuery }),
  deleteObjectByUid: deleteAt(BY_UID),
  getObject: readAt({ pathParameters: BY_TYPE, query: readQuery }),
  saveObject: saveAt({ pathParameters: BY_TYPE, query: dataQuery }),
  deleteObject: deleteAt(BY_TYPE),
  getObjectVersion: readAt({ pathParameters: ONE_VERSION, query: readVersionQuery }),
  saveObjectVersion: saveAt({ pathParameters: ONE_VERSION, query: versionQuery }),
  deleteObjectVersion: deleteAt(ONE_VERSION),
});
