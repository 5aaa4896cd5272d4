/** JSON text longer than this, in UTF-16 units, is not parsed on the event loop, where everybody else waits. */
export const LARGE_OBJECT_LENGTH = 65_536;

/** The text of one JSON value, checked to be JSON that nests no deeper than `MAX_DEPTH`, and not parsed yet. */
export class JsonText {
  readonly text: string;
  /** How many values there are in it: members, array elements and itself. */
  readonly values: number;

  constructor(text: string, values: number) {
    this.text = text;
    this.values = values;
  }
}
