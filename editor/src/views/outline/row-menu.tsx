import { useState } from 'react';
import { useRouter } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { shortPath } from '../../app/short-link.ts';
import type { Row } from '../../outline/rows.ts';
import { IconButton } from '../../ui/button.tsx';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { MenuButton, type MenuContent, type MenuEntry } from '../../ui/menu.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import type { PlaceRequest } from './place-dialog.tsx';
import { type Outline, occurrenceOf } from './use-outline.ts';
import type { RowActions } from './use-row-actions.ts';

/** What can be done to one row, or to all chosen ones. */
const ACTIONS = [
  'add',
  'inside',
  'edit',
  'indent',
  'outdent',
  'up',
  'down',
  'move',
  'copy',
  'address',
  'link',
  'unlink',
  'delete',
] as const;

export type RowAction = (typeof ACTIONS)[number];

/** What the actions of rows need of the view. */
export type RowMenuHandlers = {
  /** Keeps the focus in the outline. */
  readonly keepFocus: () => void;
  readonly onPlace: (request: PlaceRequest) => void;
  /** Puts the chosen competencies into the clipboard. */
  readonly copy: () => void;
};

type Point = { readonly x: number; readonly y: number };

/** The actions of the chosen rows by pointer: a menu in the row, at the pointer, and buttons below the outline. */
export function useRowMenu(outline: Outline, actions: RowActions, handlers: RowMenuHandlers) {
  const { announce, service } = useEditor();
  const { base } = useRouter();
  const { t } = useWords();
  const [point, setPoint] = useState<Point | null>(null);
  const { focused } = outline;

  async function copyAddress(id: string): Promise<void> {
    const { frameworkId } = outline.state;
    await navigator.clipboard.writeText(`${window.location.origin}${base}${shortPath(service.base, frameworkId, id)}`);
    announce(t('export.copied'));
  }

  function perform(action: RowAction): void {
    if (focused === null) return;
    const effects: Record<RowAction, () => void> = {
      add: () => actions.addAfter(focused),
      inside: () => actions.addInside(focused),
      edit: () => outline.edit({ key: focused.key }),
      indent: () => actions.indent(1, outline.topmost()),
      outdent: () => actions.indent(-1, outline.topmost()),
      up: () => actions.shift(-1),
      down: () => actions.shift(1),
      move: () => handlers.onPlace({ kind: 'move', items: outline.topmost() }),
      copy() {
        handlers.copy();
        announce(t('outline.copied-rows', { count: outline.topmost().length }));
      },
      address: () => void copyAddress(focused.id),
      link: () => handlers.onPlace({ kind: 'link', items: [occurrenceOf(focused)] }),
      unlink: () => actions.unlink(focused),
      delete: () => actions.removeChosen(),
    };
    handlers.keepFocus();
    effects[action]();
  }

  /** Opens the menu at the pointer, for the pressed row or, if it is one of several chosen ones, for all of them. */
  function openAt(row: Row, at: Point): void {
    handlers.keepFocus();
    if (!outline.selected.has(row.key)) outline.focus(row.key);
    setPoint(at);
  }

  return { perform, openAt, point, close: () => setPoint(null) };
}

type RowMenuProps = {
  readonly outline: Outline;
  readonly canChange: boolean;
  readonly onAction: (action: RowAction) => void;
  /** The menu is at this place; absent: a button opens it. */
  readonly at?: { readonly point: Point; readonly onClose: () => void };
};

/** Everything that can be done to the chosen rows, for pointers and for people who do not know the keys yet. */
export function RowMenu({ outline, canChange, onAction, at }: RowMenuProps) {
  const { t, language } = useWords();
  const { focused, selected, state } = outline;
  if (focused === null) return null;
  const { id } = focused;
  const name = textIn(state.objects.get(id) ?? {}, 'name', language) || t('outline.unnamed');
  const isSeveral = selected.size > 1 && selected.has(focused.key);
  const canUnlink = (state.tree.parents.get(id) ?? []).length > 1;
  const one: readonly MenuEntry[] = [
    { id: 'add', label: t('outline.add-below'), icon: 'add', shortcut: '↵' },
    { id: 'inside', label: t('outline.add-inside') },
    { id: 'edit', label: t('outline.edit'), icon: 'edit', shortcut: 'F2' },
  ];
  const links: readonly MenuEntry[] = [
    { id: 'link', label: t('outline.link'), icon: 'link' },
    { id: 'unlink', label: t('outline.unlink'), isDisabled: !canUnlink },
  ];
  const copy: readonly MenuEntry[] = [
    { id: 'copy', label: t('outline.copy'), shortcut: 'Ctrl C', startsGroup: true },
    ...(isSeveral ? [] : [{ id: 'address', label: t('share.link-copy') }]),
  ];
  const changes: readonly MenuEntry[] = [
    ...(isSeveral ? [] : one),
    { id: 'indent', label: t('outline.indent'), shortcut: 'Alt →', startsGroup: !isSeveral },
    { id: 'outdent', label: t('outline.outdent'), shortcut: 'Alt ←' },
    { id: 'up', label: t('outline.up'), shortcut: 'Alt ↑' },
    { id: 'down', label: t('outline.down'), shortcut: 'Alt ↓' },
    { id: 'move', label: t('outline.move') },
    ...copy,
    ...(isSeveral ? [] : links),
    { id: 'delete', label: t('outline.delete'), icon: 'delete', isDangerous: true, startsGroup: true, shortcut: 'Del' },
  ];
  const content: MenuContent = {
    label: isSeveral ? t('outline.selected', { count: selected.size }) : t('outline.more', { name }),
    entries: canChange ? changes : copy,
    onAction(key) {
      const action = ACTIONS.find((known) => known === key);
      if (action !== undefined) onAction(action);
    },
  };
  if (at !== undefined) return <ContextMenu {...content} {...at} />;
  return <MenuButton {...content} trigger={<IconButton icon="more" label={content.label} excludeFromTabOrder />} />;
}
