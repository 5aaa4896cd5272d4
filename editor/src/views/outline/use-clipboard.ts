import { type ClipboardEvent as ReactClipboardEvent, useState } from 'react';
import type { NewItem, Occurrence, Place } from '../../outline/command.ts';
import { copyItems } from '../../outline/copy.ts';
import { countItems } from '../../outline/paste.ts';
import { useWords } from '../../words/use-words.tsx';
import { readClip, writeClip } from './clipboard.ts';
import type { Outline } from './use-outline.ts';
import type { RowActions } from './use-row-actions.ts';

/** Larger pastes are shown before they are added. */
const MAX_UNSEEN_PASTE = 20;

/** The handlers of the clipboard's events on the outline. What was cut is moved when it is pasted here. */
export function useClipboard(
  outline: Outline,
  actions: RowActions,
  onLargePaste: (items: readonly NewItem[], place: Place) => void,
) {
  const { language } = useWords();
  const [cut, setCut] = useState<{ readonly token: string; readonly items: readonly Occurrence[] } | null>(null);

  function copy(event: ClipboardEvent, isCut: boolean): void {
    const { clipboardData } = event;
    if (clipboardData === null) return; // of an event that a script has made
    event.preventDefault();
    const items = outline.topmost();
    const token = crypto.randomUUID();
    const { state } = outline.document.getSnapshot();
    const copied = copyItems(
      state,
      items.map(({ id }) => id),
    );
    writeClip(clipboardData, { token, items: [...copied] }, language);
    setCut(isCut ? { token, items } : null);
  }

  /** Copies without a key. Only an event of the browser gives access to the clipboard's private formats. */
  function copyNow(): void {
    document.addEventListener('copy', (event) => copy(event, false), { once: true });
    document.execCommand('copy');
  }

  function paste(event: ReactClipboardEvent): void {
    event.preventDefault();
    const clip = readClip(event.clipboardData, language);
    if (clip === null) return;
    const { focused } = outline;
    const place = focused === null ? { parent: null, after: null } : { parent: focused.parent, after: focused.id };
    if (cut !== null && cut.token === clip.token) {
      actions.move(cut.items, place);
      setCut(null);
    } else if (countItems(clip.items) > MAX_UNSEEN_PASTE) onLargePaste(clip.items, place);
    else actions.addItems(clip.items, place);
  }

  return { copy, copyNow, paste };
}
