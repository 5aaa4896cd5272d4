import { useRef } from 'react';
import type { Outcome } from '../outline/command.ts';
import type { FrameworkDocument } from '../outline/document.ts';
import { showToast } from '../ui/toast.ts';
import { useWords } from '../words/use-words.tsx';
import { useEditor } from './editor.tsx';

/**
 * Says what a command has done, with a button that takes back this command, whatever was done since. The message before is closed.
 *
 * @returns a function that takes the message, the outcome of the command, and what follows when it was taken back
 */
export function useUndoToast(
  document: FrameworkDocument,
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
