import { createSlices } from '../../base/concurrency/slices.ts';
import { isScheme, kindOf } from '../../repository/frameworks/kinds.ts';
import { type JsonObject, member } from '../../repository/linked-data/json.ts';
import { unorderedParents } from './hierarchy.ts';
import { sameJson, sameValues } from './keep-form.ts';
import type { Framework, FrameworkNode, FrameworkRelation, Properties } from './model.ts';
import type { Carries, ImportPlan, Planned, Stored } from './plan.ts';
import { statementOf } from './same.ts';
import { nodeOf } from './stored.ts';

/**
 * The plan of an import that says of every part exactly what is stored: nothing changes, whatever an export of it would say. Null where
 * something is different, or may be: {@link planImport} compares in full then. It does for schemes and definitions.
 */
export async function planUnchanged(
  incoming: Framework,
  { objects, relations }: Pick<Stored, 'objects' | 'relations'>,
  carries: Carries,
): Promise<ImportPlan | null> {
  const { root, memberIds, definitions } = incoming;
  const object = objects.get(root.id);
  if (object === undefined || isScheme(root.kind) || definitions.length > 0) return null;
  if (member(object, 'case:definition') !== undefined || !isAsStored(root, object, carries)) return null;
  if (!sameJson(member(object, 'competency'), [...memberIds])) return null;
  const members = await unchangedMembers(incoming, objects, carries);
  const related = members && (await unchangedRelations(incoming, relations));
  if (members === null || related === null) return null;
  const found = related.flatMap((id) => objects.get(id) ?? []);
  if (found.length !== related.length) return null;
  const kept = [...members, ...related, root.id];
  return { objects: kept.flatMap((id) => unchanged(id, objects.get(id)) ?? []), removed: [] };
}

function unchanged(id: string, object: JsonObject | undefined): Planned | null {
  return object === undefined ? null : { id, object, change: 'none' };
}

/** The ids of the members; null where one is not as it is stored. */
async function unchangedMembers(
  { members }: Framework,
  objects: Stored['objects'],
  carries: Carries,
): Promise<readonly string[] | null> {
  const slices = createSlices();
  for (const node of members) {
    if (slices.over()) await slices.next();
    const before = objects.get(node.id);
    if (before === undefined || !isAsStored(node, before, carries)) return null;
  }
  return members.map(({ id }) => id);
}

/** The ids of the stored relations; null where the import has others. */
async function unchangedRelations(
  incoming: Framework,
  stored: readonly FrameworkRelation[],
): Promise<readonly string[] | null> {
  if (unorderedParents(incoming).size > 0) return null; // numbers say the order of their children
  const slices = createSlices();
  const known = new Map<string, FrameworkRelation>();
  for (const relation of stored) {
    if (slices.over()) await slices.next();
    known.set(statementOf(relation), relation);
  }
  const stated = new Map<string, string>();
  for (const relation of incoming.relations) {
    if (slices.over()) await slices.next();
    const statement = statementOf(relation);
    const id = stated.has(statement) ? null : sameRelation(relation, known.get(statement));
    if (id !== null) stated.set(statement, id);
    else if (!stated.has(statement)) return null;
  }
  return stated.size === known.size ? [...stated.values()] : null;
}

/** The id of a stored relation with the same statement; null where the import says something else of it. */
function sameRelation(relation: FrameworkRelation, before: FrameworkRelation | undefined): string | null {
  if (before === undefined || (relation.id !== null && relation.id !== before.id)) return null;
  return sameProperties(relation.properties, before.properties) ? before.id : null;
}

/** Whether a node has the properties of the stored object, apart from those that the format cannot express. */
function isAsStored(node: FrameworkNode, before: JsonObject, carries: Carries): boolean {
  if (kindOf(before) !== node.kind) return false;
  const own = nodeOf(before, node.id, node.kind, null).properties;
  for (const [name, values] of node.properties) if (!sameValues(values, own.get(name))) return false;
  for (const name of own.keys()) {
    if (!node.properties.has(name) && carries.property(node.kind, name)) return false;
  }
  return true;
}

function sameProperties(one: Properties, other: Properties): boolean {
  if (one.size !== other.size) return false;
  for (const [name, values] of one) if (!sameValues(values, other.get(name))) return false;
  return true;
}
