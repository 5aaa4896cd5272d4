import { useMemo, useState } from 'react';
import type { Fields } from '../../outline/command.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import type { OutlineState } from '../../outline/state.ts';
import { useSnapshot } from '../outline/use-document.ts';
import {
  type Alignment,
  type AlignmentKind,
  alignmentKey,
  type Crosswalk,
  crosswalkOf,
  relationEnds,
  type Side,
  UNMATCHED_IN,
  unmatchedIn,
} from './alignments.ts';

/** The alignments of two open frameworks, and what can be done to them. */
export type OpenCrosswalk = Crosswalk & {
  readonly states: Readonly<Record<Side, OutlineState>>;
  readonly documents: Readonly<Record<Side, FrameworkDocument>>;
  /** Aligns pairs in one step. @param fields further members of the relations. @returns the number of alignments that did not exist yet */
  readonly align: (pairs: readonly Pair[], kind: AlignmentKind, storeIn: Side, fields?: Fields) => number;
  /** Says that nothing in the other framework corresponds to these competencies, or takes that back. */
  readonly setUnmatched: (side: Side, ids: readonly string[], isUnmatched: boolean) => void;
  readonly remove: (alignment: Alignment) => void;
  /** Changes the kind of an alignment. One of its relations stays, with its other members. */
  readonly change: (alignment: Alignment, kind: AlignmentKind) => void;
  /** Undoes the last step here, in whichever framework; null when there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
};

/** A competency of the first framework, and one of the second. */
export type Pair = readonly [first: string, second: string];

/** The documents that a step changed, each once for every command. */
type Step = readonly Side[];

export function useCrosswalk(first: FrameworkDocument, second: FrameworkDocument): OpenCrosswalk {
  const firstState = useSnapshot(first).state;
  const secondState = useSnapshot(second).state;
  const [done, setDone] = useState<readonly Step[]>([]);
  const [undone, setUndone] = useState<readonly Step[]>([]);
  const crosswalk = useMemo(() => crosswalkOf(firstState, secondState), [firstState, secondState]);
  const documents = { first, second };

  function finish(step: Step): void {
    setDone([...done, step]);
    setUndone([]);
  }

  function removeAll(stored: Alignment['stored']): Step {
    for (const { side, relation } of stored) documents[side].run({ kind: 'unrelate', relation });
    return stored.map(({ side }) => side);
  }

  const lastDone = done.at(-1);
  const lastUndone = undone.at(-1);
  return {
    ...crosswalk,
    documents,
    states: { first: firstState, second: secondState },
    align(pairs, kind, storeIn, fields = {}) {
      const known = new Set(crosswalk.alignments.map(({ key }) => key));
      const wanted = pairs.filter(([one, other]) => one !== other && !known.has(alignmentKey(one, other, kind)));
      for (const [one, other] of wanted) {
        documents[storeIn].run({ kind: 'relate', ...relationEnds(one, other, kind), fields });
      }
      if (wanted.length > 0) finish(wanted.map(() => storeIn));
      return wanted.length;
    },
    setUnmatched(side, ids, isUnmatched) {
      const state = documents[side].getSnapshot().state;
      const other = documents[side === 'first' ? 'second' : 'first'].frameworkId;
      const edits = ids.map((id) => {
        const others = unmatchedIn(state, id).filter((one) => one !== other);
        const list = isUnmatched ? [...others, other] : others;
        return [id, { [UNMATCHED_IN]: list.length === 0 ? null : list }] as const;
      });
      documents[side].run({ kind: 'edit-all', edits: new Map(edits) });
      finish([side]);
    },
    remove: ({ stored }) => finish(removeAll(stored)),
    change({ first: one, second: other, stored: [kept, ...others] }, kind) {
      if (kept === undefined) return;
      const { type: relationType, ...ends } = relationEnds(one, other, kind);
      documents[kept.side].run({ kind: 'edit', id: kept.relation, fields: { ...ends, relationType } });
      finish([kept.side, ...removeAll(others)]);
    },
    undo:
      lastDone === undefined
        ? null
        : () => {
            for (const side of lastDone.toReversed()) documents[side].undo();
            setDone(done.slice(0, -1));
            setUndone([...undone, lastDone]);
          },
    redo:
      lastUndone === undefined
        ? null
        : () => {
            for (const side of lastUndone) documents[side].redo();
            setUndone(undone.slice(0, -1));
            setDone([...done, lastUndone]);
          },
  };
}
