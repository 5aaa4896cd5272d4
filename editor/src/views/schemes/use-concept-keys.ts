import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useLocale } from 'react-aria-components';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import type { Place } from '../../outline/command.ts';
import type { Row } from '../../outline/rows.ts';
import { withShownText } from '../../words/shown-text.ts';
import { useWords } from '../../words/use-words.tsx';
import { type EditAction, editKey, type KeyAction, rowKey } from '../outline/keyboard.ts';
import { type Concepts, conceptOf, LABEL } from './use-concepts.ts';

/** What is being typed: the name of a concept, or that of a new one at a place. */
export type Typing =
  | { readonly kind: 'rename'; readonly row: Row; readonly text: string }
  | { readonly kind: 'new'; readonly place: Place; readonly depth: number; readonly text: string };

/** What keys and the menus of rows do. */
export type ConceptKeys = {
  readonly tree: RefObject<HTMLDivElement | null>;
  /** The row that the Tab key leads to. */
  readonly current: Row | undefined;
  readonly typing: Typing | null;
  readonly setText: (text: string) => void;
  readonly addAtEnd: () => void;
  /** Does what an entry of the menu of a row says. */
  readonly act: (id: string, row: Row) => void;
  readonly onRowKey: (event: KeyboardEvent, row: Row) => void;
  readonly onTypingKey: (event: KeyboardEvent, now: Typing) => void;
  /** The field of a name was left. */
  readonly onTypingBlur: (now: Typing) => void;
};

/** The keys of the outline for the concepts of a vocabulary, all of which are open. */
export function useConceptKeys(concepts: Concepts, canChange: boolean): ConceptKeys {
  const { language } = useWords();
  const isRightToLeft = useLocale().direction === 'rtl';
  const { rows, chosen, choose, nameOf, state } = concepts;
  const tree = useRef<HTMLDivElement>(null);
  const [typing, showTyping] = useState<Typing | null>(null);
  /** A field that is removed is left, too: only what is typed now is kept then. */
  const typed = useRef<Typing | null>(null);
  const [wantsFocus, setWantsFocus] = useState(false);

  // Before the next key arrives.
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    setWantsFocus(false);
    const row = tree.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    (row ?? document.querySelector<HTMLElement>('.scheme-concepts > button'))?.focus();
  }, [wantsFocus]);

  function setTyping(next: Typing | null): void {
    typed.current = next;
    showTyping(next);
  }

  function focus(id: string | null): void {
    choose(id);
    setWantsFocus(true);
  }

  function typeAt(place: Place, depth: number): void {
    setTyping({ kind: 'new', place, depth, text: '' });
  }

  function remove(row: Row): void {
    const at = rows.indexOf(row);
    const next = rows.slice(at + 1).find(({ depth }) => depth <= row.depth) ?? rows[at - 1];
    concepts.remove(row);
    focus(next?.id ?? null);
  }

  function act(id: string, row: Row): void {
    switch (id) {
      case 'add':
        typeAt({ parent: row.parent, after: row.id }, row.depth);
        break;
      case 'inside':
        typeAt({ parent: row.id, after: state.tree.children.get(row.id)?.at(-1) ?? null }, row.depth + 1);
        break;
      case 'edit':
        setTyping({ kind: 'rename', row, text: nameOf(row.id) });
        break;
      case 'delete':
        remove(row);
        break;
      case 'indent':
      case 'outdent':
      case 'up':
      case 'down':
        concepts.move(row, id);
        focus(row.id);
    }
  }

  function onRowKey(event: KeyboardEvent, row: Row): void {
    const action = rowKey(event, row, isRightToLeft);
    if (action === null || event.target !== event.currentTarget) return;
    if (action.kind === 'go' || action.kind === 'collapse') {
      const next = rowTo(rows, row, action.kind === 'go' ? action.to : 'parent');
      if (next !== undefined) focus(next.id);
    } else if (!canChange || !CHANGES.has(action.kind)) return;
    else act(nameOfMove(action) ?? action.kind, row);
    event.preventDefault();
  }

  /** Keeps what was typed. @returns the id of its concept; null: nothing was typed */
  function keep(now: Typing): string | null {
    setTyping(null);
    const name = now.text.trim();
    if (now.kind === 'new') return name === '' ? null : concepts.add([conceptOf(name, language)], now.place);
    const { id } = now.row;
    const value = member(state.objects.get(id) ?? {}, LABEL);
    if (name !== '' && name !== nameOf(id)) concepts.rename(id, { [LABEL]: withShownText(value, name, language) });
    return id;
  }

  function onTypingKey(event: KeyboardEvent, now: Typing): void {
    event.stopPropagation();
    const hasChildren = now.kind === 'rename' && now.row.hasChildren;
    const action = editKey(event, now.text, { hasChildren }, isRightToLeft);
    if (action === null) return;
    event.preventDefault();
    if (action.kind === 'cancel' || action.kind === 'remove') {
      const kept = now.kind === 'new' ? keep(now) : null; // as in the outline, a new name stays
      setTyping(null);
      focus(kept ?? chosen);
      return;
    }
    const id = keep(now);
    if (id === null) focus(chosen);
    else goOn(action, now, id);
  }

  /** Does what follows after a name was kept. */
  function goOn(action: Exclude<EditAction, { kind: 'cancel' | 'remove' }>, now: Typing, id: string): void {
    choose(id);
    const { parent } = now.kind === 'new' ? now.place : now.row;
    const after = action.kind === 'keep' ? action.after : action.by === -1 ? 'up' : 'down';
    const at = rows.findIndex((row) => row.id === id);
    switch (after) {
      case 'add':
        typeAt({ parent, after: id }, now.kind === 'new' ? now.depth : now.row.depth);
        return;
      case 'previous':
      case 'next':
        focus(rows[after === 'next' ? at + 1 : at - 1]?.id ?? id);
        return;
      case 'nothing':
        break;
      default:
        concepts.move({ id, parent }, after);
    }
    focus(id);
  }

  return {
    tree,
    current: rows.find(({ id }) => id === chosen) ?? rows[0],
    typing,
    setText: (text) => typing !== null && setTyping({ ...typing, text }),
    addAtEnd: () => typeAt({ parent: null, after: state.tree.roots.at(-1) ?? null }, 1),
    act,
    onRowKey,
    onTypingKey,
    onTypingBlur: (now) => {
      if (typed.current === now) keep(now);
    },
  };
}

type Go = Extract<KeyAction, { kind: 'go' }>['to'];

/** The row that a key leads to; undefined: there is none. */
function rowTo(rows: readonly Row[], row: Row, to: Go): Row | undefined {
  const at = rows.indexOf(row);
  switch (to) {
    case 'previous':
      return rows[at - 1];
    case 'next':
      return rows[at + 1];
    case 'first':
      return rows[0];
    case 'last':
      return rows.at(-1);
    case 'parent':
      return rows.find(({ id }) => id === row.parent);
    case 'child':
      return row.hasChildren ? rows[at + 1] : undefined;
  }
}

function nameOfMove(action: KeyAction): 'up' | 'down' | null {
  if (action.kind !== 'shift') return null;
  return action.by === -1 ? 'up' : 'down';
}

/** Actions of keys that change the vocabulary. */
const CHANGES: ReadonlySet<string> = new Set(['add', 'edit', 'delete', 'indent', 'outdent', 'shift']);
