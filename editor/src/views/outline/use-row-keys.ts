import { type KeyboardEvent, useRef } from 'react';
import { useLocale } from 'react-aria-components';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { NOTATION } from '../../outline/numbering.ts';
import { parentIndex, type Row } from '../../outline/rows.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { type EditAction, editKey, type KeyAction, rowKey } from './keyboard.ts';
import { findTyped, isTypedOn, type Typed, typedOn } from './type-ahead.ts';
import { type Outline, occurrenceOf } from './use-outline.ts';
import type { RowActions } from './use-row-actions.ts';

/** Actions that change nothing. */
const READING: ReadonlySet<KeyAction['kind']> = new Set([
  'go',
  'expand',
  'collapse',
  'select',
  'select-all',
  'type',
  'menu',
]);

/** The handlers of keys: on a row, and in the field that edits its name. */
export function useRowKeys(outline: Outline, actions: RowActions, canChange: boolean) {
  const { direction } = useLocale();
  const isRightToLeft = direction === 'rtl';
  const { language } = useWords();
  const { rows, focused, topmost } = outline;
  const typed = useRef<Typed | null>(null);

  /** The row that the letters lead to which were typed in quick succession. */
  function typeAhead(letter: string, timeMs: number): Row | undefined {
    typed.current = typedOn(typed.current, letter, timeMs);
    const { text } = typed.current;
    const namesOf = ({ id }: Row): readonly string[] => {
      const object = outline.state.objects.get(id) ?? {};
      const notation = member(object, NOTATION);
      return [textIn(object, 'name', language) ?? '', typeof notation === 'string' ? notation : ''];
    };
    const found = findTyped(rows.length, focused === null ? 0 : rows.indexOf(focused), text, (index) => {
      const row = rows[index];
      return row === undefined ? [] : namesOf(row);
    });
    return found === null ? undefined : rows[found];
  }

  function perform(action: KeyAction, row: Row, { target: element, timeStamp: timeMs }: KeyboardEvent) {
    switch (action.kind) {
      case 'go': {
        const target = targetOf(rows, rows.indexOf(row), action.to);
        if (target !== undefined) outline.focus(target.key, action.extend ? 'extend' : 'move');
        return;
      }
      case 'expand':
      case 'collapse':
        return outline.setExpanded(row.key, action.kind === 'expand');
      case 'select':
        return outline.focus(row.key, 'toggle');
      case 'select-all':
        return outline.selectAll();
      case 'edit':
        return outline.edit({ key: row.key });
      case 'type': {
        const target = typeAhead(action.text, timeMs);
        if (target !== undefined) outline.focus(target.key);
        return;
      }
      case 'add':
        return actions.addAfter(row);
      case 'indent':
      case 'outdent':
        return actions.indent(action.kind === 'indent' ? 1 : -1, topmost());
      case 'shift':
        return actions.shift(action.by);
      case 'delete':
        return actions.removeChosen();
      case 'menu':
        return element instanceof Element ? element.querySelector<HTMLElement>('[aria-haspopup]')?.click() : undefined;
    }
  }

  function onRowKey(event: KeyboardEvent): void {
    if (focused === null || outline.editing !== null) return;
    const isTyping = isTypedOn(typed.current, event.timeStamp);
    const action = rowKey(event, { ...focused, isTyping }, isRightToLeft);
    if (action === null || (!canChange && !READING.has(action.kind))) return;
    event.preventDefault();
    perform(action, focused, event);
  }

  /** @param finish adds the name, or discards it */
  function onEditKey(
    row: Row,
    name: string,
    event: KeyboardEvent<HTMLElement>,
    finish: (keeps: boolean) => void,
  ): void {
    const action = editKey(event, name, row, isRightToLeft);
    if (action === null) return;
    event.preventDefault();
    outline.edit(null);
    finish(action.kind !== 'remove' && (action.kind !== 'cancel' || outline.isUnnamed(row.id)));
    if (action.kind === 'remove') actions.removeEmpty(row);
    if (action.kind === 'cancel' || action.kind === 'remove') return;
    if (action.kind === 'shift') actions.shift(action.by);
    else goOn(row, action.after);
  }

  function goOn(row: Row, after: (EditAction & { readonly kind: 'keep' })['after']): void {
    if (after === 'add') actions.addAfter(row);
    else if (after === 'indent' || after === 'outdent')
      actions.indent(after === 'indent' ? 1 : -1, [occurrenceOf(row)], true);
    else if (after !== 'nothing') {
      const target = targetOf(rows, rows.indexOf(row), after) ?? row;
      outline.focus(target.key);
      outline.edit({ key: target.key });
    }
  }

  return { onRowKey, onEditKey };
}

/** The row that a movement of the focus leads to. */
function targetOf(
  rows: readonly Row[],
  index: number,
  to: (KeyAction & { readonly kind: 'go' })['to'],
): Row | undefined {
  const row = rows[index];
  switch (to) {
    case 'previous':
      return rows[index - 1];
    case 'next':
      return rows[index + 1];
    case 'first':
      return rows[0];
    case 'last':
      return rows.at(-1);
    case 'child':
      return row?.expanded ? rows[index + 1] : undefined;
    case 'parent':
      return rows[parentIndex(rows, index)];
  }
}
