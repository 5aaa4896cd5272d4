import { useRef } from 'react';
import type { Outcome } from '../outline/command.ts';
import type { FrameworkDocument } from '../outline/document.ts';
import { showToast } from '../ui/toast.ts';
import { useWords } from '../words/use-words.tsx';
import { useEditor } from './editor.tsx';

/**
 * Shows what a command did, with a button that undoes this command, also after later ones. Closes the previous message.
 *
 * @returns a function that takes the message, the outcome of the command, and a callback after the undo
 */
export function useUndoToast(
  document: Pick<FrameworkDocument, 'revert'>,
): (text: string, outcome: Outcome, after?: () => void) => void {
  const { t } = useWords();
  const { toasts } = useEditor();
  const shown = useRef<string | null>(null);
  return (text, outcome, after) => {
    if (shown.current !== null) toasts.close(shown.current);
    const onPress = (): void => {
      document.revert(outcome);
      if (after !== undefined) window.requestAnimationFrame(after); // once the focus has come back from the message
    };
    shown.current = showToast(toasts, { text, passes: true, action: { label: t('outline.undo'), onPress } });
  };
}
