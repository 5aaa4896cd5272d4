import { IconButton } from '../../ui/button.tsx';
import { MenuButton, type MenuEntry } from '../../ui/menu.tsx';
import { useWords } from '../../words/use-words.tsx';

const ACTIONS = ['add', 'inside', 'edit', 'indent', 'outdent', 'up', 'down', 'link', 'unlink', 'delete'] as const;

/** An entry in the menu of a row. */
export type RowMenuAction = (typeof ACTIONS)[number];

type RowMenuProps = {
  /** Name of the competency. */
  readonly name: string;
  /** It has several parents. */
  readonly canUnlink: boolean;
  readonly onAction: (action: RowMenuAction) => void;
};

/** Everything that can be done to a row, for pointers and for people who do not know the keys yet. */
export function RowMenu({ name, canUnlink, onAction }: RowMenuProps) {
  const { t } = useWords();
  const entries: readonly MenuEntry[] = [
    { id: 'add', label: t('outline.add-below'), icon: 'add', shortcut: '↵' },
    { id: 'inside', label: t('outline.add-inside') },
    { id: 'edit', label: t('outline.edit'), icon: 'edit', shortcut: 'F2' },
    { id: 'indent', label: t('outline.indent'), shortcut: 'Alt →', startsGroup: true },
    { id: 'outdent', label: t('outline.outdent'), shortcut: 'Alt ←' },
    { id: 'up', label: t('outline.up'), shortcut: 'Alt ↑' },
    { id: 'down', label: t('outline.down'), shortcut: 'Alt ↓' },
    { id: 'link', label: t('outline.link'), icon: 'link', startsGroup: true },
    { id: 'unlink', label: t('outline.unlink'), isDisabled: !canUnlink },
    { id: 'delete', label: t('outline.delete'), icon: 'delete', isDangerous: true, startsGroup: true, shortcut: 'Del' },
  ];
  return (
    <MenuButton
      trigger={<IconButton icon="more" label={t('outline.more', { name })} excludeFromTabOrder />}
      label={t('outline.more', { name })}
      entries={entries}
      onAction={(id) => {
        const action = ACTIONS.find((one) => one === id);
        if (action !== undefined) onAction(action);
      }}
    />
  );
}
