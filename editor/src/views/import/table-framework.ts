import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import { ownUuid } from '../../../../shared/repository/linked-data/uuids.ts';
import type { Fields, NewItem } from '../../outline/command.ts';
import { frameworkOfItems, makerOf, type NewFramework } from '../../outline/create-framework.ts';
import { idOf } from '../../outline/draft.ts';
import { newObject, setFields } from '../../outline/new-object.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import type { TableItem } from './table-item.ts';
import type { TableItems } from './table-items.ts';

/** The member that contains the identifier of an object in CASE. */
const IDENTIFIER = 'schema:identifier';

/**
 * A new framework of the competencies of a table, not saved yet: with their identifiers, the relations between them, and what the table
 * says of the framework. Its name is the one in `begin`.
 *
 * @param base of the service, ending in `/api/`
 * @param isCopy the competencies are here already: those of the new framework do not have their identifiers
 */
export function frameworkOfTable(
  base: string,
  { items, relations, framework }: Pick<TableItems, 'items' | 'relations' | 'framework'>,
  begin: NewFramework,
  isCopy: boolean,
): Pick<OutlineState, 'frameworkId' | 'objects'> {
  const state = frameworkOfItems(
    base,
    items.map((item) => newItem(item, isCopy)),
    begin,
  );
  const ids = idsOfItems(state, items);
  const maker = makerOf(base, begin.owner);
  const added = relations.flatMap(({ source, type, target }): JsonObject[] => {
    const ends = [source, target].map((end) => (typeof end === 'string' ? end : ids.get(end)));
    const [from, to] = ends;
    if (from === undefined || to === undefined) return [];
    return [newObject('Relation', { relationType: type, source: from, target: to }, maker)];
  });
  const root: JsonObject = { ...frameworkOf(state) };
  const { name: _, ...others } = framework ?? {};
  setFields(root, others);
  root['relation'] = [...listedIds(root, 'relation'), ...added.map(idOf)];
  const objects = new Map([...state.objects, ...added.map((object) => [idOf(object), object] as const)]);
  return { frameworkId: state.frameworkId, objects: objects.set(state.frameworkId, root) };
}

/** The UUID by which other systems know a competency: its id in the table, or the end of it; null without one. In lower case. */
export function identifierOf({ id }: TableItem): string | null {
  return id === undefined ? null : (ownUuid(shortIdOf(id, []))?.toLowerCase() ?? null);
}

/** The members of a new competency, with its identifier: exports have it, and an import finds the competency by it. */
export function identifiedFields(item: TableItem): Fields {
  const identifier = identifierOf(item);
  return identifier === null ? item.fields : { ...item.fields, [IDENTIFIER]: identifier };
}

function newItem(item: TableItem, isCopy: boolean): NewItem {
  const { 'ceterms:ctid': _, ...copied } = item.fields;
  return {
    fields: isCopy ? copied : identifiedFields(item),
    children: item.children.map((child) => newItem(child, isCopy)),
  };
}

/** The ids of the competencies that were made of items, which stand in the same places. */
function idsOfItems({ tree }: OutlineState, items: readonly TableItem[]): ReadonlyMap<TableItem, string> {
  const ids = new Map<TableItem, string>();
  const walk = (list: readonly TableItem[], made: readonly string[]): void => {
    for (const [i, item] of list.entries()) {
      const id = made[i];
      if (id === undefined) continue;
      ids.set(item, id);
      walk(item.children, tree.children.get(id) ?? []);
    }
  };
  walk(items, tree.roots);
  return ids;
}
