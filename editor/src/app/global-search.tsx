import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { SearchField } from '../ui/fields.tsx';
import { useWords } from '../words/use-words.tsx';

const SearchHits = lazy(async () => ({ default: (await import('./search-hits.tsx')).SearchHits }));

/** Fewer letters find too much. */
const MIN_LETTERS = 2;

/** The search field of the header, which shows the first hits as one types. Ctrl+K leads to it. */
export function GlobalSearch() {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<{ readonly id: string; readonly href: string } | null>(null);
  const place = useRef<HTMLElement>(null);
  const listId = useId();
  useShortcut(place);

  function close(): void {
    setOpen(false);
    setActive(null);
  }

  function goTo(address: string): void {
    close();
    navigate(address);
  }

  const hasHits = isOpen && text.trim().length >= MIN_LETTERS;
  return (
    <search
      ref={place}
      className="header-search"
      onBlur={({ relatedTarget }) => {
        if (!place.current?.contains(relatedTarget)) close();
      }}
    >
      <SearchField
        label={t('common.search')}
        value={text}
        onChange={(value) => {
          setText(value);
          setOpen(true);
          setActive(null);
        }}
        onSubmit={(q) => goTo(active === null ? `/search?${new URLSearchParams({ q })}` : active.href)}
        hits={{ listId: hasHits ? listId : null, activeId: active?.id ?? null, shortcut: 'Control+K' }}
      />
      {hasHits && (
        <Suspense>
          <SearchHits
            listId={listId}
            text={text}
            place={place}
            active={active?.id ?? null}
            onActive={setActive}
            onGo={goTo}
            onClose={close}
          />
        </Suspense>
      )}
    </search>
  );
}

/** Ctrl+K, or Command+K, from everywhere on the page. */
function useShortcut(place: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      const input = place.current?.querySelector('input');
      input?.focus();
      input?.select();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [place]);
}
