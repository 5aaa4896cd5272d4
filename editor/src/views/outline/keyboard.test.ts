import { describe, expect, it } from 'vitest';
import { editKey, type KeyPress, rowKey } from './keyboard.ts';

const LEAF = { hasChildren: false, expanded: false };
const CLOSED = { hasChildren: true, expanded: false };
const OPEN = { hasChildren: true, expanded: true };

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...modifiers,
});

describe('a key on a row of the outline', () => {
  it('opens and closes a row, then goes to its first child and its parent', () => {
    expect(rowKey(press('ArrowRight'), CLOSED, false)).toEqual({ kind: 'expand' });
    expect(rowKey(press('ArrowRight'), OPEN, false)).toMatchObject({ kind: 'go', to: 'child' });
    expect(rowKey(press('ArrowLeft'), OPEN, false)).toEqual({ kind: 'collapse' });
    expect(rowKey(press('ArrowLeft'), LEAF, false)).toMatchObject({ kind: 'go', to: 'parent' });
  });

  it('does the same in the other direction where text runs from right to left', () => {
    expect(rowKey(press('ArrowLeft'), CLOSED, true)).toEqual({ kind: 'expand' });
    expect(rowKey(press('ArrowRight', { altKey: true }), LEAF, true)).toEqual({ kind: 'outdent' });
  });

  it('opens the menu of the row as in other programs', () => {
    expect(rowKey(press('ContextMenu'), LEAF, false)).toEqual({ kind: 'menu' });
    expect(rowKey(press('F10', { shiftKey: true }), LEAF, false)).toEqual({ kind: 'menu' });
    expect(rowKey(press('F10'), LEAF, false)).toBeNull();
  });

  it('moves with Alt, and extends the selection with Shift', () => {
    expect(rowKey(press('ArrowDown', { altKey: true }), LEAF, false)).toEqual({ kind: 'shift', by: 1 });
    expect(rowKey(press('ArrowRight', { altKey: true }), LEAF, false)).toEqual({ kind: 'indent' });
    expect(rowKey(press('ArrowDown', { shiftKey: true }), LEAF, false)).toMatchObject({ extend: true });
  });

  it('searches for a row if it types a letter, in any script', () => {
    expect(rowKey(press('é'), LEAF, false)).toEqual({ kind: 'type', text: 'é' });
    expect(rowKey(press('𠮷'), LEAF, false)).toEqual({ kind: 'type', text: '𠮷' });
  });

  it('continues the search with a blank, or selects the row', () => {
    expect(rowKey(press(' '), { ...LEAF, isTyping: true }, false)).toEqual({ kind: 'type', text: ' ' });
    expect(rowKey(press(' '), LEAF, false)).toEqual({ kind: 'select' });
  });

  it('leaves Tab, function keys and the keys of the browser alone', () => {
    for (const key of ['Tab', 'F5', 'Escape', 'Control']) expect(rowKey(press(key), LEAF, false)).toBeNull();
    expect(rowKey(press('r', { ctrlKey: true }), LEAF, false)).toBeNull();
  });
});

describe('a key in the field of a name', () => {
  it('keeps the name and adds the next competency, or ends the edit if the name is empty', () => {
    expect(editKey(press('Enter'), 'Wheels', LEAF, false)).toEqual({ kind: 'keep', after: 'add' });
    expect(editKey(press('Enter'), '', LEAF, false)).toEqual({ kind: 'keep', after: 'nothing' });
  });

  it('indents and outdents with Tab, and leaves with Escape', () => {
    expect(editKey(press('Tab'), 'Wheels', LEAF, false)).toEqual({ kind: 'keep', after: 'indent' });
    expect(editKey(press('Tab', { shiftKey: true }), 'Wheels', LEAF, false)).toEqual({
      kind: 'keep',
      after: 'outdent',
    });
    expect(editKey(press('Escape'), 'Wheels', LEAF, false)).toEqual({ kind: 'cancel' });
  });

  it('deletes a competency only if it has neither a name nor anything below', () => {
    expect(editKey(press('Backspace'), '', LEAF, false)).toEqual({ kind: 'remove' });
    expect(editKey(press('Backspace'), '', OPEN, false)).toBeNull();
    expect(editKey(press('Backspace'), 'W', LEAF, false)).toBeNull();
  });
});
