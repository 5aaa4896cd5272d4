import { useState } from 'react';
import { browserStorage } from './preferences.ts';

/** Which sections of a view are open. */
export type OpenSections = {
  readonly isOpen: (id: string) => boolean;
  readonly setOpen: (id: string, isOpen: boolean) => void;
};

/**
 * Sections that a person opens and closes. This browser remembers them, if it stores anything.
 *
 * @param view names the view, whose sections have ids of their own
 * @param atFirst ids of those that are open until the person closes them
 */
export function useOpenSections(view: string, atFirst: ReadonlySet<string>): OpenSections {
  const key = `competency-editor.open-${view}`;
  const [chosen, setChosen] = useState(() => readChosen(browserStorage(), key));
  return {
    isOpen: (id) => chosen.get(id) ?? atFirst.has(id),
    setOpen(id, isOpen) {
      const next = new Map(chosen).set(id, isOpen);
      setChosen(next);
      writeChosen(browserStorage(), key, next);
    },
  };
}

function readChosen(storage: Storage | null, key: string): ReadonlyMap<string, boolean> {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return new Map();
    return new Map(
      Object.entries(stored).flatMap(([id, isOpen]) => (typeof isOpen === 'boolean' ? [[id, isOpen]] : [])),
    );
  } catch {
    return new Map(); // written by something else, or not readable in this window
  }
}

function writeChosen(storage: Storage | null, key: string, chosen: ReadonlyMap<string, boolean>): void {
  try {
    storage?.setItem(key, JSON.stringify(Object.fromEntries(chosen)));
  } catch {
    // a private window, or a full disk: the choice holds until the page is closed
  }
}
