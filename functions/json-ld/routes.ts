import * as z from 'zod/mini';
import { formattedText, type Route, routesOf } from '../../shared/http/route.ts';
import { jsonLdEndpoints } from './endpoints.ts';
import { parameters, processQuery } from './parameters.ts';

const text = z.string();
const json = z.union([z.looseObject({}), z.array(z.unknown())]);

const form = z.extend(parameters, {
  data: z.optional(formattedText('json-ld', 'The document, as JSON-LD, Turtle or RDF/XML.')),
  file: z.optional(formattedText('json-ld', 'The document as a file, if there is no `data`.')),
});

const documents = {
  'application/ld+json': json,
  'application/json': json,
  'application/n-quads': text,
  'text/turtle': text,
  'application/n-triples': text,
  'application/rdf+xml': text,
};

/** JSON-LD processing (specification: Adapter endpoints). */
export const jsonLdRoutes: readonly Route[] = routesOf(jsonLdEndpoints, {
  processJsonLd: {
    summary: 'Expand, compact, flatten, frame or canonicalize a JSON-LD document',
    description:
      'Use it to resolve the contexts of a document, to convert between JSON-LD and other syntaxes of RDF, or to get the canonical N-Quads that are signed. Nothing is stored. Contexts of this service, of schema.org and of CTDL ship with it; others must be in the document, unless `FETCH_ALLOW_LIST` names them.',
    query: processQuery,
    requestBody: {
      required: false,
      content: { ...documents, 'multipart/form-data': form, 'application/x-www-form-urlencoded': form },
    },
    responses: {
      200: {
        description:
          'The document as JSON-LD, or for `canonicalize` as N-Quads. `expand` also returns other syntaxes of RDF by `Accept`.',
        content: documents,
        headers: ['Warning'],
      },
    },
    problems: [
      ...(['malformed-request', 'invalid-parameter', 'not-acceptable', 'unknown-context'] as const),
      ...(['fetch-refused', 'fetch-failed'] as const),
    ],
  },
});
