import * as z from 'zod/mini';
import {
  jsonLd,
  jsonLdArray,
  signatureSheet,
  signatureSheetText,
  withSheet,
} from '../../shared/http/json-ld-schemas.ts';
import { formattedText, type Route, routesOf } from '../../shared/http/route.ts';
import { batchEndpoints } from './endpoints.ts';

const identifiers = z.array(z.string()).check(
  z.meta({
    id: 'Identifiers',
    description: 'Identifiers such as `data/<type>/<uid>` or `data/<type>/<uid>/<version>`, or whole ids.',
    example: ['data/schema.cassproject.org.0.4.Competency/dd0a6bd1-2ca9-4ba6-a0a9-4d9bfc0d25f1'],
  }),
);
const ids = z.optional(z.string().check(z.describe('Any value: only the ids of the objects.')));

const etags = z.optional(
  z.string().check(z.describe('Any value: each object with its entity tag, as a `TaggedObject`.')),
);
const ifMatch = z.array(z.nullable(z.string())).check(
  z.meta({
    description:
      'The value of `If-Match` for each item, such as the entity tag from multiGet; null: none. An item in another state fails with 412.',
    example: ['"1760000000000"'],
  }),
);
const tagged = z
  .object({ etag: z.string(), object: jsonLd })
  .check(z.meta({ id: 'TaggedObject', description: 'An object, and the entity tag of its state.' }));

const identifiersForm = z.looseObject({
  data: z.optional(formattedText('identifiers', 'JSON text of `Identifiers`.')),
  signatureSheet: z.optional(signatureSheetText),
});
const objectsForm = z.looseObject({
  data: z.optional(formattedText('json-ld-array', 'JSON text of a `JsonLdArray`.')),
  ifMatch: z.optional(formattedText('if-match-array', 'JSON text of the array `ifMatch` of the JSON binding.', '[]')),
  signatureSheet: z.optional(signatureSheetText),
});

/** The results of the items of a batch, in the JSON binding. */
const failures = z
  .array(
    z.object({
      '@id': z.nullable(z.string()).check(z.describe('As in the request; null if an object has no usable one.')),
      status: z.int().check(z.minimum(400), z.maximum(599)),
      type: z.string(),
      detail: z.string(),
    }),
  )
  .check(z.meta({ id: 'BatchFailures', description: 'The items that failed, and why.' }));
const warnings = z
  .array(z.object({ '@id': z.string(), detail: z.string() }))
  .check(z.describe('Stored objects with parts that search could not index; absent if it indexed all.'));
const stored = z.object({ stored: z.int().check(z.minimum(0)), failed: failures, warnings: z.optional(warnings) });
const deleted = z.object({ deleted: z.int().check(z.minimum(0)), failed: failures });

function content(json: z.ZodMiniType, form: z.ZodMiniType) {
  return { 'application/json': json, 'multipart/form-data': form, 'application/x-www-form-urlencoded': form };
}

/** Operations on several objects (specification: Search and batch). A bad item does not affect the others. */
export const batchRoutes: readonly Route[] = routesOf(batchEndpoints, {
  multiGet: {
    summary: 'Read several objects',
    description: 'Objects that do not exist, or that the caller may not read, are left out.',
    requestBody: {
      required: true,
      content: content(
        z.union([
          identifiers,
          z.looseObject({ data: identifiers, signatureSheet, ids: z.optional(z.any()), etags: z.optional(z.any()) }),
        ]),
        z.extend(identifiersForm, { ids, etags }),
      ),
    },
    responses: {
      200: {
        description: 'The objects, in the requested order; with `ids` their ids, with `etags` also their entity tags.',
        content: { 'application/json': z.union([jsonLdArray, z.array(z.string()), z.array(tagged)]) },
      },
    },
    problems: ['store-unavailable'],
  },
  multiPut: {
    summary: 'Save several objects independently',
    requestBody: {
      required: true,
      content: content(
        z.union([jsonLdArray, z.looseObject({ data: jsonLdArray, signatureSheet, ifMatch: z.optional(ifMatch) })]),
        objectsForm,
      ),
    },
    responses: {
      200: {
        description: 'The number of stored objects, and the failed ones with reasons; for forms the stored objects.',
        content: { 'application/json': z.union([stored, z.array(jsonLd)]) },
        headers: ['Warning'],
      },
    },
    problems: ['store-unavailable'],
  },
  multiDelete: {
    summary: 'Delete several objects independently',
    requestBody: { required: true, content: content(withSheet(identifiers), identifiersForm) },
    responses: {
      200: {
        description: 'The number of deleted objects, and the failed ones with reasons; for forms the deleted objects.',
        content: { 'application/json': z.union([deleted, z.array(jsonLd)]) },
      },
    },
    problems: ['store-unavailable'],
  },
});
