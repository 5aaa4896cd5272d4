import type { ReactNode } from 'react';
import { Disclosure as AriaDisclosure, Button, DisclosurePanel, Heading } from 'react-aria-components';
import { Icon } from './icon.tsx';
import './disclosure.css';

type DisclosureProps = {
  readonly title: string;
  /** A few words beside the title. */
  readonly note?: string | undefined;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
};

/** A section that its title opens and closes. What it contains stays in the page while it is closed. */
export function Disclosure({ title, note, isOpen, onToggle, children }: DisclosureProps) {
  return (
    <AriaDisclosure isExpanded={isOpen} onExpandedChange={onToggle} className="disclosure">
      <Heading level={2} className="disclosure-heading">
        <Button slot="trigger" className="disclosure-trigger">
          <Icon name="chevron" />
          <span>{title}</span>
          {note !== undefined && <span className="disclosure-note">{note}</span>}
        </Button>
      </Heading>
      <DisclosurePanel className="disclosure-panel">
        <div className="disclosure-content stack">{children}</div>
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
