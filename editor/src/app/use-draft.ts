import { createContext, use, useEffect, useRef, useState } from 'react';

/** Texts that are typed and not in the document yet, by field. They stay while the person looks at something else. */
export const DraftsContext = createContext<Map<string, string>>(new Map());

/** A text that is being typed. */
export type Draft = {
  readonly text: string;
  /** What is wrong with it; absent: nothing is. */
  readonly error: string | undefined;
  readonly isChanged: boolean;
  readonly set: (text: string) => void;
  /** Takes it into the document, unless something is wrong with it. */
  readonly finish: () => void;
  /** Forgets what was typed. */
  readonly discard: () => void;
};

/**
 * A text that becomes a change of the document when its field is left: by the focus, by the view, or by the page. A text with an error
 * stays in the field.
 *
 * @param key of the field, of one object
 * @param stored the text as the document has it
 * @param commit changes the document; returns what is wrong with the text, or null
 */
export function useDraft(key: string, stored: string, commit: (text: string) => string | null): Draft {
  const drafts = use(DraftsContext);
  const [typed, setTyped] = useState(() => drafts.get(key) ?? null);
  const [error, setError] = useState<string | null>(null);

  function keep(text: string | null): void {
    if (text === null) drafts.delete(key);
    else drafts.set(key, text);
    setTyped(text);
  }

  function finish(): void {
    const text = drafts.get(key);
    if (text === undefined) return;
    const fault = text === stored ? null : commit(text);
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
