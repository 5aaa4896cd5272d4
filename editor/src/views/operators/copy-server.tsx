import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { FaultMessage } from '../../app/use-fault.tsx';
import { useTask } from '../../app/use-task.ts';
import type { CopyPreview, CopySource } from '../../service/copies.ts';
import { ServiceError } from '../../service/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ProgressBar } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { CopyPreviewTable } from './copy-preview.tsx';
import { CopyStatus } from './copy-status.tsx';
import { useOperations } from './use-operations.ts';

type Previewed = { readonly source: CopySource; readonly preview: CopyPreview };

/** Copies everything that another server discloses, after a preview. */
export function CopyServer() {
  const { t } = useWords();
  const { service } = useEditor();
  const queries = useQueryClient();
  const [from, setFrom] = useState('');
  const [secret, setSecret] = useState('');
  const [wrong, setWrong] = useState<{ readonly field: string; readonly text: ReactNode } | null>(null);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const task = useTask((error) => {
    if (!(error instanceof ServiceError)) return null;
    if (error.code === 'operation-in-progress') return t('operators.copy-busy');
    const { where } = error.problem;
    if (where !== 'from' && where !== 'sourceSecret') return null;
    const key = where === 'from' ? 'import.remote-failed' : 'operators.copy-secret-refused';
    const text = <FaultMessage fault={{ text: t(key), detail: error.message, detailLanguage: 'en' }} />;
    setWrong({ field: where, text });
    return text;
  });
  const last = useOperations().data?.find(({ operation }) => operation === 'copy');
  const isRunning = last?.state === 'running';

  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    setWrong(null);
    setPreviewed(null);
    task.reset();
  };
  const preview = (event: FormEvent): void => {
    event.preventDefault();
    const source = { from: from.trim(), sourceSecret: secret.trim() === '' ? null : secret.trim() };
    setWrong(null);
    setPreviewed(null);
    void task.run(async () => setPreviewed({ source, preview: await service.previewCopy(source) }));
  };
  const start = (source: CopySource): Promise<boolean> =>
    task.run(async () => {
      const { ended } = await service.startCopy(source);
      void ended.then(() => queries.invalidateQueries());
      await queries.invalidateQueries({ queryKey: ['operations'] });
      setPreviewed(null);
    });
  const faultOf = (field: string): ReactNode => (wrong?.field === field ? wrong.text : undefined);
  return (
    <section className="stack" aria-labelledby="copy">
      <h2 id="copy">{t('operators.copy')}</h2>
      <p className="quiet">{t('operators.copy-text')}</p>
      <form className="stack" onSubmit={preview} noValidate>
        <TextField
          label={t('operators.copy-from')}
          description={t('operators.copy-from-help')}
          type="url"
          error={faultOf('from')}
          value={from}
          onChange={change(setFrom)}
        />
        <TextField
          label={t('operators.copy-secret')}
          description={t('operators.copy-secret-help')}
          type="password"
          autoComplete="off"
          error={faultOf('sourceSecret')}
          value={secret}
          onChange={change(setSecret)}
        />
        <div className="row">
          <Button type="submit" isDisabled={from.trim() === ''} isPending={task.isPending && previewed === null}>
            {t('operators.copy-preview')}
          </Button>
        </div>
      </form>
      {task.isPending && previewed === null && <ProgressBar label={t('operators.copy-counting')} />}
      {task.failure !== null && wrong === null && <Banner kind="danger">{task.failure}</Banner>}
      {previewed !== null && (
        <>
          <CopyPreviewTable preview={previewed.preview} />
          <div className="row">
            <Button
              variant="primary"
              isDisabled={isRunning}
              isPending={task.isPending}
              onPress={() => void start(previewed.source)}
            >
              {t('operators.copy-start')}
            </Button>
          </div>
        </>
      )}
      {last !== undefined && <CopyStatus record={last} />}
    </section>
  );
}
