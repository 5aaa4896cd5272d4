import { useRef, useState } from 'react';
import type { NewItem } from '../../outline/command.ts';
import { NOTATION } from '../../outline/numbering.ts';
import { countItems } from '../../outline/paste.ts';
import { Button } from '../../ui/button.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

/** An outline of up to this many competencies is open as a whole. */
const MAX_OPEN = 100;

/** Siblings that are shown at once; more are shown on demand. */
const SHOWN_AT_ONCE = 100;

/** The outline of competencies that are to be imported. What is closed is not rendered, so that large ones appear at once. */
export function OutlinePreview({ items }: { readonly items: readonly NewItem[] }) {
  const { t } = useWords();
  const region = useRef<HTMLElement>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
    <section className="import-tree" tabIndex={0} aria-label={t('import.tree')} ref={region}>
      <Siblings items={items} isOpen={countItems(items) <= MAX_OPEN} onAllShown={() => region.current?.focus()} />
    </section>
  );
}

type SiblingsProps = {
  readonly items: readonly NewItem[];
  /** Whether what is below them is shown at first. */
  readonly isOpen: boolean;
  /** Takes the focus of the button that shows more, which is gone. */
  readonly onAllShown: () => void;
};

function Siblings({ items, isOpen, onAllShown }: SiblingsProps) {
  const { t, number } = useWords();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = items.length - shown;
  return (
    <>
      <ul>
        {items.slice(0, shown).map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={i}>
            {item.children.length === 0 ? (
              <Line item={item} />
            ) : (
              <Branch item={item} isOpen={isOpen} onAllShown={onAllShown} />
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button
          onPress={() => {
            setShown(shown + SHOWN_AT_ONCE);
            if (left <= SHOWN_AT_ONCE) onAllShown();
          }}
        >
          {t('import.show-more', { count: number(Math.min(left, SHOWN_AT_ONCE)) })}
        </Button>
      )}
    </>
  );
}

type BranchProps = Pick<SiblingsProps, 'isOpen' | 'onAllShown'> & { readonly item: NewItem };

function Branch({ item, isOpen: isOpenAtFirst, onAllShown }: BranchProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Line item={item} />
      </summary>
      {isOpen && <Siblings items={item.children} isOpen={isOpenAtFirst} onAllShown={onAllShown} />}
    </details>
  );
}

function Line({ item: { fields } }: { readonly item: NewItem }) {
  const { t, language } = useWords();
  const notation = textIn({ ...fields }, NOTATION, language);
  return (
    <>
      {notation !== null && <span className="quiet">{notation} </span>}
      {textIn({ ...fields }, 'name', language) ?? t('outline.unnamed')}
    </>
  );
}
