import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { useVault } from '../../app/use-vault.ts';
import { useWriter } from '../../app/use-writer.ts';
import type { AccessChange } from '../../sharing/access-change.ts';
import { applyAccess, type Refused } from '../../sharing/apply-access.ts';
import { createKeptChange } from '../../sharing/kept-change.ts';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';

/** A change of access to a framework or a concept scheme, during and after it. */
export type Applying = {
  readonly isPending: boolean;
  /** From 0 to 1; null: none is in progress. */
  readonly progress: number | null;
  /** Why the last one failed, in the person's language; null: it did not fail. */
  readonly failure: ReactNode;
  /** The parts that the last one did not change. */
  readonly refused: readonly Refused[];
  /** A change that is not complete, also from an earlier page; null: there is none. */
  readonly unfinished: AccessChange | null;
  readonly apply: (change: AccessChange) => Promise<void>;
  /** Continues the unfinished change with the remaining parts. */
  readonly retry: () => Promise<void>;
  /** Abandons the unfinished change. */
  readonly leave: () => Promise<void>;
};

/** @param frameworkId its short id @param onChanged is called when access was changed, or may have been */
export function useApplyAccess(frameworkId: string, onChanged: () => void): Applying {
  const { t } = useWords();
  const { toasts, storage } = useEditor();
  const service = useWriter('access');
  const kept = useMemo(() => createKeptChange(storage, frameworkId), [storage, frameworkId]);
  const vault = useVault();
  const { identities } = useIdentities();
  const queries = useQueryClient();
  const task = useTask();
  const [progress, setProgress] = useState<number | null>(null);
  const [unfinished, setUnfinished] = useState<AccessChange | null>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);

  useEffect(() => {
    kept.read().then(setUnfinished, () => {}); // without storage there is none
  }, [kept]);

  async function apply(change: AccessChange): Promise<void> {
    setProgress(0);
    setUnfinished(change);
    await task.run(async () => {
      await kept.keep(change);
      const mine = new Set(identities.map(({ id }) => id));
      const left = await applyAccess(service, vault, frameworkId, change, { progress: setProgress, mine });
      setRefused(left);
      if (left.length === 0) await leave();
      if (left.every(({ id }) => id !== frameworkId)) showToast(toasts, { text: t('sharing.done') });
      await queries.invalidateQueries({ queryKey: ['frameworks'] });
      await queries.invalidateQueries({ queryKey: ['schemes'] });
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
