import type { Fields } from '../../outline/command.ts';

/** A problem in a row of a table. */
export type RowProblem = {
  /** Row number in the spreadsheet: the header is row 1. */
  readonly row: number;
  readonly kind:
    | 'no-name'
    | 'unknown-parent'
    | 'below-itself'
    | 'repeated-id'
    | 'no-number'
    | 'repeated-number'
    | 'no-depth'
    | 'no-date'
    | 'not-competency'
    | 'unknown-end';
  readonly value: string;
};

/** A competency of a table. */
export type TableItem = {
  /** Its id in the table. */
  readonly id?: string;
  readonly fields: Fields;
  readonly children: readonly TableItem[];
};

/** A relation besides the place in the outline. */
export type ItemRelation = {
  readonly source: TableItem;
  readonly type: string;
  /** A competency of the table, or the address of another one. */
  readonly target: TableItem | string;
};
