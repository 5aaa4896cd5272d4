import { mapInSlices } from '../../base/concurrency/slices.ts';
import { isScheme, kindOf } from '../../repository/frameworks/kinds.ts';
import { PART_LISTS } from '../../repository/frameworks/listed.ts';
import { type JsonObject, member } from '../../repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../repository/linked-data/references.ts';
import { inOrderOfChildren } from './load.ts';
import { hierarchyIn, inTreeOrder, listed } from './load-concepts.ts';
import type { Framework, FrameworkNode } from './model.ts';
import { nodeOf, relationOf } from './stored.ts';

/** A stored object, and the time of its version in UTC milliseconds. */
export type TimedObject = { readonly object: JsonObject; readonly modified: number };

/** Ids that a stored root lists, and, in a scheme, that concepts list as narrower: what an export of it begins with. */
export async function listedParts(objects: Iterable<JsonObject>, bases: readonly string[]): Promise<readonly string[]> {
  const ids = [...objects].flatMap((object) => [
    ...PART_LISTS.flatMap((name) => idsIn(member(object, name))),
    ...['hasTopConcept', 'narrower'].flatMap((name) => listed(object, name, bases)),
  ]);
  return [...new Set(await mapInSlices(ids, (id) => shortIdOf(id, bases)))];
}

/**
 * The framework that stored objects are.
 *
 * @param objects by short id: those that the caller may read; null when the root is not among them
 */
export async function storedFramework(
  rootId: string,
  objects: ReadonlyMap<string, TimedObject>,
  bases: readonly string[],
): Promise<Framework | null> {
  const found = objects.get(rootId);
  const kind = found === undefined ? null : kindOf(found.object);
  if (found === undefined || kind === null) return null;
  const root = nodeOf(found.object, rootId, kind, found.modified);
  if (isScheme(kind)) return { root, ...(await conceptsOf(found.object, rootId, objects, bases)) };
  const ids = async (name: string): Promise<string[]> => [
    ...new Set(await mapInSlices(idsIn(member(found.object, name)), (id) => shortIdOf(id, bases))),
  ];
  const memberIds = await ids('competency');
  const relations = await mapInSlices(await ids('relation'), (id) => {
    const one = objects.get(id);
    return one === undefined ? null : relationOf(one.object, id, one.modified, (end) => shortIdOf(end, bases));
  });
  return {
    root,
    memberIds,
    members: (await nodesOf(memberIds, objects)).filter((node) => node.kind === 'competency'),
    relations: inOrderOfChildren(
      relations.filter((relation) => relation !== null),
      memberIds,
    ),
    definitions: (await ids('case:definition')).flatMap((id) => {
      const one = objects.get(id);
      return one === undefined ? [] : [{ id, ...one }];
    }),
  };
}

async function nodesOf(
  ids: readonly string[],
  objects: ReadonlyMap<string, TimedObject>,
): Promise<readonly FrameworkNode[]> {
  const nodes = await mapInSlices(ids, (id) => {
    const one = objects.get(id);
    const kind = one === undefined ? null : kindOf(one.object);
    return one === undefined || kind === null ? null : nodeOf(one.object, id, kind, one.modified);
  });
  return nodes.filter((node) => node !== null);
}

async function conceptsOf(
  root: JsonObject,
  rootId: string,
  objects: ReadonlyMap<string, TimedObject>,
  bases: readonly string[],
): Promise<Omit<Framework, 'root'>> {
  const tops = listed(root, 'hasTopConcept', bases);
  const nodes = [...objects].flatMap(([id, { object }]) => (kindOf(object) === null ? [] : [id]));
  const ids = [...new Set([...tops, ...nodes])].filter((id) => id !== rootId);
  const relations = hierarchyIn(ids, objects, bases);
  const memberIds = inTreeOrder(ids, relations);
  return { memberIds, members: await nodesOf(memberIds, objects), relations, definitions: [] };
}
