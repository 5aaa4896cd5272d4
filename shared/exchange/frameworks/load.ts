import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { chunks } from '../../base/concurrency/chunks.ts';
import { createSlices, mapInSlices } from '../../base/concurrency/slices.ts';
import type { Caller } from '../../repository/access/caller.ts';
import { isEncryptedValue } from '../../repository/access/kbac-types.ts';
import { isRoot, isScheme, kindOf, type NodeKind } from '../../repository/frameworks/kinds.ts';
import { listedIn, PART_LISTS } from '../../repository/frameworks/listed.ts';
import {
  createObjectReader,
  type ObjectReader,
  type ReadContext,
  type ReadObject,
} from '../../repository/frameworks/object-reader.ts';
import { shortIdOf } from '../../repository/linked-data/references.ts';
import { isUuid } from '../../repository/linked-data/uuids.ts';
import { notFound } from '../../repository/objects/read.ts';
import { findByUuids } from './find-by-uuid.ts';
import { knownUuids } from './identifiers.ts';
import { loadConcepts, type Parts } from './load-concepts.ts';
import type { Definition, Framework, FrameworkNode, FrameworkRelation } from './model.ts';
import type { Target } from './resolve.ts';
import { nodeOf, relationOf } from './stored.ts';

/** A framework as one caller may see it. */
export type LoadedFramework = Framework & {
  /** Weak entity tag (RFC 9110, 8.8.3): changes whenever something in the framework changes, or what the caller may see of it. */
  readonly entityTag: string;
  /** Time of the newest part, UTC milliseconds. */
  readonly lastModified: number;
  /** Memory that it takes, in bytes. */
  readonly bytes: number;
  /** The root as it is stored. */
  readonly stored: ReadObject;
  /** Ids that are listed in the framework and absent, or hidden from the caller. */
  readonly missing: readonly string[];
};

/** An object that was asked for: a root with its framework, or another object alone. */
export type Found =
  | { readonly kind: 'framework'; readonly framework: LoadedFramework }
  | { readonly kind: 'other'; readonly nodeKind: NodeKind | null; readonly found: ReadObject };

/**
 * Loads the object that a target names, as the caller may see it.
 *
 * @throws Problem `not-found` (404) when there is no such object for the caller; `answer-too-large` (413); `store-unavailable`
 *   (503)
 */
export async function find(ctx: ReadContext, target: Target, caller: Caller): Promise<Found> {
  const reader = createObjectReader(ctx, caller);
  const root = await findObject(ctx, target, caller, reader);
  const nodeKind = isEncryptedValue(root.object) ? null : kindOf(root.object);
  if (nodeKind === null || !isRoot(nodeKind)) return { kind: 'other', nodeKind, found: root };
  return { kind: 'framework', framework: await loadRoot(ctx, reader, root, nodeKind) };
}

/** The object that a target names, without what belongs to it. @throws Problem `not-found` (404), `store-unavailable` (503) */
export async function findObject(
  ctx: ReadContext,
  target: Target,
  caller: Caller,
  reader: ObjectReader = createObjectReader(ctx, caller),
): Promise<ReadObject> {
  const found = await readTarget(ctx, reader, target, caller);
  if (found === null) throw notFound(caller);
  return found;
}

/**
 * The framework, collection, concept scheme or progression model with this id or alias; null when the caller can read none.
 *
 * @throws Problem `answer-too-large` (413), `store-unavailable` (503)
 */
export async function loadFramework(ctx: ReadContext, name: string, caller: Caller): Promise<LoadedFramework | null> {
  const reader = createObjectReader(ctx, caller);
  const root = (await reader.readMany([name])).get(name) ?? null;
  const kind = root === null || isEncryptedValue(root.object) ? null : kindOf(root.object);
  return root === null || kind === null || !isRoot(kind) ? null : loadRoot(ctx, reader, root, kind);
}

/**
 * A UUID means the object that has it as its identifier, and otherwise the object of which it is a name. Other names mean their
 * objects.
 */
async function readTarget(
  ctx: ReadContext,
  reader: ObjectReader,
  { names, version }: Target,
  caller: Caller,
): Promise<ReadObject | null> {
  const found = await reader.readMany(names);
  const [named] = names.flatMap((name) => found.get(name) ?? []);
  const uuid = names.map((name) => name.replace(/^ce-/i, '').toLowerCase()).find(isUuid);
  const isMeant = named !== undefined && (uuid === undefined || knownUuids(named.object, named.shortId).includes(uuid));
  const other = uuid === undefined || isMeant ? undefined : (await findByUuids(ctx, [uuid], caller)).get(uuid);
  const meant = other ?? named;
  if (version === null) return meant ?? null;
  for (const head of await ctx.store.heads(meant === undefined ? names : [meant.shortId])) {
    if (head === null) continue;
    const state = await ctx.store.version(head.key, version);
    for await (const read of reader.readVersions(state === null ? [] : [state])) return read;
  }
  return null;
}

async function loadRoot(
  ctx: ReadContext,
  reader: ObjectReader,
  root: ReadObject,
  kind: NodeKind,
): Promise<LoadedFramework> {
  const parts = isScheme(kind) ? await loadConcepts(ctx, reader, root) : await loadMembers(ctx, reader, root);
  const { read, missing, ...contents } = parts;
  return {
    root: nodeOf(root.object, root.shortId, kind, root.modified),
    ...contents,
    stored: root,
    missing,
    bytes: reader.bytes(),
    entityTag: await tagOf([root, ...read], missing),
    lastModified: [root, ...read].reduce((latest, { modified }) => Math.max(latest, modified), 0),
  };
}

async function loadMembers(ctx: ReadContext, reader: ObjectReader, root: ReadObject): Promise<Parts> {
  const shortId = (id: string): string => shortIdOf(id, ctx.config.bases);
  const [memberIds = [], relationIds = [], definitionIds = []] = PART_LISTS.map((name) =>
    listedIn(root.object, [name], ctx.config.bases),
  );
  const found = await reader.readMany([...memberIds, ...relationIds, ...definitionIds]);
  const members = await mapInSlices(memberIds, (id): FrameworkNode[] => {
    const read = found.get(id);
    if (read === undefined || kindOf(read.object) !== 'competency') return [];
    return [nodeOf(read.object, read.shortId, 'competency', read.modified)];
  });
  const relations = await mapInSlices(relationIds, (id): FrameworkRelation[] => {
    const read = found.get(id);
    const relation = read && relationOf(read.object, read.shortId, read.modified, shortId);
    return relation ? [relation] : [];
  });
  const definitions = definitionIds.flatMap((id): Definition[] => {
    const read = found.get(id);
    return read ? [{ id: read.shortId, object: read.object, modified: read.modified }] : [];
  });
  const ids = new Map([...found].map(([name, { shortId }]) => [name, shortId]));
  return {
    memberIds: memberIds.map((id) => ids.get(id) ?? id),
    members: members.flat(),
    relations: inOrderOfChildren(relations.flat(), memberIds),
    definitions,
    read: [...found.values()],
    missing: [...memberIds, ...relationIds, ...definitionIds].filter((id) => !found.has(id)),
  };
}

/** Children are ordered by `sequenceNumber` of their relations, where there is one, and in the order of the members. */
export function inOrderOfChildren(
  relations: readonly FrameworkRelation[],
  memberIds: readonly string[],
): readonly FrameworkRelation[] {
  const positions = new Map(memberIds.map((id, position) => [id, position]));
  const keyOf = ({ type, source, target, properties }: FrameworkRelation, index: number): readonly number[] => {
    if (type !== 'narrows') return [memberIds.length, 0, index];
    const [sequence] = properties.get('sequenceNumber') ?? [];
    const place = positions.get(source) ?? memberIds.length;
    return [positions.get(target) ?? memberIds.length, typeof sequence === 'number' ? sequence : place, place];
  };
  const keyed = relations.map((relation, index) => ({ relation, key: keyOf(relation, index) }));
  return keyed.sort((one, other) => compare(one.key, other.key)).map(({ relation }) => relation);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Objects whose states are hashed at once. */
const HASHED_AT_ONCE = 50;

async function tagOf(read: readonly ReadObject[], missing: readonly string[]): Promise<string> {
  const hash = sha256.create();
  const slices = createSlices();
  for (const some of chunks(read, HASHED_AT_ONCE)) {
    if (slices.over()) await slices.next();
    const states = some.map(
      ({ shortId, version, digest = '', hidden }) => `${shortId}\n${version}${digest}\n${hidden.join(' ')}\n`,
    );
    hash.update(utf8ToBytes(states.join('')));
  }
  for (const id of missing) hash.update(utf8ToBytes(`${id}\n`));
  return `W/"${bytesToHex(hash.digest()).slice(0, 32)}"`;
}
