import type { SearchField } from './document.ts';

/** The path under which search finds the version of every object: a number, for ranges and sorting. */
export const VERSION_PATH = '@version';

/** The fields of an object with the version that it has: a member of that name says nothing of it. */
export function withVersionField(fields: readonly SearchField[], version: number): readonly SearchField[] {
  const own = { path: VERSION_PATH, tokens: [[String(version)]], scalars: [version] };
  return [...fields.filter((field) => field.path !== VERSION_PATH), own];
}
