import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { createRows, keysTo, type Row } from '../../outline/rows.ts';
import type { OutlineState } from '../../outline/state.ts';
import { filterTree } from './filter-tree.ts';
import { idsWithWords, indexTexts, type TextIndex } from './suggestions.ts';

/** One of the two outlines: its visible rows, and the one that is chosen. */
export type Pane = {
  readonly rows: readonly Row[];
  readonly chosen: Row | null;
  readonly choose: (key: string | null) => void;
  readonly setExpanded: (key: string, isExpanded: boolean) => void;
  /** Chooses a competency, and opens its ancestors. */
  readonly reveal: (id: string) => void;
  /** Chooses the next competency that is still to be done, after the chosen one or from the top, and opens its ancestors. */
  readonly chooseNext: (isOpen: (id: string) => boolean) => void;
  /** Competencies that are to be aligned together; empty: the chosen one is. */
  readonly marked: ReadonlySet<string>;
  readonly mark: (id: string) => void;
  readonly unmarkAll: () => void;
  /** Words by which the outline is searched: only what has them, and what is above it, is shown. */
  readonly search: string;
  readonly setSearch: (text: string) => void;
  readonly texts: TextIndex;
  /** The chosen row is to get the focus when it changes. */
  readonly isFocusWanted: RefObject<boolean>;
};

/** @param isWanted whether a competency is shown; null: all are */
export function usePane(state: OutlineState, isWanted: ((id: string) => boolean) | null): Pane {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [key, setKey] = useState<string | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const [listRows] = useState(createRows);
  const isFocusWanted = useRef(false);
  const texts = useTexts(state);
  const found = useMemo(() => (search.trim() === '' ? null : idsWithWords(texts, search)), [texts, search]);
  const tree = useMemo(() => {
    if (isWanted === null && found === null) return state.tree;
    return filterTree(state.tree, (id) => (isWanted?.(id) ?? true) && (found?.has(id) ?? true));
  }, [state, isWanted, found]);
  const rows = useMemo(
    () => listRows({ ...state, tree }, (one) => !collapsed.has(one)),
    [listRows, state, tree, collapsed],
  );

  const setExpanded = useCallback((one: string, isExpanded: boolean) => {
    setCollapsed((before) => {
      const next = new Set(before);
      if (isExpanded) next.delete(one);
      else next.add(one);
      return next;
    });
  }, []);

  function open(keys: readonly string[]): void {
    const own = keys.at(-1);
    if (own === undefined) return;
    setCollapsed((before) => new Set([...before].filter((one) => one === own || !keys.includes(one))));
    setKey(own);
  }

  return {
    rows,
    chosen: rows.find((row) => row.key === key) ?? null,
    choose: setKey,
    setExpanded,
    reveal: (id) => open(keysTo(state.tree, { id, parent: state.tree.parents.get(id)?.[0] ?? null })),
    chooseNext(isOpen) {
      const all = createRows()({ ...state, tree }, () => true);
      const at = all.findIndex((row) => row.key === key);
      const next = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))].find(({ id }) => isOpen(id));
      if (next !== undefined) open(keysOf(next.key));
    },
    marked,
    mark: (id) =>
      setMarked((before) =>
        before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
      ),
    unmarkAll: () => setMarked(new Set()),
    search,
    setSearch,
    texts,
    isFocusWanted,
  };
}

/** The texts of the competencies, indexed again only when one of these has changed. */
function useTexts(state: OutlineState): TextIndex {
  const latest = useRef<TextIndex | null>(null);
  return useMemo(() => {
    latest.current = indexTexts(state, latest.current);
    return latest.current;
  }, [state]);
}

/** The keys of a row and of those above it, from the top. */
function keysOf(key: string): readonly string[] {
  const ids = key.split(' ');
  return ids.map((_, index) => ids.slice(0, index + 1).join(' '));
}
