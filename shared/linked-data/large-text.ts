/** Longer texts of objects (UTF-16 units) take too long to be parsed or indexed while other callers wait. */
const LARGE_TEXT = 65_536;

/** Whether the text of an object is to be worked on beside the requests of others: see `shared/objects/large-objects.ts`. */
export function isLargeText(text: string): boolean {
  return text.length > LARGE_TEXT;
}
