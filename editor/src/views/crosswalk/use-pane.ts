import { useCallback, useMemo, useState } from 'react';
import { createRows, keysTo, type Row } from '../../outline/rows.ts';
import type { OutlineState } from '../../outline/state.ts';
import { filterTree } from './filter-tree.ts';

/** One of the two outlines: its visible rows, and the one that is chosen. */
export type Pane = {
  readonly rows: readonly Row[];
  readonly chosen: Row | null;
  readonly choose: (key: string) => void;
  readonly setExpanded: (key: string, isExpanded: boolean) => void;
  /** Chooses a competency, and opens its ancestors. */
  readonly reveal: (id: string) => void;
};

/** @param isWanted whether a competency is shown; null: all are */
export function usePane(state: OutlineState, isWanted: ((id: string) => boolean) | null): Pane {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [key, setKey] = useState<string | null>(null);
  const [listRows] = useState(createRows);
  const tree = useMemo(() => (isWanted === null ? state.tree : filterTree(state.tree, isWanted)), [state, isWanted]);
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

  return {
    rows,
    chosen: rows.find((row) => row.key === key) ?? null,
    choose: setKey,
    setExpanded,
    reveal(id) {
      const keys = keysTo(state.tree, { id, parent: state.tree.parents.get(id)?.[0] ?? null });
      const own = keys.at(-1);
      if (own === undefined) return;
      setCollapsed((before) => new Set([...before].filter((one) => one === own || !keys.includes(one))));
      setKey(own);
    },
  };
}
