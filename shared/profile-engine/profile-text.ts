import type { Profile } from './result.ts';

/**
 * A profile as JSON text, cut where its `id` goes, since that is the framework as each request names it
 * (`shared/profile-engine/result.ts`). Neither part holds a line break: JSON escapes those of texts.
 */
export type ProfileText = { readonly before: string; readonly after: string };

/** Serializes a profile. */
export function profileText(profile: Profile): ProfileText {
  const { children, name, id: _id, ...rest } = profile;
  const before = JSON.stringify({ children, ...(name !== undefined && { name }) });
  return { before: before.slice(0, -1), after: JSON.stringify(rest).slice(1) };
}

/** The whole text with this `id`. */
export function withId({ before, after }: ProfileText, id: string): string {
  return `${before},"id":${JSON.stringify(id)},${after}`; // neither part is ever empty: `children`, `timeline`
}
