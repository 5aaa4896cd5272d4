import * as z from 'zod/mini';
import { countSchema } from '../route.ts';

const failure = z.object({
  '@id': z.string(),
  status: z.int().check(z.describe('As the HTTP status of a save of this object alone.')),
  reason: z.string(),
});

const loss = z
  .object({
    '@id': z.string(),
    property: z.string(),
    reason: z.string(),
  })
  .check(z.meta({ id: 'Loss', description: 'Something that a format, or the store, has no place for.' }));

const texts = z
  .array(z.json())
  .check(
    z.describe('Texts: strings, or value objects with a language (JSON-LD 1.1, 9.5); the id where there is no text.'),
  );

const outline = z
  .object({
    id: z.string(),
    kind: z.string().check(z.describe('`framework`, `collection`, `conceptScheme` or `progressionModel`.')),
    isStored: z.boolean().check(z.describe('Whether there is an object with this id.')),
    name: texts,
    entries: z
      .array(z.object({ depth: countSchema('Members above it.'), name: texts, notation: z.optional(z.string()) }))
      .check(z.describe('The members in reading order, below each of their parents.')),
  })
  .check(z.meta({ id: 'FrameworkOutline', description: 'What a document says of a framework.' }));

/** The schema of `ImportReport`. */
export const importReport = z
  .looseObject({
    id: z.nullable(
      z.string().check(z.describe('The first framework, collection, concept scheme or progression model.')),
    ),
    ids: z.array(z.string()),
    saved: countSchema('Objects that were new or different.'),
    created: z.optional(countSchema('Those among them that were new.')),
    unchanged: countSchema('Objects that were stored like this.'),
    removed: countSchema('Relations that are no longer in the document.'),
    failed: z.array(failure),
    losses: z.array(loss),
    dryRun: z.optional(z.literal(true)),
    outlines: z.optional(z.array(outline)),
    moreFailed: z.optional(countSchema('Failures that a kept report leaves out.')),
    moreLosses: z.optional(countSchema('Losses that a kept report leaves out.')),
  })
  .check(z.meta({ id: 'ImportReport', description: 'What an import did; of a dry run, what it would do.' }));
