import { Problem } from '../../shared/errors/problem.ts';
import type { Definition, Framework, FrameworkNode, FrameworkRelation, Loss } from '../../shared/frameworks/model.ts';
import { entryOf } from '../../shared/linked-data/entry-of.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/linked-data/json.ts';
import { readExtension } from './extension.ts';
import { STORED_TYPES } from './terms.ts';

/** From the address of an object to its id; null when it may not be imported. */
export type Resolve = (uri: string) => string | null;

/** Dependencies of reading a part. */
export type Context = {
  /** Of the parts themselves. */
  readonly resolve: Resolve;
  /** Of the ends of associations: an object of this service may be an end without being changed. */
  readonly resolveEnd: Resolve;
  readonly losses: Loss[];
  readonly language: string | null;
};

/** A relation, and the place of a child among its siblings. */
export type Sequenced = { readonly relation: FrameworkRelation; readonly sequence: number };

/** The problem of a part that cannot be read. @param where JSON pointer */
export function malformed(detail: string, where: string): Problem {
  return new Problem('malformed-request', detail, { where });
}

/** A member that is a text; null without one. */
export function textIn(object: JsonObject, name: string): string | null {
  const value = member(object, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Null when an end names nothing: the association is in the losses. */
export function readAssociation(
  value: Json,
  where: string,
  context: Context,
  isPart: (id: string) => boolean,
): Sequenced | null {
  if (!isObject(value)) throw malformed('This is not an object.', where);
  const [origin, destination] = ENDS.map((name) => endOf(member(value, name), `${where}/${name}`, context));
  if (!origin || !destination) {
    context.losses.push({
      '@id': textIn(value, 'uri') ?? textIn(value, 'identifier') ?? where,
      property: origin ? 'destinationNodeURI' : 'originNodeURI',
      reason: 'It is an address of this service that names no object here.',
    });
    return null;
  }
  const associationType = textIn(value, 'associationType');
  if (associationType === null) throw malformed('The association has no type.', `${where}/associationType`);
  const uri = textIn(value, 'uri');
  const id = uri === null || uri.includes('~') ? null : context.resolve(uri);
  const extension = readExtension(member(value, 'extensions'));
  const [storedType] = extension.properties.get('relationType') ?? [];
  const type =
    typeof storedType === 'string' ? storedType : (entryOf(STORED_TYPES, associationType) ?? associationType);
  const [source, target] = associationType === 'precedes' ? [destination, origin] : [origin, destination];
  const properties = propertiesOf(value, id, associationType, [isPart(origin), isPart(destination)]);
  for (const [name, values] of extension.properties) if (name !== 'relationType') properties.set(name, values);
  if (extension.others !== null) properties.set('case:extensions', [extension.others]);
  for (const property of extension.refused) {
    const reason = 'It is not a property, and is not taken from extensions.';
    context.losses.push({ '@id': id ?? where, property, reason });
  }
  const sequence = member(value, 'sequenceNumber');
  return {
    relation: { id, type, source, target, properties, modified: null },
    sequence: typeof sequence === 'number' ? sequence : Number.POSITIVE_INFINITY,
  };
}

const ENDS = ['originNodeURI', 'destinationNodeURI'] as const;

/** Fields that have a place of their own. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['identifier', 'uri', 'lastChangeDateTime', 'associationType', 'sequenceNumber', 'CFDocumentURI', 'extensions'],
  ...ENDS,
]);

function propertiesOf(
  value: JsonObject,
  id: string | null,
  associationType: string,
  areParts: readonly boolean[],
): Map<string, readonly Json[]> {
  const properties = new Map<string, readonly Json[]>();
  const keep = (name: string, kept: Json | null | undefined): void => {
    if (kept !== null && kept !== undefined) properties.set(name, [kept]);
  };
  if (entryOf(STORED_TYPES, associationType) === undefined || associationType === 'isPeerOf') {
    keep('case:associationType', associationType);
  }
  // The links to objects elsewhere are all that is known of these.
  for (const [index, name] of ENDS.entries()) {
    const link = member(value, name);
    if (!areParts[index] && isObject(link)) keep(`case:${name}`, link);
  }
  for (const [name, given] of Object.entries(value)) if (!STRUCTURE.has(name)) keep(`case:${name}`, given);
  const sequence = member(value, 'sequenceNumber');
  if (typeof sequence === 'number') keep('sequenceNumber', sequence);
  keep('schema:dateModified', textIn(value, 'lastChangeDateTime'));
  const identifier = textIn(value, 'identifier');
  if (identifier !== null && id !== null && !id.endsWith(identifier)) keep('schema:identifier', identifier);
  return properties;
}

function endOf(value: Json | undefined, where: string, { resolveEnd }: Context): string | null {
  const uri = isObject(value) ? textIn(value, 'uri') : typeof value === 'string' ? value : null;
  if (uri === null) throw malformed('The association has no such end.', where);
  return resolveEnd(uri);
}

/** The framework: members parents first, siblings by their sequence; without an order, that of the items. */
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
  const parents = [...memberIds].flatMap((id) => children.get(id) ?? []);
  const elsewhere = ordered.filter(({ relation }) => !members.has(relation.target) && relation.target !== root.id);
  return {
    root,
    memberIds: [...memberIds],
    members: [...memberIds].flatMap((id) => members.get(id) ?? []),
    relations: [...parents, ...elsewhere, ...others].map(({ relation }) => relation),
    definitions,
  };
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
