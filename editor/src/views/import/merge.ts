import { knownUuids } from '../../../../shared/exchange/frameworks/identifiers.ts';
import type { Text } from '../../../../shared/exchange/frameworks/values.ts';
import { type Json, type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import type { Command, Fields, NewItem } from '../../outline/command.ts';
import { NOTATION } from '../../outline/numbering.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { exactText, readTexts, withText, writeTexts } from '../../words/language-texts.ts';
import { identifiedFields, identifierOf } from './table-framework.ts';
import type { TableItem } from './table-item.ts';

/** Members that are language maps in items. */
const TEXTS: ReadonlySet<string> = new Set(['name', 'description']);

/**
 * The changes of a framework by a table: existing competencies are edited, others are added below the parents that the table gives
 * them. None is moved or deleted. A competency is identified by its id, else its coded notation, else its name, unless the name is
 * ambiguous.
 */
export function mergeCommands(state: OutlineState, items: readonly TableItem[]): readonly Command[] {
  const known = openLookup(state);
  const edits = new Map<string, Fields>();
  const added = new Map<string | null, NewItem[]>();

  /** The part of an item that is new, with what is new below it. */
  function newItem(item: TableItem): NewItem {
    const children = item.children.filter((child) => known(child) === null);
    return { fields: identifiedFields(item), children: children.map(newItem) };
  }

  function walk(list: readonly TableItem[], parent: string | null, isAdded: boolean): void {
    for (const item of list) {
      const id = known(item);
      if (id !== null) {
        const fields = changedFields(state.objects.get(id) ?? {}, item.fields);
        if (Object.keys(fields).length > 0) edits.set(id, fields);
      } else if (!isAdded) {
        added.set(parent, [...(added.get(parent) ?? []), newItem(item)]);
      }
      walk(item.children, id ?? parent, id === null);
    }
  }

  walk(items, null, false);
  const { roots, children } = state.tree;
  const adds = [...added].map(([parent, list]): Command => {
    const siblings = parent === null ? roots : children.get(parent);
    return { kind: 'add', items: list, place: { parent, after: siblings?.at(-1) ?? null } };
  });
  return edits.size === 0 ? adds : [{ kind: 'edit-all', edits }, ...adds];
}

/** Finds the competency of an item; null: it is new. */
function openLookup(state: OutlineState): (item: TableItem) => string | null {
  const ids = listedIds(frameworkOf(state), 'competency').filter((id) => state.objects.has(id));
  const competencies = new Set(ids);
  const byIdentifier = new Map(
    ids.flatMap((id) => knownUuids(state.objects.get(id) ?? {}, id).map((uuid) => [uuid, id] as const)),
  );
  const byNotation = new Map<string, string | null>();
  const byName = new Map<string, string | null>();
  const note = (map: Map<string, string | null>, key: string, id: string): void => {
    map.set(key, map.has(key) && map.get(key) !== id ? null : id); // ambiguous
  };
  for (const id of ids) {
    const object = state.objects.get(id) ?? {};
    const notation = member(object, NOTATION);
    if (typeof notation === 'string' && notation !== '') note(byNotation, notation, id);
    for (const { text } of readTexts(member(object, 'name'))) note(byName, text.trim().toLowerCase(), id);
  }
  return (item) => {
    const { id, fields } = item;
    const own = id === undefined ? undefined : shortIdOf(id, []);
    if (own !== undefined && competencies.has(own)) return own;
    const identified = byIdentifier.get(identifierOf(item) ?? '');
    if (identified !== undefined) return identified;
    const notation = fields[NOTATION];
    if (typeof notation === 'string' && byNotation.has(notation)) return byNotation.get(notation) ?? null;
    const names = readTexts(fields['name']).flatMap(({ text }) => byName.get(text.trim().toLowerCase()) ?? []);
    return names[0] ?? null;
  };
}

/** Whether the texts are those of a cell, in whatever form they are stored. */
function isSameList(texts: readonly Text[], value: Json): boolean {
  const given = Array.isArray(value) ? value : [value];
  return texts.length === given.length && texts.every(({ text }, i) => text.trim() === given[i]);
}

/** The fields that differ, with the new values for the object. */
function changedFields(object: JsonObject, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, Json][] => {
      const before = member(object, name);
      const texts = readTexts(before);
      if (!TEXTS.has(name)) return isSameList(texts, value) ? [] : [[name, value]];
      let next = texts;
      for (const { language, text } of readTexts(value)) {
        const tag = texts.every((one) => one.language === null) && texts.length > 0 ? null : language;
        if (exactText(next, tag)?.trim() !== text) next = withText(next, tag, text);
      }
      return next === texts ? [] : [[name, writeTexts(before, next)]];
    }),
  );
}
