import { useMemo, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useUndoToast } from '../../app/use-undo-toast.ts';
import { CommandRefused, type Fields, type NewItem, type Outcome, type Place } from '../../outline/command.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { createRows, type Row } from '../../outline/rows.ts';
import type { OutlineState } from '../../outline/state.ts';
import {
  addConcepts,
  type ConceptMove,
  deleteConcept,
  moveConcept,
  type SchemeEdit,
  withProgression,
} from '../../schemes/edit-scheme.ts';
import { newText } from '../../words/shown-text.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from '../outline/use-document.ts';

/** The member of concepts that has their name. */
export const LABEL = 'skos:prefLabel';

/** The concepts of an open scheme, which one is chosen, and what can be done to them. */
export type Concepts = {
  readonly state: OutlineState;
  readonly rows: readonly Row[];
  /** The id of the chosen concept; null: the scheme itself. */
  readonly chosen: string | null;
  readonly choose: (id: string | null) => void;
  readonly nameOf: (id: string) => string;
  /** @returns the id of the first one */
  readonly add: (items: readonly NewItem[], place: Place) => string | null;
  readonly rename: (id: string, fields: Fields) => void;
  readonly move: (place: Pick<Row, 'id' | 'parent'>, how: ConceptMove) => void;
  readonly remove: (row: Row) => void;
  readonly setProgression: (isModel: boolean) => void;
};

export function useConcepts(document: FrameworkDocument): Concepts {
  const { t, language } = useWords();
  const { service, announce } = useEditor();
  const sayUndoable = useUndoToast(document);
  const { state } = useSnapshot(document);
  const [listRows] = useState(createRows);
  const rows = useMemo(() => listRows(state, () => true), [listRows, state]);
  const [wanted, choose] = useState<string | null>(null);
  const chosen = wanted !== null && state.objects.has(wanted) ? wanted : null;
  const nameOf = (id: string): string => {
    const object = document.getSnapshot().state.objects.get(id) ?? {};
    return textIn(object, LABEL, language) ?? textIn(object, 'name', language) ?? t('outline.unnamed');
  };

  /** Does an edit as one step of undo; says why if it is refused. */
  function run(edit: (state: OutlineState) => SchemeEdit): Outcome | null {
    try {
      return document.run({ kind: 'restore', objects: edit(document.getSnapshot().state) });
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      announce(t(`outline.refused-${error.reason}`));
      return null;
    }
  }

  return {
    state,
    rows,
    chosen,
    choose,
    nameOf,
    add(items, place) {
      let first: string | null = null;
      run((now) => {
        const { edit, added } = addConcepts(now, items, place, {
          base: service.base,
          now: () => new Date().toISOString(),
        });
        first = added[0] ?? null;
        return edit;
      });
      return first;
    },
    rename: (id, fields) => void document.run({ kind: 'edit', id, fields }),
    move: ({ id, parent }, how) => void run((now) => moveConcept(now, id, parent, how)),
    remove({ id }) {
      const name = nameOf(id);
      const outcome = run((now) => deleteConcept(now, id));
      if (outcome === null) return;
      const count = outcome.changes.filter(({ kind }) => kind === 'delete').length;
      sayUndoable(t('schemes.deleted', { name, count }), outcome, () => choose(id));
    },
    setProgression: (isModel) => void run((now) => withProgression(now, isModel)),
  };
}

/** A new concept of this name, in the language of the person. */
export function conceptOf(name: string, language: string): NewItem {
  return { fields: { [LABEL]: newText(name, language) }, children: [] };
}
