import type { FrameworkNode, FrameworkRelation, Loss } from '../../shared/exchange/frameworks/model.ts';
import { sameValue } from '../../shared/exchange/frameworks/same.ts';
import { scalarText } from '../../shared/exchange/frameworks/values.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { isObject, type Json, type JsonObject } from '../../shared/repository/linked-data/json.ts';
import { partUuid } from '../../shared/repository/linked-data/uuids.ts';
import { type CaseVersion, type Identity, identityOf, partAddress } from './addresses.ts';
import { dateTimeOf } from './dates.ts';
import { withExtension } from './extension.ts';
import { ASSOCIATION_TYPES, associationTypeIn, EXTENSION_TYPE, TYPES, typeRead } from './terms.ts';

/** How a framework is written. */
export type WriteOptions = {
  /** Public address, ending in `/api/`. */
  readonly base: string;
  readonly version: CaseVersion;
  /** Receives the properties that CASE cannot express. */
  readonly losses: Loss[];
};

/**
 * One relation.
 *
 * @param sequence position of a child among its siblings
 * @param options has the framework, for a relation that is not stored
 */
export function writeAssociation(
  relation: FrameworkRelation,
  sequence: number | null,
  link: (id: string, elsewhere?: Json) => JsonObject,
  options: WriteOptions & { readonly root?: FrameworkNode },
): JsonObject {
  const { source, target, properties } = relation;
  const associationType = associationTypeOf(relation, options.version);
  const [origin, destination] = associationType === 'precedes' ? [target, source] : [source, target];
  const [stored] = properties.get('sequenceNumber') ?? [];
  const number = sequence ?? stored;
  const [grouping] = properties.get('case:CFAssociationGroupingURI') ?? [];
  const written: JsonObject = {
    ...associationIdentity(relation, options),
    associationType,
    originNodeURI: link(origin, properties.get('case:originNodeURI')?.[0]),
    destinationNodeURI: link(destination, properties.get('case:destinationNodeURI')?.[0]),
    lastChangeDateTime: lastChangeOf(relation),
    ...(typeof number === 'number' && { sequenceNumber: number }),
    ...(isObject(grouping) && { CFAssociationGroupingURI: grouping }),
  };
  return extended(relation, written, options);
}

/** The identity of an association; a relation that is not stored is identified by its framework and its contents. */
function associationIdentity(
  { id, type, source, target, properties }: FrameworkRelation,
  { base, version, root }: WriteOptions & { readonly root?: FrameworkNode },
): Identity {
  if (id !== null || root === undefined) {
    const own = { id: id ?? source, properties };
    return identityOf(base, version, 'CFAssociations', own);
  }
  const identifier = partUuid(root.id, 'relation', type, source, target);
  return { identifier, uri: partAddress(base, version, 'CFAssociations', root, identifier) };
}

/** Adds properties that have no field in CASE 1.0: in 1.1 as fields and an extension, in 1.0 as losses. */
function extended(
  { id, type, source, properties }: FrameworkRelation,
  written: JsonObject,
  { version, losses }: WriteOptions,
): JsonObject {
  const isExpressed = ([name, values]: readonly [string, readonly Json[]]): boolean => {
    const field = FIELDS[name];
    if (name === 'schema:dateModified') return saysTime(values, written.lastChangeDateTime);
    return IMPLIED.has(name) || (field !== undefined && sameValue([...values], written[field]));
  };
  const rest = new Map([...properties].filter((property) => !isExpressed(property)));
  if (typeRead(String(written.associationType)) !== type) rest.set('relationType', [type]);
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

/** Fields of CASE 1.0, by the properties that they express. */
const FIELDS: Readonly<Record<string, string>> = {
  'schema:identifier': 'identifier',
  'case:associationType': 'associationType',
  'case:CFAssociationGroupingURI': 'CFAssociationGroupingURI',
};

/** Properties that the order and the ends imply, or that tell when a relation was stored here. */
const IMPLIED: ReadonlySet<string> = new Set([
  'sequenceNumber',
  'case:originNodeURI',
  'case:destinationNodeURI',
  'schema:dateCreated',
]);

/**
 * The association type. A type that was changed here since the import takes precedence. CASE 1.0 has a closed list; others of CASE 1.1
 * begin with `ext:`.
 */
function associationTypeOf({ type, properties }: FrameworkRelation, version: CaseVersion): string {
  const [own] = properties.get('case:associationType') ?? [];
  const given = typeof own === 'string' && typeRead(own) === type ? associationTypeIn(own) : null;
  const wanted = given ?? entryOf(ASSOCIATION_TYPES, type) ?? type;
  if (TYPES.has(wanted) && !(version === 'v1p0' && wanted === 'isTranslationOf')) return wanted;
  if (version === 'v1p0') return 'isRelatedTo';
  if (EXTENSION_TYPE.test(wanted)) return wanted;
  return EXTENSION_TYPE.test(`ext:${wanted}`) ? `ext:${wanted}` : 'isRelatedTo';
}

/** When a part was last changed, if known: a date-time of RFC 3339. */
export function lastChangeOf({ properties, modified }: Pick<FrameworkNode, 'properties' | 'modified'>): string {
  for (const name of ['schema:dateModified', 'ceasn:dateModified']) {
    const [value] = properties.get(name) ?? [];
    const time = value === undefined ? null : dateTimeOf(scalarText(value) ?? '');
    if (time !== null) return time;
  }
  return new Date(modified ?? 0).toISOString();
}

/** Whether a date-time equals the only value of a property, which may be written in another way. */
export function saysTime(values: readonly Json[], time: Json | undefined): boolean {
  const [value, ...others] = values;
  const text = value === undefined ? null : scalarText(value);
  return others.length === 0 && text !== null && dateTimeOf(text) === time;
}
