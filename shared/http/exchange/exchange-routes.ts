import * as z from 'zod/mini';
import type { ProblemCode } from '../../base/errors/catalog.ts';
import { signatureSheetText } from '../json-ld-schemas.ts';
import { type Content, type Description, formattedText, type PathParameter } from '../route.ts';
import { importQuery } from './exchange-parameters.ts';
import { importReport } from './report-schema.ts';

const SEGMENT = z.regex(/^[^/]+$/);

/** The object that an export is of. */
export const OBJECT_ID: PathParameter = {
  name: 'id',
  description:
    'GUID of the object, with or without `ce-`, or the MD5 of its id; `<type>/<id>` and `<type>/<id>/<version>` and a whole id, percent-encoded, are accepted too.',
  schema: z.string().check(SEGMENT, z.meta({ example: 'dd0a6bd1-2ca9-4ba6-a0a9-4d9bfc0d25f1' })),
};

/** Problems of exports. */
export const EXPORT_PROBLEMS: readonly ProblemCode[] = [
  ...(['malformed-path', 'invalid-parameter', 'not-found', 'not-acceptable', 'not-a-framework'] as const),
  ...(['answer-too-large', 'query-too-broad', 'store-unavailable', 'search-timeout'] as const),
];

/** Problems of imports. */
export const IMPORT_PROBLEMS: readonly ProblemCode[] = [
  ...(['malformed-request', 'invalid-object', 'malformed-key', 'invalid-parameter'] as const),
  ...(['not-owner', 'identifier-taken', 'not-a-framework'] as const),
  ...(['query-too-broad', 'key-unavailable', 'store-unavailable', 'search-timeout'] as const),
];

/** Responses of an export. @param format its name */
export function exportResponses(format: string, content: Content): Description['responses'] {
  const headers = ['ETag', 'Last-Modified'];
  return {
    200: {
      description: `The document, or with \`losses=true\` what ${format} cannot express of the framework.`,
      content,
      headers,
    },
    304: { description: 'The caller has this state already (`If-None-Match`).', headers },
  };
}

/** The body of an import in a form. @param format of the document @param data and `file` describe the document */
export function importForm(format: string, data: string, file: string, example?: string) {
  return z.looseObject({
    data: z.optional(formattedText(format, data, example)),
    file: z.optional(formattedText(format, file)),
    owner: z.optional(z.string().check(z.describe('A public key (PEM) that owns new objects besides the others.'))),
    ...importQuery.shape,
    signatureSheet: z.optional(signatureSheetText),
  });
}

/** Responses of an import. @param roots what the id is of */
export function importResponses(roots: string): Description['responses'] {
  return {
    200: {
      description: `The id of the ${roots}. With \`Accept: application/json\` the report.`,
      content: { 'text/plain': z.string(), 'application/json': importReport },
      headers: ['Link'],
    },
  };
}

/** Reports of imports. */
export const REPORT: Description = {
  summary: 'The report of an import',
  description:
    'Use it after an import whose answer was the id alone, to see what was saved, what failed and what was lost.',
  pathParameters: [
    {
      name: 'report',
      description: 'The report, from the `Link` of the answer to the import.',
      schema: z.string().check(SEGMENT),
    },
  ],
  responses: { 200: { description: 'The report, for a day.', content: { 'application/json': importReport } } },
  problems: ['not-found', 'store-unavailable'],
};
