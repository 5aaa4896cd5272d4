import * as z from 'zod/mini';
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

const json = z.looseObject({});
const text = z.string();
const form = z.looseObject({
  data: z.optional(formattedText('rdf', 'The document, in any of the syntaxes.')),
  file: z.optional(formattedText('rdf', 'The document as a file, if there is no `data`.')),
  owner: z.optional(z.string().check(z.describe('A public key (PEM) that owns new objects besides the others.'))),
  dryRun: importQuery.shape.dryRun,
  signatureSheet: z.optional(signatureSheetText),
});

const representation = ['ETag', 'Last-Modified'];
const syntaxes = {
  'application/rdf+xml': text,
  'text/turtle': text,
  'application/n-triples': text,
  'application/ld+json': json,
  'application/json': json,
};

/** ASN (specification: Adapter endpoints). */
export const asnRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/api/asn/{id}',
    operationId: 'exportAsn',
    summary: 'A framework in ASN',
    description:
      'Use it for tools that read ASN or other RDF: as RDF/XML by default, as Turtle, N-Triples or JSON-LD by `Accept`. For a competency its statement alone.',
    pathParameters: [ID],
    query: exportQuery,
    signed: true,
    responses: {
      200: {
        description: 'The document, or with `losses=true` what ASN cannot express of the framework.',
        content: syntaxes,
        headers: representation,
      },
      304: { description: 'The caller has this state already (`If-None-Match`).', headers: representation },
    },
    problems: [
      ...(['malformed-path', 'invalid-parameter', 'not-found', 'not-acceptable', 'not-a-framework'] as const),
      ...(['answer-too-large', 'query-too-broad', 'store-unavailable', 'search-timeout'] as const),
    ],
  },
  {
    method: 'post',
    path: '/api/asn',
    operationId: 'importAsn',
    summary: 'Save the framework of an ASN document',
    description:
      'Use it to import state standards and others that are published in ASN. Only what changed is saved when it is imported again; what the caller may not change stays as it is and is reported.',
    query: importQuery,
    signed: true,
    requestBody: {
      required: true,
      content: { ...syntaxes, 'multipart/form-data': form, 'application/x-www-form-urlencoded': form },
    },
    responses: {
      200: {
        description: 'The id of the framework. With `Accept: application/json` the report.',
        content: { 'text/plain': z.string(), 'application/json': importReport },
        headers: ['Link'],
      },
    },
    problems: [
      ...(['malformed-request', 'malformed-key', 'invalid-parameter', 'not-owner', 'not-a-framework'] as const),
      ...(['query-too-broad', 'key-unavailable', 'store-unavailable', 'search-timeout'] as const),
      ...(['unknown-context', 'fetch-failed'] as const),
    ],
  },
  {
    method: 'get',
    path: '/api/asn/reports/{report}',
    operationId: 'asnImportReport',
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
