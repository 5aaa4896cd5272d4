import { uuid5 } from '../../shared/frameworks/identifiers.ts';
import type { FrameworkNode, FrameworkRelation, Loss } from '../../shared/frameworks/model.ts';
import { scalarText } from '../../shared/frameworks/values.ts';
import { entryOf } from '../../shared/linked-data/entry-of.ts';
import { isObject, type Json, type JsonObject } from '../../shared/linked-data/json.ts';
import { parseTime } from '../../shared/linked-data/time.ts';
import { addressOf, type CaseVersion, identifierOf } from './addresses.ts';
import { withExtension } from './extension.ts';
import { ASSOCIATION_TYPES, EXACT, OWN_TYPES, STORED_TYPES } from './terms.ts';

/** How a framework is written. */
export type WriteOptions = {
  /** Public address, ending in `/api/`. */
  readonly base: string;
  readonly version: CaseVersion;
  /** Receives what CASE cannot express. */
  readonly losses: Loss[];
};

/** One stored relation. @param sequence of a child among its siblings */
export function writeAssociation(
  relation: FrameworkRelation,
  sequence: number | null,
  link: (id: string, elsewhere?: Json) => JsonObject,
  options: WriteOptions,
): JsonObject {
  const { type, source, target, properties } = relation;
  const id = relation.id ?? `urn:uuid:${uuid5('relation', type, source, target)}`;
  const { associationType, isExact } = associationTypeOf(relation);
  const [origin, destination] = associationType === 'precedes' ? [target, source] : [source, target];
  const [stored] = properties.get('sequenceNumber') ?? [];
  const number = sequence ?? stored;
  const [grouping] = properties.get('case:CFAssociationGroupingURI') ?? [];
  const written: JsonObject = {
    identifier: identifierOf({ id, properties }),
    uri: addressOf(options.base, options.version, 'CFAssociations', id),
    associationType,
    originNodeURI: link(origin, properties.get('case:originNodeURI')?.[0]),
    destinationNodeURI: link(destination, properties.get('case:destinationNodeURI')?.[0]),
    lastChangeDateTime: lastChangeOf(relation),
    ...(typeof number === 'number' && { sequenceNumber: number }),
    ...(isObject(grouping) && { CFAssociationGroupingURI: grouping }),
  };
  return extended(relation, written, isExact, options);
}

/** Adds what CASE 1.0 has no field for: in 1.1 as fields and an extension, in 1.0 to the losses. */
function extended(
  { id, type, source, properties }: FrameworkRelation,
  written: JsonObject,
  isExact: boolean,
  { version, losses }: WriteOptions,
): JsonObject {
  const rest = new Map([...properties].filter(([name]) => !FIELDS.has(name)));
  if (!isExact) rest.set('relationType', [type]);
  if (version === 'v1p0') {
    for (const property of rest.keys()) {
      const what = property === 'relationType' ? `association type for ${type}` : 'field for it';
      losses.push({ '@id': id ?? source, property, reason: `CASE 1.0 has no ${what}.` });
    }
    return written;
  }
  const [notes] = rest.get('case:notes') ?? [];
  const [others] = rest.get('case:extensions') ?? [];
  if (typeof notes === 'string' && rest.delete('case:notes')) written.notes = notes;
  if (isObject(others) && rest.delete('case:extensions')) written.extensions = others;
  return withExtension(written, rest);
}

/** Properties that CASE 1.0 has fields for, or that say nothing else. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['schema:identifier', 'schema:dateModified', 'schema:dateCreated', 'ceasn:dateModified', 'sequenceNumber'],
  ...['case:associationType', 'case:originNodeURI', 'case:destinationNodeURI', 'case:CFAssociationGroupingURI'],
]);

/**
 * The association type, and whether it has the whole meaning of the stored type. A type that was changed here since the import
 * takes precedence.
 */
function associationTypeOf({ type, properties }: FrameworkRelation): {
  readonly associationType: string;
  readonly isExact: boolean;
} {
  const [own] = properties.get('case:associationType') ?? [];
  if (typeof own === 'string' && (entryOf(STORED_TYPES, own) ?? own) === type)
    return { associationType: own, isExact: true };
  const isNamed = OWN_TYPES.has(type) || /^ext:/.test(type);
  const associationType = entryOf(ASSOCIATION_TYPES, type) ?? (isNamed ? type : 'isRelatedTo');
  return { associationType, isExact: EXACT.has(type) || associationType === type };
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** When a part was changed last, as far as it is known. */
export function lastChangeOf({ properties, modified }: Pick<FrameworkNode, 'properties' | 'modified'>): string {
  for (const name of ['schema:dateModified', 'ceasn:dateModified']) {
    const [value] = properties.get(name) ?? [];
    const text = value === undefined ? null : scalarText(value);
    const time = text === null ? null : parseTime(text);
    if (text === null || time === null) continue;
    return [text, `${text}Z`].find((one) => DATE_TIME.test(one)) ?? new Date(time).toISOString();
  }
  return new Date(modified ?? 0).toISOString();
}
