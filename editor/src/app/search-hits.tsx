import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { splitId } from '../../../shared/repository/linked-data/split-id.ts';
import { Marked } from '../ui/marked.tsx';
import { notationOf } from '../views/graph/relation-graph.ts';
import { textIn } from '../words/text-of.ts';
import { useWords } from '../words/use-words.tsx';
import { useEditor } from './editor.tsx';
import { frameworkPath } from './paths.ts';
import { useKindWord } from './use-kind-word.ts';
import { useMeant } from './use-meant.ts';
import { usePrivateHits } from './use-private-matches.ts';
import { type FoundByWords, readTyped, searchTyped } from './words-query.ts';

const MOST = 8;

/** At most so many of them follow what has the words though they are found by their meaning alone. */
const MOST_MEANT = 4;

/** At most so many of them are private ones, which come first. */
const MOST_PRIVATE = 4;

/** The service is asked after a pause of this length. */
const PAUSE_MS = 150;

type SearchHitsProps = {
  readonly listId: string;
  readonly text: string;
  /** Holds the field, whose keys move through the hits, and this list. */
  readonly place: RefObject<HTMLElement | null>;
  /** Id of the element of the active hit. */
  readonly active: string | null;
  readonly onActive: (hit: { readonly id: string; readonly href: string } | null) => void;
  readonly onGo: (href: string) => void;
  readonly onClose: () => void;
};

/** The first frameworks and competencies with the typed words (ARIA Authoring Practices: Combobox, list autocomplete). */
export function SearchHits({ listId, text, place, active, onActive, onGo, onClose }: SearchHitsProps) {
  const { t, language } = useWords();
  const kindWord = useKindWord();
  const { hits, words, isSettled } = useHits(text);
  const idAt = (index: number) => `${listId}-${index}`;
  const at = hits.findIndex((_, index) => idAt(index) === active);

  useEffect(() => {
    const field = place.current;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
      const step = STEPS[event.key];
      if (step === undefined || hits.length === 0) return;
      event.preventDefault();
      const next = at === -1 && step === -1 ? hits.length - 1 : (at + step + hits.length) % hits.length;
      const hit = hits[next];
      onActive(hit === undefined ? null : { id: `${listId}-${next}`, href: hit.href });
    };
    field?.addEventListener('keydown', press);
    return () => field?.removeEventListener('keydown', press);
  }, [place, hits, at, listId, onActive, onClose]);

  return (
    <div className="popover search-hits">
      <div role="listbox" id={listId} aria-label={t('results.title')}>
        {hits.map(({ id, href, object, isMeant }, index) => {
          const name = textIn(object, 'name', language) ?? t('start.unnamed');
          const notation = notationOf(object);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys are handled above
            <div
              key={id}
              id={idAt(index)}
              role="option"
              tabIndex={-1}
              className="option"
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onGo(href)}
            >
              <div className="search-hit">
                <bdi>
                  <Marked text={notation === null ? name : `${notation} ${name}`} words={words} />
                </bdi>
                {isMeant && <div className="quiet small">{t('results.by-meaning')}</div>}
              </div>
              <span className="tag">{kindWord(object)}</span>
            </div>
          );
        })}
      </div>
      {isSettled && hits.length === 0 && <p className="popover-content quiet">{t('results.none-title')}</p>}
      <p className="popover-content quiet small">{t('results.enter')}</p>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The hits for a text that has not changed for a moment. */
function useHits(text: string) {
  const { service } = useEditor();
  const { language } = useWords();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const typed = useMemo(() => readTyped(asked), [asked]);
  const own = usePrivateHits(typed.words, MOST_PRIVATE);
  const request = { size: MOST, indexHint: '*framework,*competency' };
  const { data, isSuccess, isPlaceholderData } = useQuery({
    queryKey: ['hits', asked, language],
    queryFn: ({ signal }) => searchTyped((q) => service.search({ ...request, q }, signal), typed, language),
    placeholderData: (before) => before,
  });
  const isFull = data?.query !== null && (data?.page.objects.length ?? 0) >= MOST;
  const query = isPlaceholderData || isFull ? undefined : data?.query;
  const meant = useMeant(typed, query, (q) => ({ ...request, q }));
  const isWaiting = isPlaceholderData || (data?.query === null && meant.isSearching);
  const before = useRef<readonly Hit[]>([]);
  const hits = useMemo(
    () => (isWaiting ? before.current : data === undefined ? [] : hitsOf(data, meant.objects, service.base)),
    [isWaiting, data, meant.objects, service.base],
  );
  before.current = hits;
  const all = [...own.map((hit) => ({ ...hit, isMeant: false })), ...hits].slice(0, MOST);
  return { hits: all, words: typed.words, isSettled: isSuccess && !meant.isSearching && asked === text };
}

type Hit = {
  readonly id: string;
  readonly href: string;
  readonly object: JsonObject;
  /** It was found by what it means. */
  readonly isMeant: boolean;
};

/**
 * What has the words, and then what means something similar; that comes first where nothing has all of the words. Hits that are shown
 * keep their places when others are found.
 */
function hitsOf({ page, query }: FoundByWords, meant: readonly JsonObject[], base: string): readonly Hit[] {
  const byWords = page.objects.flatMap((object) => hitIn(object, false, base));
  const byMeaning = meant.flatMap((object) => hitIn(object, true, base));
  const [first, second] = query === null ? [byMeaning, byWords] : [byWords, byMeaning.slice(0, MOST_MEANT)];
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))].slice(0, MOST);
}

function hitIn(object: JsonObject, isMeant: boolean, base: string): readonly Hit[] {
  const id = member(object, '@id');
  if (typeof id !== 'string') return [];
  const { shortId } = splitId(id, [base]);
  return [{ id: shortId, href: frameworkPath(shortId), object, isMeant }];
}
