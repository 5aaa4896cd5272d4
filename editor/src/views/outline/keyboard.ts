/** The action of a key in the outline. */
export type KeyAction =
  | {
      readonly kind: 'go';
      readonly to: 'previous' | 'next' | 'first' | 'last' | 'parent' | 'child';
      readonly extend: boolean;
    }
  | {
      readonly kind: 'expand' | 'collapse' | 'edit' | 'add' | 'indent' | 'outdent' | 'delete' | 'select' | 'select-all';
    }
  | { readonly kind: 'shift'; readonly by: -1 | 1 }
  /** Opens the menu of the row. */
  | { readonly kind: 'menu' }
  /** Goes to the next row whose name or notation begins with what is typed. */
  | { readonly kind: 'type'; readonly text: string };

/** The action of a key while a name is edited. */
export type EditAction =
  /** Keeps what was typed, then does something to the row. */
  | { readonly kind: 'keep'; readonly after: 'add' | 'nothing' | 'indent' | 'outdent' | 'previous' | 'next' }
  | { readonly kind: 'shift'; readonly by: -1 | 1 }
  | { readonly kind: 'cancel' }
  /** Deletes the row, which has neither a name nor anything below it. */
  | { readonly kind: 'remove' };

/** The relevant properties of a key event. */
export type KeyPress = {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
};

/** Whether the row that has the focus can be opened or closed. */
type RowState = {
  readonly hasChildren: boolean;
  readonly expanded: boolean;
  /** Letters were typed just now: a blank continues them. */
  readonly isTyping?: boolean;
};

/**
 * The action of a key while a row has the focus (ARIA Authoring Practices: Tree View), with the keys of outliners. Tab is not among
 * them: it leaves the outline. Null: the key does nothing here.
 *
 * @param isRightToLeft left and right are exchanged
 */
export function rowKey(press: KeyPress, row: RowState, isRightToLeft: boolean): KeyAction | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = press;
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (altKey) return moveKey(key, forward, backward);
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? { kind: 'select-all' } : null;
  const extend = shiftKey;
  switch (key) {
    case 'ArrowUp':
      return { kind: 'go', to: 'previous', extend };
    case 'ArrowDown':
      return { kind: 'go', to: 'next', extend };
    case 'Home':
      return { kind: 'go', to: 'first', extend };
    case 'End':
      return { kind: 'go', to: 'last', extend };
    case forward:
      return row.hasChildren && !row.expanded ? { kind: 'expand' } : { kind: 'go', to: 'child', extend: false };
    case backward:
      return row.hasChildren && row.expanded ? { kind: 'collapse' } : { kind: 'go', to: 'parent', extend: false };
    case 'Enter':
      return { kind: 'add' };
    case 'F2':
      return { kind: 'edit' };
    case 'ContextMenu':
      return { kind: 'menu' };
    case 'F10':
      return shiftKey ? { kind: 'menu' } : null;
    case 'Delete':
    case 'Backspace':
      return { kind: 'delete' };
    case ' ':
      return row.isTyping === true ? { kind: 'type', text: key } : { kind: 'select' };
    default:
      return [...key].length === 1 ? { kind: 'type', text: key } : null;
  }
}

/**
 * The action of a key in the field of a name; null: the field takes it. Tab indents here, and Escape leaves the field, after which
 * Tab leaves the outline: the focus is never caught.
 *
 * @param name what was typed so far
 */
export function editKey(
  press: KeyPress,
  name: string,
  { hasChildren }: Pick<RowState, 'hasChildren'>,
  isRightToLeft: boolean,
): EditAction | null {
  const isEmpty = name.trim() === '' && !hasChildren;
  if (press.altKey) {
    const action = rowKey(press, { hasChildren, expanded: false }, isRightToLeft);
    if (action?.kind === 'indent' || action?.kind === 'outdent') return { kind: 'keep', after: action.kind };
    return action?.kind === 'shift' ? action : null;
  }
  switch (press.key) {
    case 'Enter':
      return { kind: 'keep', after: isEmpty ? 'nothing' : 'add' };
    case 'Tab':
      return { kind: 'keep', after: press.shiftKey ? 'outdent' : 'indent' };
    case 'ArrowUp':
      return { kind: 'keep', after: 'previous' };
    case 'ArrowDown':
      return { kind: 'keep', after: 'next' };
    case 'Escape':
      return { kind: 'cancel' };
    case 'Backspace':
      return isEmpty && name === '' ? { kind: 'remove' } : null;
    default:
      return null;
  }
}

function moveKey(key: string, forward: string, backward: string): KeyAction | null {
  switch (key) {
    case 'ArrowUp':
      return { kind: 'shift', by: -1 };
    case 'ArrowDown':
      return { kind: 'shift', by: 1 };
    case forward:
      return { kind: 'indent' };
    case backward:
      return { kind: 'outdent' };
    default:
      return null;
  }
}
