import type { ReactNode } from 'react';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { nameIn } from '../../schemes/name-in.ts';
import type { Refused } from '../../sharing/apply-access.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Applying } from './use-apply-access.ts';

/** The parts that a change of access did not change, and why. */
export function RefusedParts({ applying: { refused, retry, isPending } }: { readonly applying: Applying }) {
  const { t, language } = useWords();
  const faultMessage = useFaultMessage();
  if (refused.length === 0) return null;

  function reasonOf({ object, error }: Refused): ReactNode {
    if (error === null || object === null) return t('sharing.refused-hidden');
    return error.kind === 'conflict' ? t('sharing.refused-conflict') : faultMessage(error);
  }

  return (
    <Banner
      kind="warning"
      actions={
        <Button isPending={isPending} onPress={() => void retry()}>
          {t('common.retry')}
        </Button>
      }
    >
      {t('sharing.refused', { count: refused.length })}
      <ul>
        {refused.map((one) => (
          <li key={one.id}>
            <strong>{(one.object === null ? null : nameIn(one.object, language)) ?? one.id}</strong> {reasonOf(one)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
