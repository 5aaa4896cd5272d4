import type { RefObject } from 'react';
import { useHeadingFocus } from './use-heading-focus.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** Keeps the focus in the content, and moves it to the heading of each view that is opened. Shows nothing. */
export function FocusKeeper({ content }: { readonly content: RefObject<HTMLElement | null> }) {
  useKeptFocus(content);
  useHeadingFocus(content);
  return null;
}
