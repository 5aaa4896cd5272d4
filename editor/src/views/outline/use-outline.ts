import { useCallback, useMemo, useRef, useState } from 'react';
import type { Json } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor } from '../../app/editor.tsx';
import { type Command, CommandRefused, type Occurrence, type Outcome, type Place } from '../../outline/command.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { idMaker } from '../../outline/new-object.ts';
import { createRows, idOfKey, keysTo, type Row, rowAt } from '../../outline/rows.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { moveUnnamed, placeIn, type Unnamed, type UnnamedMove, withUnnamed } from '../../outline/unnamed.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from './use-document.ts';

/** Larger frameworks are opened with their top level only. */
const MAX_EXPANDED = 500;

/** A row whose name is being edited. */
type Editing = { readonly key: string };

/** The visible outline of a document: its rows, the focus, the selection, and the edited row. */
export type Outline = {
  readonly document: FrameworkDocument;
  /** The document with the competency that is being added. */
  readonly state: OutlineState;
  readonly rows: readonly Row[];
  /** The row that has the focus, or would get it; null without rows. */
  readonly focused: Row | null;
  /** Whether the person has gone to that row, or a command has taken them there. */
  readonly isFocusTaken: boolean;
  readonly selected: ReadonlySet<string>;
  readonly editing: Editing | null;
  /** Whether the framework itself is chosen, beside the selection: until the person goes to a row. */
  readonly isFrameworkChosen: boolean;
  readonly chooseFramework: (isChosen: boolean) => void;
  /** The selected places in their order; the focused place if it is not among them. */
  readonly chosen: () => readonly Occurrence[];
  /** The chosen places that are not below another chosen one, which includes them. */
  readonly topmost: () => readonly Occurrence[];
  readonly focus: (key: string, how?: 'move' | 'extend' | 'toggle') => void;
  readonly selectAll: () => void;
  readonly edit: (editing: Editing | null) => void;
  readonly setExpanded: (key: string, expanded: boolean) => void;
  readonly expandAll: (expanded: boolean) => void;
  /**
   * Runs a command, and shows a message if it is refused.
   *
   * @param follow the place that gets the focus, or several that are selected; opened if they are not visible
   * @returns null for a refused command
   */
  readonly run: (
    command: Command,
    follow?: (outcome: Outcome) => Following | readonly Following[] | null,
  ) => Outcome | null;
  /** Shows a competency without a name, for the person to type it. {@link Outline.name} adds it to the document. */
  readonly begin: (place: Place) => void;
  /** Whether a competency is the one that is being added, and not in the document. */
  readonly isUnnamed: (id: string) => boolean;
  /** Moves the competency that is being added, and keeps its name in editing. @returns false: it was not moved */
  readonly moveUnnamed: (how: UnnamedMove) => boolean;
  /** Adds the competency begun last to the document. */
  readonly name: (name: Json) => void;
  /** Selects competencies, each at the first of its places. The first one gets the focus. */
  readonly reveal: (ids: readonly string[]) => void;
  /** Undoes or repeats the last step. What comes back by that is selected. */
  readonly undo: () => void;
  readonly redo: () => void;
};

/** A place that gets the focus after a command. */
export type Following = Occurrence & { readonly edit?: boolean };

/** @param document that is open */
export function useOutline(document: FrameworkDocument): Outline {
  const { announce, service } = useEditor();
  const { t } = useWords();
  const { state: saved } = useSnapshot(document);
  const [listRows] = useState(createRows);
  const [expandsAll, setExpandsAll] = useState(() => saved.objects.size <= MAX_EXPANDED * 2);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [edited, edit] = useState<Editing | null>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isFrameworkChosen, chooseFramework] = useState(false);
  const anchor = useRef<string | null>(null);

  const isAdding = begun !== null && edited !== null && idOfKey(edited.key) === begun.unnamed.id;
  const unnamed = isAdding ? begun.unnamed : null;
  const state = useMemo(() => (unnamed === null ? saved : withUnnamed(saved, unnamed)), [saved, unnamed]);
  const rows = useMemo(
    () => listRows(state, (key) => expandsAll !== toggled.has(key)),
    [listRows, state, expandsAll, toggled],
  );
  const focused = rowAt(rows, focusedKey) ?? rowAt(rows, begun?.from ?? null) ?? rows[0] ?? null;
  const editedRow = rowAt(rows, edited?.key ?? null);
  const editing = edited === null || editedRow === null ? null : { ...edited, key: editedRow.key };

  const setExpanded = useCallback(
    (key: string, expanded: boolean) => {
      setToggled((before) => {
        const next = new Set(before);
        if (expanded === expandsAll) next.delete(key);
        else next.add(key);
        return next;
      });
    },
    [expandsAll],
  );

  function focus(key: string, how: 'move' | 'extend' | 'toggle' = 'move'): void {
    setFocusedKey(key);
    chooseFramework(false);
    if (how === 'extend') {
      const from = rows.findIndex((row) => row.key === (anchor.current ?? focused?.key));
      const to = rows.findIndex((row) => row.key === key);
      setSelected(new Set(rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.key)));
      return;
    }
    anchor.current = key;
    if (how === 'move') {
      setSelected(new Set());
      return;
    }
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }

  /** Moves the focus to the first of some places, selects all of them if there are several, and opens what is above them. */
  function goTo(places: readonly Occurrence[], begins = false): void {
    const { tree } = current();
    const ways = places.map((place) => keysTo(tree, place));
    setToggled((before) => {
      const next = new Set(before);
      for (const above of ways.flatMap((keys) => keys.slice(0, -1))) {
        if (expandsAll) next.delete(above);
        else next.add(above);
      }
      return next;
    });
    const keys = ways.flatMap((way) => way.at(-1) ?? []);
    const [key = null] = keys;
    setFocusedKey(key);
    chooseFramework(false);
    anchor.current = key;
    setSelected(new Set(keys.length > 1 ? keys : []));
    edit(begins && key !== null ? { key } : null);
  }

  const current = (): OutlineState => document.getSnapshot().state;
  const placeOf = (id: string): Occurrence => ({ id, parent: current().tree.parents.get(id)?.[0] ?? null });

  const reveal = (ids: readonly string[]): void => goTo(ids.map(placeOf));

  function step(how: 'undo' | 'redo'): void {
    const before = current();
    if (!document[how]()) return;
    const after = current();
    const { objects, tree } = after;
    const isBack = (id: string): boolean => objects.has(id) && !before.objects.has(id);
    const listed = listedIds(frameworkOf(after), 'competency');
    const back = listed.filter((id) => isBack(id) && !(tree.parents.get(id) ?? []).some(isBack));
    if (back.length > 0) reveal(back);
    if (back.length > 0 || focused === null || objects.has(focused.id)) return;
    const left = rows.slice(0, rows.indexOf(focused)).findLast(({ id }) => objects.has(id));
    if (left !== undefined) focus(left.key);
  }
  const isUnnamed = (id: string): boolean => begun?.unnamed.id === id && !current().objects.has(id);

  function showUnnamed(shown: Unnamed, from: string | null): void {
    setBegun({ unnamed: shown, from });
    goTo([{ id: shown.id, parent: shown.place.parent }], true);
  }

  function run(
    command: Command,
    following?: (outcome: Outcome) => Following | readonly Following[] | null,
  ): Outcome | null {
    try {
      const outcome = document.run(command);
      const places = [following?.(outcome) ?? []].flat();
      if (places.length > 0) goTo(places, places[0]?.edit);
      return outcome;
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      announce(t(`outline.refused-${error.reason}`));
      return null;
    }
  }

  return {
    document,
    state,
    rows,
    focused,
    isFocusTaken: focusedKey !== null,
    selected,
    editing,
    isFrameworkChosen,
    chooseFramework,
    focus,
    edit,
    setExpanded,
    run,
    chosen() {
      if (focused === null) return [];
      if (!selected.has(focused.key)) return [occurrenceOf(focused)];
      return rows.filter(({ key }) => selected.has(key)).map(occurrenceOf);
    },
    topmost() {
      if (focused === null || !selected.has(focused.key)) return focused === null ? [] : [occurrenceOf(focused)];
      const isBelow = (key: string): boolean => {
        for (let end = key.lastIndexOf(' '); end !== -1; end = key.lastIndexOf(' ', end - 1)) {
          if (selected.has(key.slice(0, end))) return true;
        }
        return false;
      };
      return rows.filter(({ key }) => selected.has(key) && !isBelow(key)).map(occurrenceOf);
    },
    selectAll: () => setSelected(new Set(rows.map(({ key }) => key))),
    expandAll(expanded) {
      setExpandsAll(expanded);
      setToggled(new Set());
    },
    begin: (place) => showUnnamed({ id: idMaker(service.base)('Competency'), place }, focused?.key ?? null),
    isUnnamed,
    moveUnnamed(how) {
      if (begun === null) return false;
      try {
        showUnnamed(moveUnnamed(current(), begun.unnamed, how), begun.from);
        return true;
      } catch (error) {
        if (!(error instanceof CommandRefused)) throw error;
        announce(t(`outline.refused-${error.reason}`));
        return false;
      }
    },
    name(name) {
      if (begun === null) return;
      const { id } = begun.unnamed;
      run({ kind: 'add', id, place: placeIn(current(), begun.unnamed), items: [{ fields: { name }, children: [] }] });
    },
    reveal,
    undo: () => step('undo'),
    redo: () => step('redo'),
  };
}

/** The competency begun last, and the row that gets the focus back if the competency gets no name. */
type Begun = { readonly unnamed: Unnamed; readonly from: string | null };

export function occurrenceOf({ id, parent }: Row): Occurrence {
  return { id, parent };
}
