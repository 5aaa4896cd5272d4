import { type ClipboardEvent, useState } from 'react';
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
    event.preventDefault();
    const items = outline.topmost();
    const token = crypto.randomUUID();
    const { state } = outline.document.getSnapshot();
    const copied = copyItems(
      state,
      items.map(({ id }) => id),
    );
    writeClip(event.clipboardData, { token, items: [...copied] }, language);
    setCut(isCut ? { token, items } : null);
  }

  function paste(event: ClipboardEvent): void {
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

  return { copy, paste };
}
