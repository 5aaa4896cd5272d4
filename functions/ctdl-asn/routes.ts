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
import { type Description, type Route, routesOf } from '../../shared/http/route.ts';
import { ctdlAsnEndpoints } from './endpoints.ts';
import { exportQuery } from './parameters.ts';

const document = z
  .looseObject({})
  .check(z.meta({ id: 'CtdlAsn', description: 'A CTDL-ASN document: `@context` and the nodes in `@graph`.' }));

const form = importForm(
  'ctdl-asn',
  'The document as JSON text.',
  'The document as a file, if there is no `data`.',
  '{"@graph":[]}',
);

const exported: Description = {
  summary: 'A framework in CTDL-ASN',
  description:
    'Use it to publish a framework, collection, concept scheme or progression model to a credential registry, or to move it to a tool that reads CTDL-ASN. For a competency or concept, only its node. Objects that the caller may not read are left out.',
  pathParameters: [OBJECT_ID],
  query: exportQuery,
  responses: exportResponses('CTDL-ASN', { 'application/json': document, 'application/ld+json': document }),
  problems: EXPORT_PROBLEMS,
};

const imported: Description = {
  summary: 'Save the frameworks of a CTDL-ASN document',
  description:
    'Use it to import what another tool or a registry published as CTDL-ASN. A repeated import saves only the changes; objects that the caller may not change stay unchanged and are reported. New objects belong to the first key that the caller has proved, to the adapter and to `owner`.',
  query: importQuery,
  requestBody: {
    required: true,
    content: {
      'application/json': document,
      'application/ld+json': document,
      'multipart/form-data': form,
      'application/x-www-form-urlencoded': form,
    },
  },
  responses: importResponses('collection, framework or scheme'),
  problems: IMPORT_PROBLEMS,
};

/** Some clients append a segment to the address of imports. */
const importedAt: Description = { ...imported, pathParameters: [{ ...OBJECT_ID, description: 'Without meaning.' }] };

/** CTDL-ASN (specification: Adapter endpoints). */
export const ctdlAsnRoutes: readonly Route[] = routesOf(ctdlAsnEndpoints, {
  exportCtdlAsn: exported,
  exportCeasn: exported,
  importCtdlAsn: imported,
  importCtdlAsnAt: importedAt,
  importCeasnAt: importedAt,
  ctdlAsnImportReport: REPORT,
});
