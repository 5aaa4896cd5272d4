import type { KeyboardEvent } from 'react';
import { useLocale } from 'react-aria-components';
import type { Row } from '../../outline/rows.ts';
import { type EditAction, editKey, type KeyAction, rowKey } from './keyboard.ts';
import { type Outline, occurrenceOf } from './use-outline.ts';
import type { RowActions } from './use-row-actions.ts';

/** Actions that change nothing. */
const READING: ReadonlySet<KeyAction['kind']> = new Set(['go', 'expand', 'collapse', 'select', 'select-all']);

/** The handlers of keys: on a row, and in the field that edits its name. */
export function useRowKeys(outline: Outline, actions: RowActions, canChange: boolean) {
  const { direction } = useLocale();
  const isRightToLeft = direction === 'rtl';
  const { rows, focused, topmost } = outline;

  function perform(action: KeyAction, row: Row, element: Element) {
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
        return outline.edit({ key: row.key, text: null });
      case 'type':
        return outline.edit({ key: row.key, text: action.text });
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
        return element.querySelector<HTMLElement>('[aria-haspopup]')?.click();
    }
  }

  function onRowKey(event: KeyboardEvent): void {
    if (focused === null || outline.editing !== null) return;
    const action = rowKey(event, focused, isRightToLeft);
    if (action === null || (!canChange && !READING.has(action.kind))) return;
    event.preventDefault();
    if (event.target instanceof Element) perform(action, focused, event.target);
  }

  /** @param finish takes the name, or forgets it */
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
    finish(action.kind === 'keep' || action.kind === 'shift');
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
      outline.edit({ key: target.key, text: null });
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
      return rows.slice(0, index).findLast((above) => row !== undefined && above.depth < row.depth);
  }
}
