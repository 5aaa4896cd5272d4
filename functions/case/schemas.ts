import * as z from 'zod/mini';

/** The schemas of CASE 1.0 and 1.1 for the parts of a package: required fields, types, and no unknown fields. */

const uuid = z.string().check(z.regex(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/));
const uri = z.string().check(z.minLength(1));
const dateTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/));
const text = z.optional(z.string());
const texts = z.optional(z.array(z.string()));

const link = z
  .looseObject({ title: z.string(), identifier: z.string(), uri })
  .check(z.meta({ id: 'CaseLink', description: 'A LinkURI of CASE.' }));
const extensions = z.optional(z.looseObject({}));
const identity = { identifier: uuid, uri, lastChangeDateTime: dateTime };
const status = {
  language: text,
  licenseURI: z.optional(link),
  statusStartDate: text,
  statusEndDate: text,
  extensions,
};

export const document = z
  .strictObject({
    ...identity,
    creator: z.string(),
    title: z.string(),
    CFPackageURI: z.optional(link),
    officialSourceURL: text,
    publisher: text,
    description: text,
    subject: texts,
    subjectURI: z.optional(z.array(link)),
    version: text,
    adoptionStatus: text,
    notes: text,
    frameworkType: text,
    caseVersion: text,
    ...status,
  })
  .check(z.meta({ id: 'CFDocument', description: 'A framework in CASE.' }));

export const item = z
  .strictObject({
    ...identity,
    fullStatement: z.string(),
    CFDocumentURI: z.optional(link),
    alternativeLabel: text,
    CFItemType: text,
    CFItemTypeURI: z.optional(link),
    humanCodingScheme: text,
    listEnumeration: text,
    abbreviatedStatement: text,
    conceptKeywords: texts,
    conceptKeywordsURI: z.optional(link),
    notes: text,
    educationLevel: texts,
    subject: texts,
    subjectURI: z.optional(z.array(link)),
    ...status,
  })
  .check(z.meta({ id: 'CFItem', description: 'A competency in CASE.' }));

export const association = z
  .strictObject({
    ...identity,
    associationType: z.string(),
    originNodeURI: link,
    destinationNodeURI: link,
    CFDocumentURI: z.optional(link),
    sequenceNumber: z.optional(z.number()),
    notes: text,
    CFAssociationGroupingURI: z.optional(link),
    extensions,
  })
  .check(z.meta({ id: 'CFAssociation', description: 'A relation in CASE.' }));

export const definition = z
  .looseObject({ identifier: uuid, uri })
  .check(z.meta({ id: 'CaseDefinition', description: 'A definition, or a rubric, of CASE.' }));

export const packageSchema = z
  .strictObject({
    CFDocument: document,
    CFItems: z.array(item),
    CFAssociations: z.array(association),
    CFDefinitions: z.strictObject({
      CFConcepts: z.array(definition),
      CFSubjects: z.array(definition),
      CFLicenses: z.array(definition),
      CFItemTypes: z.array(definition),
      CFAssociationGroupings: z.array(definition),
    }),
    CFRubrics: z.optional(z.array(definition)),
  })
  .check(z.meta({ id: 'CFPackage', description: 'A framework with all its parts, in CASE.' }));
