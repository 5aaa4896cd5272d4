import * as z from 'zod/mini';
import { importQuery } from '../../shared/http/exchange/exchange-parameters.ts';
import {
  EXPORT_PROBLEMS,
  exportResponses,
  IMPORT_PROBLEMS,
  importForm,
  importResponses,
  OBJECT_ID,
  REPORT,
} from '../../shared/http/exchange/exchange-routes.ts';
import { type Route, routesOf } from '../../shared/http/route.ts';
import { asnEndpoints } from './endpoints.ts';
import { exportQuery } from './parameters.ts';

const json = z.looseObject({});
const text = z.string();
const form = importForm(
  'rdf',
  'The document, in any of the syntaxes.',
  'The document as a file, if there is no `data`.',
);

const syntaxes = {
  'application/rdf+xml': text,
  'text/turtle': text,
  'application/n-triples': text,
  'application/ld+json': json,
  'application/json': json,
};

/** ASN (specification: Adapter endpoints). */
export const asnRoutes: readonly Route[] = routesOf(asnEndpoints, {
  exportAsn: {
    summary: 'A framework in ASN',
    description:
      'Use it for tools that read ASN or other RDF: as RDF/XML by default, as Turtle, N-Triples or JSON-LD by `Accept`. For a competency its statement alone.',
    pathParameters: [OBJECT_ID],
    query: exportQuery,
    responses: exportResponses('ASN', syntaxes),
    problems: EXPORT_PROBLEMS,
  },
  importAsn: {
    summary: 'Save the framework of an ASN document',
    description:
      'Use it to import state standards and others that are published in ASN. A repeated import saves only the changes; objects that the caller may not change stay unchanged and are reported.',
    query: importQuery,
    requestBody: {
      required: true,
      content: { ...syntaxes, 'multipart/form-data': form, 'application/x-www-form-urlencoded': form },
    },
    responses: importResponses('framework'),
    problems: [...IMPORT_PROBLEMS, 'unknown-context', 'fetch-failed'],
  },
  asnImportReport: REPORT,
});
