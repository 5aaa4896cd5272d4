import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/errors/catalog.ts';
import { importReport } from '../../shared/frameworks/report-schema.ts';
import { signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { formattedText, type PathParameter, type Route } from '../../shared/http/route.ts';
import { exportQuery, importQuery } from './parameters.ts';

const ID: PathParameter = {
  name: 'id',
  description:
    'GUID of the object, with or without `ce-`, or the MD5 of its id; `<type>/<id>` and `<type>/<id>/<version>` and a whole id, percent-encoded, are accepted too.',
  schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: 'dd0a6bd1-2ca9-4ba6-a0a9-4d9bfc0d25f1' })),
};

const REPORT: PathParameter = {
  name: 'report',
  description: 'The report, from the `Link` of the answer to the import.',
  schema: z.string().check(z.regex(/^[^/]+$/)),
};

const document = z
  .looseObject({})
  .check(z.meta({ id: 'CtdlAsn', description: 'A CTDL-ASN document: `@context` and the nodes in `@graph`.' }));

const form = z.looseObject({
  data: z.optional(formattedText('ctdl-asn', 'The document as JSON text.', '{"@graph":[]}')),
  file: z.optional(formattedText('ctdl-asn', 'The document as a file, if there is no `data`.')),
  owner: z.optional(z.string().check(z.describe('A public key (PEM) that owns new objects besides the others.'))),
  dryRun: importQuery.shape.dryRun,
  signatureSheet: z.optional(signatureSheetText),
});

const exportProblems: readonly ProblemCode[] = [
  ...(['malformed-path', 'invalid-parameter', 'not-found', 'not-acceptable', 'not-a-framework'] as const),
  ...(['answer-too-large', 'query-too-broad', 'store-unavailable', 'search-timeout'] as const),
];

const importProblems: readonly ProblemCode[] = [
  ...(['malformed-request', 'malformed-key', 'invalid-parameter', 'not-owner', 'not-a-framework'] as const),
  ...(['query-too-broad', 'key-unavailable', 'store-unavailable', 'search-timeout'] as const),
];

const representation = ['ETag', 'Last-Modified'];

/** Where documents are sent to: clients add something to the path, or not. */
const IMPORTS = [
  ['/api/ctdlasn', 'importCtdlAsn'],
  ['/api/ctdlasn/{id}', 'importCtdlAsnAt'],
  ['/api/ceasn/{id}', 'importCeasnAt'],
] as const;

/** CTDL-ASN (specification: Adapter endpoints). */
export const ctdlAsnRoutes: readonly Route[] = [
  ...(['ctdlasn', 'ceasn'] as const).map((name): Route => {
    return {
      method: 'get',
      path: `/api/${name}/{id}`,
      operationId: name === 'ctdlasn' ? 'exportCtdlAsn' : 'exportCeasn',
      summary: 'A framework in CTDL-ASN',
      description:
        'Use it to publish a framework, collection, concept scheme or progression model to a credential registry, or to move it to a tool that reads CTDL-ASN. For a competency or concept its node alone. What the caller may not read is left out.',
      pathParameters: [ID],
      query: exportQuery,
      signed: true,
      responses: {
        200: {
          description: 'The document, or with `losses=true` what CTDL-ASN cannot express of the framework.',
          content: { 'application/json': document, 'application/ld+json': document },
          headers: representation,
        },
        304: { description: 'The caller has this state already (`If-None-Match`).', headers: representation },
      },
      problems: exportProblems,
    };
  }),
  ...IMPORTS.map(
    ([path, operationId]): Route => ({
      method: 'post',
      path,
      operationId,
      ...(path.endsWith('{id}') && { pathParameters: [{ ...ID, description: 'Without meaning.' }] }),
      summary: 'Save the frameworks of a CTDL-ASN document',
      description:
        'Use it to import what another tool or a registry published as CTDL-ASN. Only what changed is saved when it is imported again; what the caller may not change stays as it is and is reported. New objects belong to the first key that the caller has proved, to the adapter and to `owner`.',
      query: importQuery,
      signed: true,
      requestBody: {
        required: true,
        content: {
          'application/json': document,
          'application/ld+json': document,
          'multipart/form-data': form,
          'application/x-www-form-urlencoded': form,
        },
      },
      responses: {
        200: {
          description: 'The id of the collection, framework or scheme. With `Accept: application/json` the report.',
          content: { 'text/plain': z.string(), 'application/json': importReport },
          headers: ['Link'],
        },
      },
      problems: importProblems,
    }),
  ),
  {
    method: 'get',
    path: '/api/ctdlasn/reports/{report}',
    operationId: 'ctdlAsnImportReport',
    summary: 'The report of an import',
    description:
      'Use it after an import whose answer was the id alone, to see what was saved, what failed and what was lost.',
    pathParameters: [REPORT],
    responses: {
      200: { description: 'The report, for a day.', content: { 'application/json': importReport } },
    },
    problems: ['not-found', 'store-unavailable'],
  },
];
