import { useEffect, useMemo, useState } from 'react';
import { useUndoToast } from '../../app/use-undo-toast.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { isNumbered } from '../../outline/numbering.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from './use-document.ts';

/** Offers to number a framework again that was numbered by place, and no longer is. Nothing is renumbered without being asked. */
export function NumbersNotice({ document }: { readonly document: FrameworkDocument }) {
  const { t } = useWords();
  const { state } = useSnapshot(document);
  const sayUndoable = useUndoToast(document);
  const follows = useMemo(() => isNumbered(state), [state]);
  const [isWatched, setWatched] = useState(follows);
  useEffect(() => {
    if (follows) setWatched(true);
  }, [follows]);
  if (follows || !isWatched) return null;
  return (
    <Banner
      actions={
        <div className="row">
          <Button onPress={() => sayUndoable(t('outline.numbered'), document.run({ kind: 'number', prefix: '' }))}>
            {t('outline.number-again')}
          </Button>
          <Button variant="quiet" onPress={() => setWatched(false)}>
            {t('outline.number-leave')}
          </Button>
        </div>
      }
    >
      {t('outline.number-changed')}
    </Banner>
  );
}
