/** The text of one JSON value that was not parsed yet: its brackets are balanced, nothing else is checked. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
