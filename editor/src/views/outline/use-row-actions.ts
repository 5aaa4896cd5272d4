import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor } from '../../app/editor.tsx';
import { useUndoToast } from '../../app/use-undo-toast.ts';
import type { NewItem, Occurrence, Place } from '../../outline/command.ts';
import { countItems } from '../../outline/paste.ts';
import type { Row } from '../../outline/rows.ts';
import { partKindOf } from '../../outline/state.ts';
import type { UnnamedMove } from '../../outline/unnamed.ts';
import { newText, withShownText } from '../../words/shown-text.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { type Outline, occurrenceOf } from './use-outline.ts';

/** The actions of a person on rows, by key, menu or pointer. Everything is announced, and refused commands say why. */
export type RowActions = {
  /** Adds a competency after a row, or below it if that is open, and edits its name. Null: at the end. */
  readonly addAfter: (row: Row | null) => void;
  readonly addInside: (row: Row) => void;
  /** Adds the first competency of a framework. */
  readonly addFirst: (name: string) => void;
  readonly addItems: (items: readonly NewItem[], place: Place) => void;
  /** A name without a letter changes nothing. @param shown the object that is shown, in case others delete it meanwhile */
  readonly rename: (row: Row, name: string, shown: JsonObject | undefined) => void;
  readonly indent: (by: -1 | 1, occurrences: readonly Occurrence[], edit?: boolean) => void;
  readonly shift: (by: -1 | 1) => void;
  readonly move: (occurrences: readonly Occurrence[], place: Place) => void;
  readonly unlink: (row: Row) => void;
  /** Deletes the chosen rows; the row before gets the focus. */
  readonly removeChosen: () => void;
  /** Deletes a row without a name, and edits the one before. */
  readonly removeEmpty: (row: Row) => void;
};

export function useRowActions(outline: Outline): RowActions {
  const { announce } = useEditor();
  const { t, language } = useWords();
  const { rows, run, chosen, document } = outline;
  const sayUndoable = useUndoToast(document);

  /** Whether this is the competency being added, which only the outline has. */
  const areUnnamed = ([first]: readonly Occurrence[]): boolean => first !== undefined && outline.isUnnamed(first.id);

  function removeAll(occurrences: readonly Occurrence[], next: Row | undefined, edit: boolean): void {
    const ids = occurrences.map(({ id }) => id);
    const done = run({ kind: 'delete', ids }, () => (next ? { ...occurrenceOf(next), edit } : null));
    if (done === null) return;
    const gone = done.changes.filter((one) => one.kind === 'delete' && partKindOf(one.object) === 'competency');
    sayUndoable(t('outline.deleted', { count: gone.length }), done, () => outline.reveal([...new Set(ids)]));
  }

  function moveUnnamed(how: UnnamedMove): void {
    if (outline.moveUnnamed(how)) announce(t('outline.moved'));
    else if (outline.focused !== null) outline.edit({ key: outline.focused.key });
  }

  return {
    addAfter(row) {
      if (row === null) outline.begin({ parent: null, after: document.getSnapshot().state.tree.roots.at(-1) ?? null });
      else outline.begin(row.expanded ? { parent: row.id, after: null } : { parent: row.parent, after: row.id });
    },
    addInside: (row) => outline.begin({ parent: row.id, after: null }),
    addFirst(name) {
      const items = [{ fields: { name: newText(name, language) }, children: [] }];
      run({ kind: 'add', place: { parent: null, after: null }, items });
    },
    addItems(items, place) {
      const done = run({ kind: 'add', place, items }, ({ added: [id] }) =>
        id === undefined ? null : { id, parent: place.parent },
      );
      if (done !== null) announce(t('outline.pasted', { count: countItems(items) }));
    },
    rename(row, name, shown) {
      if (name.trim() === '') return;
      if (outline.isUnnamed(row.id)) {
        outline.name(newText(name, language));
        return;
      }
      const object = document.getSnapshot().state.objects.get(row.id) ?? shown;
      if (object === undefined || name === (textIn(object, 'name', language) ?? '')) return;
      run({ kind: 'edit', id: row.id, fields: { name: withShownText(member(object, 'name'), name, language) } });
    },
    indent(by, items, edit = false) {
      const [first] = items;
      if (first === undefined) return;
      if (areUnnamed(items)) return moveUnnamed(by === 1 ? 'indent' : 'outdent');
      const done = run({ kind: by === 1 ? 'indent' : 'outdent', items }, ({ state: { tree } }) =>
        items.map(({ id, parent: before }) => {
          const parents = tree.parents.get(id) ?? [];
          const parent = by === 1 ? parents.find((one) => one !== before) : parents[0];
          return { id, parent: parent ?? null, edit };
        }),
      );
      if (done !== null) announce(t('outline.moved'));
      else if (edit && outline.focused !== null) outline.edit({ key: outline.focused.key });
    },
    shift(by) {
      const items = chosen();
      const [first] = items;
      if (areUnnamed(items)) return moveUnnamed(by === 1 ? 'down' : 'up');
      if (first !== undefined && run({ kind: 'shift', items, by }, () => items) !== null) announce(t('outline.moved'));
    },
    move(items, place) {
      if (items.length === 0) return;
      const done = run({ kind: 'move', items, place }, () => items.map(({ id }) => ({ id, parent: place.parent })));
      if (done !== null) announce(t('outline.moved'));
    },
    unlink(row) {
      const done = run({ kind: 'unlink', item: occurrenceOf(row) });
      if (done === null || row.parent === null) return;
      const parent = done.state.objects.get(row.parent);
      const name = (parent === undefined ? null : textIn(parent, 'name', language)) ?? t('outline.unnamed');
      sayUndoable(t('outline.unlinked', { name }), done, () => outline.reveal([row.id]));
    },
    removeChosen() {
      const occurrences = chosen();
      const ids = new Set(occurrences.map(({ id }) => id));
      const first = rows.findIndex(({ id }) => ids.has(id));
      const next =
        rows[first - 1] ?? rows.find(({ id, parent }) => !ids.has(id) && (parent === null || !ids.has(parent)));
      if (occurrences.length > 0) removeAll(occurrences, next, false);
    },
    removeEmpty(row) {
      const before = rows[rows.indexOf(row) - 1];
      if (!outline.isUnnamed(row.id)) removeAll([occurrenceOf(row)], before, true);
      else if (before !== undefined) {
        outline.focus(before.key);
        outline.edit({ key: before.key });
      }
    },
  };
}
