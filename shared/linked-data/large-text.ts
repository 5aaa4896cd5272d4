import { LARGE_OBJECT_LENGTH } from './json-text.ts';

/** Whether the text of an object is to be worked on beside the requests of others: see `shared/objects/large-objects.ts`. */
export function isLargeText(text: string): boolean {
  return text.length > LARGE_OBJECT_LENGTH;
}
