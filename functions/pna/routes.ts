import * as z from 'zod/mini';
import { signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { type Description, formattedText, type PathParameter, type Route, routesOf } from '../../shared/http/route.ts';
import { pnaEndpoints } from './endpoints.ts';

const ID: PathParameter = {
  name: 'id',
  description: 'The GUID of a framework, the MD5 of its `@id`, or another name under which a document was published.',
  schema: z
    .string()
    .check(z.regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/), z.meta({ example: 'dd0a6bd1-2ca9-4ba6-a0a9-4d9bfc0d25f1' })),
};

const TYPE: PathParameter = {
  name: 'type',
  description: 'The type of the object, which is ignored.',
  schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: 'schema.cassproject.org.0.4.Framework' })),
};

const index = z
  .looseObject({
    directory: z.optional(z.looseObject({})),
    container: z.optional(z.looseObject({})),
    competencies: z.optional(z.array(z.looseObject({}))),
  })
  .check(z.meta({ id: 'CompetencyIndex', description: 'The index of a framework for a directory of competencies.' }));

const form = z.looseObject({
  data: z.optional(formattedText('json', 'A JSON object, to be published under a name that no object has.')),
  signatureSheet: z.optional(signatureSheetText),
});

/** The index at an address with these parameters. */
function indexAt(pathParameters: readonly PathParameter[]): Description {
  return {
    pathParameters,
    summary: 'The index of a framework',
    description: 'Use it to let a directory of competencies (Competency Explorer) find a framework.',
    responses: {
      200: {
        description: 'The current index, or the document that was published under the name.',
        content: { 'application/json': index },
      },
      304: { description: 'The caller has it already (`If-None-Match`).', headers: ['ETag'] },
    },
    problems: ['malformed-path', 'not-found', 'not-acceptable', 'answer-too-large', 'store-unavailable'],
  };
}

/** The publication of an index at such an address. */
function publication(pathParameters: readonly PathParameter[]): Description {
  return {
    pathParameters,
    summary: 'Publish the index of a framework',
    description:
      'Use it to put the index where directories fetch it: into a file, or a bucket. For owners of the framework, and admins.',
    requestBody: {
      required: false,
      content: {
        'application/json': z.looseObject({}),
        'multipart/form-data': form,
        'application/x-www-form-urlencoded': form,
      },
    },
    responses: {
      200: {
        description: 'It is published.',
        content: { 'application/json': z.object({ framework: z.string(), success: z.boolean() }) },
        headers: ['ETag'],
      },
    },
    problems: [
      ...(['malformed-path', 'malformed-request', 'not-owner', 'admin-only', 'precondition-failed'] as const),
      ...(['not-found', 'answer-too-large', 'not-implemented', 'store-unavailable'] as const),
    ],
  };
}

/** Indexes for directories of competencies (specification: Adapter endpoints). */
export const pnaRoutes: readonly Route[] = routesOf(pnaEndpoints, {
  competencyIndex: indexAt([ID]),
  publishCompetencyIndex: publication([ID]),
  competencyIndexByType: indexAt([TYPE, ID]),
  publishCompetencyIndexByType: publication([TYPE, ID]),
});
