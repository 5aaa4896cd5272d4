import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useIdentities } from '../../app/editor.tsx';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { RecoveryFileDialog } from './recovery-file-dialog.tsx';
import { RecoverySheetDialog } from './recovery-sheet-dialog.tsx';

const WAYS = ['file', 'sheet', 'login'] as const;

const ICONS = { file: 'download', sheet: 'copy', login: 'person' } as const;

/** The ways to save the keys outside this browser. */
export function Keep() {
  const { t } = useWords();
  const [address, setAddress] = useSearchParams();
  const [chosen, setWay] = useState<(typeof WAYS)[number] | null>(null);
  const way = chosen ?? (address.has('account') ? 'login' : null);
  const close = (): void => {
    setWay(null);
    if (address.has('account')) setAddress({}, { replace: true });
  };
  return (
    <section className="stack" aria-labelledby="keep">
      <h2 id="keep">{t('identity.keep')}</h2>
      <KeptState onSave={() => setWay('login')} />
      <div className="keep-ways">
        {WAYS.map((one) => (
          <div key={one} className="card keep-way">
            <h3>{t(`identity.${one}`)}</h3>
            <p className="quiet small">{t(`identity.${one}-text`)}</p>
            <Button icon={ICONS[one]} onPress={() => setWay(one)}>
              {t(`identity.${one}-make`)}
            </Button>
          </div>
        ))}
      </div>
      {way === 'file' && <RecoveryFileDialog onClose={close} />}
      {way === 'sheet' && <RecoverySheetDialog onClose={close} />}
      {way === 'login' && <AccountDialog onClose={close} />}
    </section>
  );
}

/** Whether the keys are saved elsewhere, and where. */
function KeptState({ onSave }: { readonly onSave: () => void }) {
  const { t } = useWords();
  const { identities, kept, account } = useIdentities();
  if (kept) {
    return <Banner kind="success">{account === null ? t('identity.kept') : t('identity.kept-in', { account })}</Banner>;
  }
  if (account === null || identities.length === 0) return <p className="quiet">{t('identity.keep-text')}</p>;
  return (
    <Banner kind="warning" actions={<Button onPress={onSave}>{t('identity.keep-account-now')}</Button>}>
      {t('identity.keep-account', { account })}
    </Banner>
  );
}
