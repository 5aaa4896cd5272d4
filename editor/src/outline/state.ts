import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { member } from '../../../shared/repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { typeKey } from '../../../shared/repository/linked-data/type-key.ts';
import { conceptTree, isConcept, isScheme, linkedIds } from '../schemes/concept-links.ts';
import { isFramework, NotAFramework } from './not-a-framework.ts';
import { applyPatch, diff, type FieldConflict, idList, PART_LISTS, type Patch } from './patch.ts';
import { buildTree, type Edge, type Tree } from './tree.ts';

/** Kinds of objects that a framework consists of. */
export type PartKind = 'framework' | 'competency' | 'relation' | 'level' | 'rollupRule';

/** A framework with its parts, as the person sees it. Never changed: every change makes a new one that shares what stays. */
export type OutlineState = {
  readonly frameworkId: string;
  /** By short id: the framework and everything that it lists, as far as it could be read. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  readonly tree: Tree;
  /** The relations of each competency, at either end, except those of the tree; includes `narrows` to or from another framework. */
  readonly relations: ReadonlyMap<string, readonly string[]>;
};

/**
 * Creates the state of these objects. There is no other way, so that only a framework is shown as an outline and changed by its commands.
 *
 * @param objects by short id, the framework among them
 * @throws NotAFramework
 */
export function createState(frameworkId: string, objects: ReadonlyMap<string, JsonObject>): OutlineState {
  const framework = frameworkOf({ frameworkId, objects });
  if (!isFramework(framework)) throw new NotAFramework(framework);
  return derive(frameworkId, objects, null);
}

/**
 * Creates the state of a concept scheme, whose concepts are the tree. The commands of frameworks are not for it: it is changed by
 * `edit` and `restore`.
 *
 * @param objects by short id, the scheme among them
 * @throws NotAFramework
 */
export function createSchemeState(schemeId: string, objects: ReadonlyMap<string, JsonObject>): OutlineState {
  const scheme = frameworkOf({ frameworkId: schemeId, objects });
  if (!isScheme(scheme)) throw new NotAFramework(scheme);
  return derive(schemeId, objects, null);
}

/** The short ids of all parts that a framework or a concept scheme lists. */
export function listedParts(state: OutlineState): readonly string[] {
  const root = frameworkOf(state);
  if (!isScheme(root)) return PART_LISTS.flatMap((list) => listedIds(root, list));
  const below = [...state.objects.values()].flatMap((object) => linkedIds(object, 'narrower'));
  return [...new Set([...linkedIds(root, 'hasTopConcept'), ...below])];
}

/** Whether an object is of a type that the framework, or the concept scheme, consists of. */
export function isPartOf(state: OutlineState, object: JsonObject): boolean {
  return isScheme(frameworkOf(state)) ? isConcept(object) : partKindOf(object) !== null;
}

/** Sets objects; null removes one. The tree is derived again only if it changed. */
export function withObjects(state: OutlineState, changed: ReadonlyMap<string, JsonObject | null>): OutlineState {
  const objects = new Map(state.objects);
  let structural = false;
  for (const [id, object] of changed) {
    const before = objects.get(id);
    if (object === null) objects.delete(id);
    else objects.set(id, object);
    structural ||= changesStructure(before, object);
  }
  return structural ? derive(state.frameworkId, objects, state) : { ...state, objects };
}

/** Applies patches in their order; in conflicts, the patches win. */
export function withPatches(
  state: OutlineState,
  patches: readonly Patch[],
): { readonly state: OutlineState; readonly applied: readonly Patch[]; readonly conflicts: readonly FieldConflict[] } {
  const changed = new Map<string, JsonObject | null>();
  const conflicts: FieldConflict[] = [];
  for (const patch of patches) {
    const current = changed.get(patch.id) ?? state.objects.get(patch.id) ?? null;
    const patched = applyPatch(patch, changed.get(patch.id) === null ? null : current);
    conflicts.push(...patched.conflicts);
    if (patched.object !== null || current !== null) changed.set(patch.id, patched.object);
  }
  const applied = [...changed].flatMap(([id, object]) => diff(id, state.objects.get(id) ?? null, object) ?? []);
  return { state: withObjects(state, changed), applied, conflicts };
}

/** The framework object. @throws Error when it is not among the objects, which a loaded state never has */
export function frameworkOf({ frameworkId, objects }: Pick<OutlineState, 'frameworkId' | 'objects'>): JsonObject {
  const framework = objects.get(frameworkId);
  if (framework === undefined) throw new Error(`The framework ${frameworkId} is not among its objects.`);
  return framework;
}

/** The kind of a stored object, in any version of the service's vocabulary; null for others. */
export function partKindOf(object: JsonObject): PartKind | null {
  switch (typeKey(object).split('.').at(-1)) {
    case 'framework':
      return 'framework';
    case 'competency':
      return 'competency';
    case 'relation':
      return 'relation';
    case 'level':
      return 'level';
    case 'rolluprule':
      return 'rollupRule';
    default:
      return null;
  }
}

/** A relation that is complete: its ends as short ids, and its type. */
export function relationOf(
  object: JsonObject,
): { readonly source: string; readonly target: string; readonly type: string } | null {
  const [source] = idsIn(member(object, 'source'));
  const [target] = idsIn(member(object, 'target'));
  if (source === undefined || target === undefined) return null;
  const [type = 'isRelatedTo'] = idsIn(member(object, 'relationType'));
  return { source: shortIdOf(source, []), target: shortIdOf(target, []), type };
}

/** The short ids in one of the framework's lists of parts, in order. */
export function listedIds(framework: JsonObject, list: string): readonly string[] {
  return (idList(member(framework, list)) ?? idsIn(member(framework, list))).map((id) => shortIdOf(id, []));
}

function derive(
  frameworkId: string,
  objects: ReadonlyMap<string, JsonObject>,
  previous: OutlineState | null,
): OutlineState {
  const framework = frameworkOf({ frameworkId, objects });
  if (isScheme(framework)) {
    const { members, edges } = conceptTree(frameworkId, objects);
    return { frameworkId, objects, tree: buildTree(members, edges, previous?.tree), relations: new Map() };
  }
  const members = [...new Set(listedIds(framework, 'competency'))].filter((id) => objects.has(id));
  const edges: Edge[] = [];
  const relations = new Map<string, string[]>();
  for (const id of listedIds(framework, 'relation')) {
    const object = objects.get(id);
    const relation = object === undefined ? null : relationOf(object);
    if (relation === null) continue;
    const { source, target, type } = relation;
    if (type === 'narrows' && objects.has(source) && objects.has(target))
      edges.push({ relation: id, child: source, parent: target });
    else for (const end of new Set([source, target])) relations.set(end, [...(relations.get(end) ?? []), id]);
  }
  return { frameworkId, objects, tree: buildTree(members, edges, previous?.tree), relations };
}

const STRUCTURE = ['competency', 'relation'];

function changesStructure(before: JsonObject | undefined, after: JsonObject | null): boolean {
  const either = after ?? before ?? {};
  const kind = partKindOf(either);
  if (kind === 'relation' || isScheme(either) || isConcept(either)) return true;
  if (kind === 'competency') return before === undefined || after === null;
  if (kind !== 'framework') return false;
  return (
    before === undefined || after === null || STRUCTURE.some((list) => member(before, list) !== member(after, list))
  );
}
