import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { useVault } from '../../app/use-vault.ts';
import type { AccessChange } from '../../sharing/access-change.ts';
import { applyAccess, type Refused } from '../../sharing/apply-access.ts';
import { createKeptChange } from '../../sharing/kept-change.ts';
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
  /** One that is not complete, also when the page was closed meanwhile; null: there is none. */
  readonly unfinished: AccessChange | null;
  readonly apply: (change: AccessChange) => Promise<void>;
  /** Makes the unfinished one again, for what is left. */
  readonly retry: () => Promise<void>;
  /** Leaves the unfinished one as it is. */
  readonly leave: () => Promise<void>;
};

/** @param frameworkId its short id @param onChanged is called when access was changed, or may have been */
export function useApplyAccess(frameworkId: string, onChanged: () => void): Applying {
  const { t } = useWords();
  const { service, toasts, storage } = useEditor();
  const kept = useMemo(() => createKeptChange(storage, frameworkId), [storage, frameworkId]);
  const vault = useVault();
  const queries = useQueryClient();
  const task = useTask();
  const [progress, setProgress] = useState<number | null>(null);
  const [unfinished, setUnfinished] = useState<AccessChange | null>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);

  useEffect(() => {
    kept.read().then(setUnfinished, () => {}); // without storage nothing is kept
  }, [kept]);

  async function apply(change: AccessChange): Promise<void> {
    setProgress(0);
    setUnfinished(change);
    await task.run(async () => {
      await kept.keep(change);
      const left = await applyAccess(service, vault, frameworkId, change, { progress: setProgress });
      setRefused(left);
      if (left.length === 0) await leave();
      if (left.every(({ id }) => id !== frameworkId)) showToast(toasts, { text: t('sharing.done') });
      await queries.invalidateQueries({ queryKey: ['frameworks'] });
    });
    onChanged();
    setProgress(null);
  }

  async function leave(): Promise<void> {
    await kept.forget();
    setUnfinished(null);
  }

  return {
    isPending: task.isPending,
    progress,
    failure: task.failure,
    refused,
    unfinished,
    apply,
    leave,
    retry: async () => {
      if (unfinished !== null) await apply(unfinished);
    },
  };
}
