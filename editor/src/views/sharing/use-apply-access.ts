import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { useVault } from '../../app/use-vault.ts';
import type { AccessChange } from '../../sharing/access-change.ts';
import { applyAccess, type Refused } from '../../sharing/apply-access.ts';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';

/** A change of access to a framework, while and after it is made. */
export type Applying = {
  readonly isPending: boolean;
  /** From 0 to 1; null: none is being made. */
  readonly progress: number | null;
  /** Why the last one failed, in the words of the person; null: it did not. */
  readonly failure: ReactNode;
  /** What the last one left as it was. */
  readonly refused: readonly Refused[];
  readonly apply: (change: AccessChange) => Promise<void>;
  /** Makes the last one again, for what was refused. */
  readonly retry: () => Promise<void>;
};

/** @param frameworkId its short id @param onChanged is called when access was changed */
export function useApplyAccess(frameworkId: string, onChanged: () => void): Applying {
  const { t } = useWords();
  const { service, toasts } = useEditor();
  const vault = useVault();
  const queries = useQueryClient();
  const task = useTask();
  const [progress, setProgress] = useState<number | null>(null);
  const [last, setLast] = useState<AccessChange | null>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);

  async function apply(change: AccessChange): Promise<void> {
    setProgress(0);
    setLast(change);
    await task.run(async () => {
      const left = await applyAccess(service, vault, frameworkId, change, { progress: setProgress });
      setRefused(left);
      if (left.every(({ id }) => id !== frameworkId)) showToast(toasts, { text: t('sharing.done') });
      await queries.invalidateQueries({ queryKey: ['frameworks'] });
      onChanged();
    });
    setProgress(null);
  }

  return {
    ...{ isPending: task.isPending, progress, failure: task.failure, refused, apply },
    retry: async () => {
      if (last !== null) await apply(last);
    },
  };
}
