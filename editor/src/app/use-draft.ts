import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import type { FrameworkDocument } from '../outline/document.ts';
import type { OutlineState } from '../outline/state.ts';

/** A typed text, and the state of the document that the person saw when they began to type. */
type TypedText = { readonly text: string; readonly seen: OutlineState };

/** Typed texts that are not in the document yet, by field. They are kept while the person looks at something else. */
export type Drafts = { readonly document: FrameworkDocument; readonly texts: Map<string, TypedText> };

export const DraftsContext = createContext<Drafts | null>(null);

export function createDrafts(document: FrameworkDocument): Drafts {
  return { document, texts: new Map() };
}

/** A text that is being typed. */
export type Draft = {
  readonly text: string;
  /** The error of the text; absent: none. */
  readonly error: ReactNode;
  readonly isChanged: boolean;
  readonly set: (text: string) => void;
  /** Adds the text to the document, unless it has an error. */
  readonly finish: () => void;
  /** Discards the typed text. */
  readonly discard: () => void;
};

/**
 * A text that changes the document when its field loses the focus, or when the view or the page is closed. A text with an error stays
 * in the field. What others changed or deleted while the person typed becomes a conflict.
 *
 * @param key identifies the field of one object
 * @param stored the text in the document
 * @param commit changes the document; returns what is wrong with the text, or null
 */
export function useDraft(key: string, stored: string, commit: (text: string) => ReactNode): Draft {
  const drafts = use(DraftsContext);
  if (drafts === null) throw new Error('There are drafts only of a document.');
  const { document, texts } = drafts;
  const [typed, setTyped] = useState(() => texts.get(key)?.text ?? null);
  const [error, setError] = useState<ReactNode>(null);

  function keep(text: string | null): void {
    if (text === null) texts.delete(key);
    else texts.set(key, { text, seen: texts.get(key)?.seen ?? document.getSnapshot().state });
    setTyped(text);
  }

  function finish(): void {
    const draft = texts.get(key);
    if (draft === undefined) return;
    const { text, seen } = draft;
    const fault = text === stored ? null : document.asSeen(seen, () => commit(text));
    setError(fault);
    if (fault === null) keep(null);
  }

  const leave = useRef(finish);
  useEffect(() => {
    leave.current = finish;
  });
  useEffect(() => {
    const onLeave = (): void => leave.current();
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, []);

  return {
    text: typed ?? stored,
    error: error ?? undefined,
    isChanged: typed !== null && typed !== stored,
    set: (text) => keep(text),
    finish,
    discard() {
      setError(null);
      keep(null);
    },
  };
}
