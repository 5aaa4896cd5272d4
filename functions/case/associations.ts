import type {
  Definition,
  Framework,
  FrameworkNode,
  FrameworkRelation,
  Loss,
} from '../../shared/exchange/frameworks/model.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { readExtension } from './extension.ts';
import {
  type CaseIdentities,
  idOfEnd,
  idOfPart,
  isDerivedHere,
  malformed,
  storedIdentifier,
  textIn,
} from './identity.ts';
import { ASSOCIATION_TYPES, associationTypeIn, typeRead } from './terms.ts';

/** Dependencies of reading a part. */
export type AssociationContext = CaseIdentities & { readonly language: string | null };

/** A relation, and the position of a child among its siblings. */
export type Sequenced = {
  readonly relation: FrameworkRelation;
  readonly sequence: number;
  /** Whether the writing service derived it: between a top member and the document, it follows from the hierarchy. */
  readonly isDerived: boolean;
};

/** Reads an association. Returns null, and reports a loss, when an end names no object. */
export function readAssociation(value: Json, where: string, context: AssociationContext): Sequenced | null {
  if (!isObject(value)) throw malformed('This is not an object.', where);
  const owner = textIn(value, 'uri') ?? textIn(value, 'identifier') ?? where;
  const [origin, destination] = ENDS.map((name) =>
    idOfEnd(member(value, name), { owner, name, where: `${where}/${name}` }, context),
  );
  if (!origin || !destination) {
    context.losses.push({
      '@id': owner,
      property: origin ? 'destinationNodeURI' : 'originNodeURI',
      reason: 'It is an address of this service that names no object here.',
    });
    return null;
  }
  const associationType = textIn(value, 'associationType');
  if (associationType === null) throw malformed('The association has no type.', `${where}/associationType`);
  const isDerived = isDerivedHere(textIn(value, 'uri'), context.resolve);
  const id = isDerived ? null : idOfAssociation(value, where, context);
  const areParts = [origin, destination].map((end) => context.ids.has(end));
  const properties = propertiesOf(value, associationType, areParts);
  if (!isDerived) for (const [name, values] of storedIdentifier(value, id)) properties.set(name, values);
  const extended = addExtension(properties, value, id ?? owner, context.losses);
  const isReversed = associationTypeIn(associationType) === 'precedes';
  const [source, target] = isReversed ? [destination, origin] : [origin, destination];
  const sequence = member(value, 'sequenceNumber');
  return {
    relation: { id, type: extended ?? typeRead(associationType), source, target, properties, modified: null },
    sequence: typeof sequence === 'number' ? sequence : Number.POSITIVE_INFINITY,
    isDerived,
  };
}

/** Adds the properties in `extensions`. @returns the stored type, if CASE has no association type for it */
function addExtension(
  properties: Map<string, readonly Json[]>,
  value: JsonObject,
  owner: string,
  losses: Loss[],
): string | null {
  const extension = readExtension(member(value, 'extensions'));
  const [type] = extension.properties.get('relationType') ?? [];
  if (typeof type === 'string') properties.delete('case:associationType');
  for (const [name, values] of extension.properties) if (name !== 'relationType') properties.set(name, values);
  if (extension.others !== null) properties.set('case:extensions', [extension.others]);
  for (const property of extension.refused) {
    losses.push({ '@id': owner, property, reason: 'It is not a property, and is not read from extensions.' });
  }
  return typeof type === 'string' ? type : null;
}

/** The id; null without an address and an identifier, and for an address of this service that names no object: the service assigns one. */
function idOfAssociation(value: JsonObject, where: string, context: AssociationContext): string | null {
  if (textIn(value, 'uri') === null && textIn(value, 'identifier') === null) return null;
  const losses: Loss[] = [];
  const id = idOfPart(value, where, { ...context, losses });
  if (id !== null) context.losses.push(...losses);
  return id;
}

const ENDS = ['originNodeURI', 'destinationNodeURI'] as const;

/** Fields that are read separately. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'identifier',
  'uri',
  'lastChangeDateTime',
  'associationType',
  'sequenceNumber',
  'CFDocumentURI',
  'extensions',
  ...ENDS,
]);

function propertiesOf(
  value: JsonObject,
  associationType: string,
  areParts: readonly boolean[],
): Map<string, readonly Json[]> {
  const properties = new Map<string, readonly Json[]>();
  const keep = (name: string, kept: Json | null | undefined): void => {
    if (kept !== null && kept !== undefined) properties.set(name, [kept]);
  };
  if (entryOf(ASSOCIATION_TYPES, typeRead(associationType)) !== associationType) {
    keep('case:associationType', associationType);
  }
  // Nothing but these links is known of objects elsewhere.
  for (const [index, name] of ENDS.entries()) {
    const link = member(value, name);
    if (!areParts[index] && isObject(link)) keep(`case:${name}`, link);
  }
  for (const [name, given] of Object.entries(value)) if (!STRUCTURE.has(name)) keep(`case:${name}`, given);
  const sequence = member(value, 'sequenceNumber');
  if (typeof sequence === 'number') keep('sequenceNumber', sequence);
  keep('schema:dateModified', textIn(value, 'lastChangeDateTime'));
  return properties;
}

/** Arranges the framework: parents before children, siblings by their sequence, or in the order of the items without one. */
export function arranged(
  root: FrameworkNode,
  members: ReadonlyMap<string, FrameworkNode>,
  associations: readonly Sequenced[],
  definitions: readonly Definition[],
): Framework {
  const places = new Map([...members.keys()].map((id, index) => [id, index]));
  const hierarchy = associations.filter(({ relation: { type, source } }) => type === 'narrows' && members.has(source));
  const ordered = hierarchy.toSorted(
    (one, other) =>
      compare(one.sequence, other.sequence) ||
      (places.get(one.relation.source) ?? 0) - (places.get(other.relation.source) ?? 0),
  );
  const children = Map.groupBy(ordered, ({ relation }) => relation.target);
  const childIds = (id: string): readonly string[] => (children.get(id) ?? []).map(({ relation }) => relation.source);
  const inside = new Set(ordered.flatMap(({ relation }) => (members.has(relation.target) ? [relation.source] : [])));
  const memberIds = new Set<string>();
  const tops = [...childIds(root.id), ...[...members.keys()].filter((id) => !inside.has(id))];
  const pending = [...tops, ...members.keys()].reverse();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (memberIds.has(id) || !members.has(id)) continue;
    memberIds.add(id);
    pending.push(...[...childIds(id)].reverse());
  }
  const others = associations.filter(({ relation }) => !(relation.type === 'narrows' && members.has(relation.source)));
  const parents = [root.id, ...memberIds].flatMap((id) => children.get(id) ?? []);
  const elsewhere = ordered.filter(({ relation }) => !members.has(relation.target) && relation.target !== root.id);
  return {
    root,
    memberIds: [...memberIds],
    members: [...memberIds].flatMap((id) => members.get(id) ?? []),
    relations: [...parents, ...elsewhere, ...others].flatMap(({ relation, isDerived }) =>
      isDerived && relation.target === root.id ? [] : [relation],
    ),
    definitions,
  };
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
