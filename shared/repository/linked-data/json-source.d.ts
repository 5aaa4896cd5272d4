/**
 * ECMAScript "JSON.parse source text access" (stage 4), which every runtime we support has and TypeScript's library
 * does not describe yet.
 */
interface JSON {
  /** A value that `JSON.stringify` writes as exactly this text. The text must be a JSON primitive. */
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (this: unknown, name: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
}
