import { mapInSlices } from '../concurrency/slices.ts';
import { type Json, type JsonObject, member } from '../linked-data/json.ts';
import { shortIdOf } from '../linked-data/references.ts';
import { inOrderOfChildren } from './load.ts';
import type { Definition, Framework, FrameworkNode, FrameworkRelation, Properties } from './model.ts';
import { sameValue, statementOf } from './same.ts';
import { kindOf, nodeOf } from './stored.ts';

/** What is stored of a framework before an import. */
export type Stored = {
  /** Objects by short id; absent ones are not there. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** The relations that the stored root lists. */
  readonly relations: readonly FrameworkRelation[];
  /** What else is known of it, for formats with an echo. */
  readonly listed?: {
    /** Ids that the stored root lists as members and as definitions, whose objects the caller may read. */
    readonly memberIds: readonly string[];
    readonly definitionIds: readonly string[];
    /** Times of the stored versions, UTC milliseconds, by short id. */
    readonly times: ReadonlyMap<string, number>;
  };
};

/** An import that is compared with the echo of what is stored: what a format says of it when it is exported and read again. */
export type Compared = {
  /** With the stored values wherever the import says the same as the echo. */
  readonly framework: Framework;
  readonly before: Framework;
  /** Members, and definitions, are the same in the same order. */
  readonly hasSameMembers: boolean;
  readonly hasSameDefinitions: boolean;
};

/** The stored framework, as it is exported; null when none is stored under the id. */
export function storedFramework(incoming: Framework, { objects, relations, listed }: Stored): Framework | null {
  if (listed === undefined) return null;
  const { times, memberIds, definitionIds } = listed;
  const nodeAt = (id: string): FrameworkNode[] => {
    const object = objects.get(id);
    const kind = object === undefined ? null : kindOf(object);
    return object === undefined || kind === null ? [] : [nodeOf(object, id, kind, times.get(id) ?? null)];
  };
  const [root] = nodeAt(incoming.root.id);
  if (root === undefined) return null;
  const ids = root.kind === 'framework' || root.kind === 'collection' ? memberIds : incoming.memberIds;
  return {
    root,
    memberIds: ids,
    members: ids.flatMap(nodeAt),
    relations: inOrderOfChildren(relations, ids),
    definitions: definitionIds.flatMap((id): Definition[] => {
      const object = objects.get(id);
      return object === undefined ? [] : [{ id, object, modified: times.get(id) ?? null }];
    }),
  };
}

/** Compares an import with the echo of what is stored. */
export async function compare(incoming: Framework, before: Framework, echo: Framework): Promise<Compared> {
  const stored = byId([before.root, ...before.members]);
  const echoed = byId([echo.root, ...echo.members]);
  const kept = (node: FrameworkNode): FrameworkNode => keptNode(node, stored.get(node.id), echoed.get(node.id));
  const relations = new Map(before.relations.map((one) => [statementOf(one), one]));
  const echoes = new Map(echo.relations.map((one) => [statementOf(one), one]));
  const definitions = new Map(before.definitions.map((one) => [one.id, one]));
  const echoedDefinitions = new Map(echo.definitions.map((one) => [one.id, one]));
  return {
    before,
    framework: {
      ...incoming,
      root: kept(incoming.root),
      members: await mapInSlices(incoming.members, kept),
      relations: await mapInSlices(incoming.relations, (one) => {
        const statement = statementOf(one);
        return { ...one, properties: keptProperties(one, relations.get(statement), echoes.get(statement)) };
      }),
      definitions: incoming.definitions.map((one) => {
        const same = sameValue(one.object, echoedDefinitions.get(one.id)?.object);
        return (same ? definitions.get(one.id) : undefined) ?? one;
      }),
    },
    hasSameMembers: sameValue([...incoming.memberIds], [...echo.memberIds]),
    hasSameDefinitions: sameValue(idsOf(incoming.definitions), idsOf(echo.definitions)),
  };
}

function idsOf(definitions: readonly Definition[]): string[] {
  return definitions.map(({ id }) => id);
}

function byId(nodes: readonly FrameworkNode[]): ReadonlyMap<string, FrameworkNode> {
  return new Map(nodes.map((node) => [node.id, node]));
}

/** Formats do not name every kind: that of the stored object counts. */
function keptNode(
  node: FrameworkNode,
  stored: FrameworkNode | undefined,
  echo: FrameworkNode | undefined,
): FrameworkNode {
  if (stored === undefined) return node;
  return { ...node, kind: stored.kind, properties: keptProperties(node, stored, echo) };
}

type Described = { readonly properties: Properties };

function keptProperties(one: Described, stored: Described | undefined, echo: Described | undefined): Properties {
  if (stored === undefined || echo === undefined) return one.properties;
  const properties = new Map<string, readonly Json[]>();
  for (const name of new Set([...stored.properties.keys(), ...one.properties.keys()])) {
    const given = one.properties.get(name);
    const isSame = sameValue(listOf(given), listOf(echo.properties.get(name)));
    const values = isSame ? stored.properties.get(name) : given;
    if (values !== undefined) properties.set(name, values);
  }
  return properties;
}

function listOf(values: readonly Json[] | undefined): Json[] | undefined {
  return values === undefined ? undefined : [...values];
}

/** Whether two nodes or relations have the same properties. */
export function sameProperties(one: Properties, other: Properties): boolean {
  return one.size === other.size && [...one].every(([name, values]) => sameValue([...values], listOf(other.get(name))));
}

/**
 * A list of the stored root after an import: as it is, where it lists the same; else what the import lists, and what it could not list
 * since it is absent or hidden from the caller.
 */
export function listAfter(
  root: JsonObject,
  name: string,
  {
    ids,
    isSame,
    seen,
    base,
  }: {
    readonly ids: readonly string[];
    readonly isSame: boolean;
    /** Ids that the import could list. */
    readonly seen: ReadonlySet<string>;
    readonly base: string;
  },
): Json | undefined {
  const before = member(root, name);
  if (isSame) return before;
  const known = new Set([...ids, ...seen]);
  const others = [before ?? []].flat().filter((id) => !(typeof id === 'string' && known.has(shortIdOf(id, [base]))));
  return before === undefined && ids.length === 0 ? undefined : [...ids, ...others];
}
