import { type MouseEvent, memo } from 'react';
import type { Cell } from '../../learners/matrix.ts';
import type { Standing } from '../../learners/profile.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Learner } from './use-learners.ts';

const SIGNS: Readonly<Record<Standing, string>> = { achieved: '✓', 'not-yet': '–', begun: '◦', open: '' };

/** What cells do. The same object for all renders, so that rows that do not change are not rendered again. */
export type CellHandlers = {
  readonly focus: (cell: Cell) => void;
  readonly press: (cell: Cell, event: MouseEvent) => void;
  readonly open: () => void;
};

/** What a chosen cell is called in the set of them. */
export function cellKey(competency: string, learner: string): string {
  return `${competency} ${learner}`;
}

type Props = {
  /** The short id of the competency. */
  readonly id: string;
  readonly index: number;
  readonly depth: number;
  readonly name: string;
  readonly learners: readonly Learner[];
  readonly standingOfCell: (competency: string, learner: string) => Standing | null;
  /** The column of the cell that has the focus; null: it is in another row. */
  readonly focusedColumn: number | null;
  /** By {@link cellKey}. */
  readonly chosen: ReadonlySet<string>;
  readonly handlers: CellHandlers;
};

/** A competency with the standing of each learner. */
export const MatrixLine = memo(function MatrixLine(props: Props) {
  const { id, index, depth, name, learners, standingOfCell, focusedColumn, chosen, handlers } = props;
  const { t } = useWords();
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" className="matrix-competency" title={name}>
        <span style={{ paddingInlineStart: `${Math.min(depth, 4) * 0.75}rem` }}>{name}</span>
      </th>
      {learners.map((learner, column) => {
        const cell = { row: index, column };
        const standing = standingOfCell(id, learner.id);
        return (
          <td
            key={learner.id}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid has the focus
            role="gridcell"
            aria-selected={chosen.has(cellKey(id, learner.id))}
            tabIndex={column === focusedColumn ? 0 : -1}
            className="matrix-cell"
            data-standing={standing ?? undefined}
            onFocus={() => handlers.focus(cell)}
            onMouseDown={(event) => handlers.press(cell, event)}
            onDoubleClick={handlers.open}
          >
            <span aria-hidden="true">{standing === null ? '' : SIGNS[standing]}</span>
            <span className="visually-hidden">{t(standing === null ? 'group.unknown' : `learners.${standing}`)}</span>
          </td>
        );
      })}
    </tr>
  );
});
