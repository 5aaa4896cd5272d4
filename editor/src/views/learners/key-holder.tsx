import { useState } from 'react';
import { useIdentities } from '../../app/editor.tsx';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/use-words.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import type { Learner } from './use-learners.ts';
import { useSelf } from './use-self.ts';

/** Says who has the key of the learner, and leads to handing it over. */
export function KeyHolder({ learner }: { readonly learner: Learner }) {
  const { t } = useWords();
  const self = useSelf();
  const { identities } = useIdentities();
  const [isHandingOver, setHandingOver] = useState(false);
  const identity = identities.find(({ id }) => id === learner.id);
  const { name } = learner;
  if (self?.id === learner.id) return <p className="quiet">{t('learners.key-yours')}</p>;
  if (identity === undefined) return <p className="quiet">{t('learners.key-theirs', { name })}</p>;
  return (
    <div className="row">
      <p className="quiet">{t('learners.key-held', { name })}</p>
      <Button icon="key" onPress={() => setHandingOver(true)}>
        {t('learners.hand-over')}
      </Button>
      {isHandingOver && <HandOverDialog identity={identity} onClose={() => setHandingOver(false)} />}
    </div>
  );
}
