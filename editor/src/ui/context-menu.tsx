import { useRef } from 'react';
import { Popover } from 'react-aria-components';
import { type MenuContent, MenuList } from './menu.tsx';

type ContextMenuProps = MenuContent & {
  /** Where the pointer was pressed, in CSS pixels of the window. */
  readonly point: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
};

/** A menu at the pointer. */
export function ContextMenu({ point, onClose, ...content }: ContextMenuProps) {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={place} className="menu-point" style={{ left: point.x, top: point.y }} />
      <Popover
        className="popover"
        aria-label={content.label}
        triggerRef={place}
        placement="bottom start"
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <MenuList {...content} onClose={onClose} />
      </Popover>
    </>
  );
}
