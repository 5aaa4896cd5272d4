import type { ReactElement } from 'react';
import { type Key, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { Icon, type IconName } from './icon.tsx';

/** An entry of a menu. */
export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** Text of the keyboard shortcut. */
  readonly shortcut?: string;
  /** Address to open in place of an action. */
  readonly href?: string;
  readonly isDisabled?: boolean;
  readonly isDangerous?: boolean;
  /** A separator precedes it. */
  readonly startsGroup?: boolean;
};

/** What a menu shows and does. */
export type MenuContent = {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onAction: (id: string) => void;
  /** The id of the chosen entry, which is marked. */
  readonly selected?: string;
};

/** A button that opens a menu. @param trigger a `Button` or an `IconButton` */
export function MenuButton({ trigger, ...content }: MenuContent & { readonly trigger: ReactElement }) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="popover">
        <MenuList {...content} />
      </Popover>
    </MenuTrigger>
  );
}

/** The entries of a menu. @param onClose of a menu that no button opened */
export function MenuList({
  label,
  entries,
  onAction,
  selected,
  onClose,
}: MenuContent & { readonly onClose?: () => void }) {
  const disabled = entries.filter(({ isDisabled }) => isDisabled).map(({ id }) => id);
  const selection = selected === undefined ? {} : { selectionMode: 'single' as const, selectedKeys: [selected] };
  return (
    <Menu
      aria-label={label}
      onAction={(key: Key) => onAction(String(key))}
      disabledKeys={disabled}
      {...(onClose !== undefined && { onClose, autoFocus: 'first' as const })}
      {...selection}
    >
      {entries.flatMap((entry, index) => [
        ...(entry.startsGroup === true && index > 0
          ? [<Separator key={`before-${entry.id}`} className="menu-separator" />]
          : []),
        <Entry key={entry.id} entry={entry} />,
      ])}
    </Menu>
  );
}

function Entry({ entry: { id, label, icon, shortcut, href, isDangerous = false } }: { readonly entry: MenuEntry }) {
  return (
    <MenuItem
      id={id}
      textValue={label}
      className={isDangerous ? 'option option-danger' : 'option'}
      {...(href !== undefined && { href })}
    >
      {({ isSelected }) => (
        <>
          {icon !== undefined && <Icon name={icon} />}
          <span className="option-text">{label}</span>
          {isSelected && <Icon name="check" />}
          {shortcut !== undefined && <kbd>{shortcut}</kbd>}
        </>
      )}
    </MenuItem>
  );
}
