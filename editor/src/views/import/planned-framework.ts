import { type Json, type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import type { NewItem } from '../../outline/command.ts';
import { idOf } from '../../outline/draft.ts';
import { NOTATION } from '../../outline/numbering.ts';
import { createState, frameworkOf, type OutlineState } from '../../outline/state.ts';
import type { ImportReport } from '../../service/exchange.ts';

/** A framework, or a vocabulary, that an import brings. */
export type PlannedFramework = {
  readonly id: string;
  /** Its name, as the value of a member. */
  readonly name: Json;
  /** Its type. */
  readonly type: string;
  /** Whether it is stored already. */
  readonly isHere: boolean;
  readonly items: readonly NewItem[];
};

type Outline = NonNullable<ImportReport['outlines']>[number];

const TYPES: Readonly<Record<string, string>> = {
  conceptScheme: 'ConceptScheme',
  progressionModel: 'ConceptScheme',
};

/** What the service reads in a document. */
export function plannedInReport({ outlines = [] }: ImportReport): readonly PlannedFramework[] {
  return outlines.map(({ id, kind, isStored, name, entries }) => ({
    id,
    name,
    type: TYPES[kind] ?? 'Framework',
    isHere: isStored,
    items: itemsOf(entries),
  }));
}

type Open = NewItem & { readonly children: Open[] };

/** The tree of entries, which stand in reading order, each with its depth. */
function itemsOf(entries: Outline['entries']): readonly NewItem[] {
  const root: Open[] = [];
  const path: Open[][] = [root];
  for (const { depth, name, notation } of entries) {
    const item: Open = { fields: { name, ...(notation !== undefined && { [NOTATION]: notation }) }, children: [] };
    (path[depth] ?? root).push(item);
    path[depth + 1] = item.children;
  }
  return root;
}

/** The frameworks among objects, with their parts. */
export function statesIn(
  objects: readonly JsonObject[],
  isFramework: (object: JsonObject) => boolean,
): readonly OutlineState[] {
  const byId = new Map(objects.map((object) => [idOf(object), object]));
  return objects.filter(isFramework).map((framework) => createState(idOf(framework), byId));
}

/** A framework of objects. @param isHere whether it is stored */
export function plannedInState(state: OutlineState, isHere: boolean): PlannedFramework {
  const { roots, children } = state.tree;
  const shown = new Set<string>();
  const item = (id: string): NewItem => {
    const object = state.objects.get(id) ?? {};
    const fields = Object.fromEntries(
      ['name', NOTATION].flatMap((name) => {
        const value = member(object, name);
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
    if (shown.has(id)) return { fields, children: [] };
    shown.add(id);
    return { fields, children: (children.get(id) ?? []).map(item) };
  };
  const name = member(frameworkOf(state), 'name') ?? '';
  return { id: state.frameworkId, name, type: 'Framework', isHere, items: roots.map(item) };
}
