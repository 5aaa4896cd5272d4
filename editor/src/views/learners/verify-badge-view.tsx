import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { FaultMessage } from '../../app/use-fault.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import { useTask } from '../../app/use-task.ts';
import { type BadgeVerdict, createBadges } from '../../service/badges.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Whether a badge is genuine. */
export function VerifyBadgeView() {
  const { t } = useWords();
  const { service } = useEditor();
  const task = useTask((error) => (error instanceof SyntaxError ? t('learners.verify-invalid') : null));
  const [text, setText] = useState('');
  const [verdict, setVerdict] = useState<BadgeVerdict | null>(null);
  usePageTitle(t('learners.verify'));

  const verify = (badge: string | Blob): void => {
    setVerdict(null);
    void task.run(async () => setVerdict(await service.part(createBadges).verifyBadge(badge)));
  };

  function verifyFile(file: File): void {
    if (file.type.startsWith('image/')) verify(file);
    else void task.run(async () => verify(await file.text()));
  }

  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t('learners.verify')}</h1>
        <LinkButton href="/learners" icon="back">
          {t('learners.all')}
        </LinkButton>
      </div>
      <p className="quiet">{t('learners.verify-help')}</p>
      <TextField label={t('learners.verify-text')} lines={3} value={text} onChange={setText} />
      <div className="row">
        <Button
          variant="primary"
          isPending={task.isPending}
          isDisabled={text.trim() === ''}
          onPress={() => verify(text)}
        >
          {t('learners.verify-submit')}
        </Button>
        <FileButton
          label={t('learners.verify-image')}
          accept={['image/png', 'image/svg+xml', '.json', '.jwt']}
          onChoose={verifyFile}
        />
      </div>
      {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
      {verdict !== null && <Verdict verdict={verdict} />}
    </div>
  );
}

function Verdict({ verdict: { verified, checks } }: { readonly verdict: BadgeVerdict }) {
  const { t, has } = useWords();
  const nameOf = (name: string): string => {
    const key = `learners.check-${name}`;
    return has(key) ? t(key) : name;
  };
  return (
    <>
      <Banner kind={verified ? 'success' : 'danger'}>
        {t(verified ? 'learners.verified' : 'learners.not-verified')}
      </Banner>
      <div className="table-scroll">
        <table className="table" aria-label={t('learners.checks')}>
          <thead>
            <tr>
              <th scope="col">{t('learners.check')}</th>
              <th scope="col">{t('learners.result')}</th>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ name, ok, detail }) => (
              <tr key={name}>
                <th scope="row">{nameOf(name)}</th>
                <td>
                  <FaultMessage
                    fault={{
                      text: t(ok ? 'learners.check-ok' : 'learners.check-failed'),
                      detail: detail ?? null,
                      detailLanguage: 'en',
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
