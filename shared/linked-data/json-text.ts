/** JSON text longer than this, in UTF-16 units, is not parsed on the event loop, which would hold up other requests. */
export const LARGE_OBJECT_LENGTH = 65_536;

/** Whether an object with this text is processed by `LargeObjects` (`shared/objects/large-objects.ts`), not on the event loop. */
export function isLargeText(text: string): boolean {
  return text.length > LARGE_OBJECT_LENGTH;
}

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
