import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useTask } from '../../app/use-task.ts';
import type { VersionImport } from '../../service/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ProgressBar } from '../../ui/feedback.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { useWords } from '../../words/use-words.tsx';
import { Refusal } from './refusal.tsx';

/** Saves everything in a file, and restores from one. */
export function Transfer() {
  const { t, number } = useWords();
  const { service } = useEditor();
  const queries = useQueryClient();
  const exporting = useTask();
  const importing = useTask();
  const [imported, setImported] = useState<VersionImport | null>(null);

  const exportAll = (): Promise<boolean> =>
    exporting.run(async () => {
      const day = new Date().toISOString().slice(0, 10);
      saveFile(`competency-export-${day}.ndjson`, await service.exportAll());
    });
  const restore = (file: File): Promise<boolean> =>
    importing.run(async () => {
      setImported(null);
      setImported(await service.importVersions(file));
      await queries.invalidateQueries();
    });
  const failure = exporting.failure ?? importing.failure;
  return (
    <section className="stack" aria-labelledby="transfer">
      <h2 id="transfer">{t('operators.transfer')}</h2>
      <p className="quiet">{t('operators.transfer-text')}</p>
      <div className="row">
        <Button icon="download" isPending={exporting.isPending} onPress={() => void exportAll()}>
          {t('operators.export')}
        </Button>
        <FileButton
          label={t('operators.import')}
          accept={['.ndjson', '.jsonl', '.json']}
          onChoose={(file) => void restore(file)}
        />
      </div>
      {exporting.isPending && <ProgressBar label={t('operators.exporting')} />}
      {importing.isPending && <ProgressBar label={t('operators.importing')} />}
      {failure !== null && <Banner kind="danger">{failure}</Banner>}
      {imported !== null && (
        <Banner kind={imported.failedCount > 0 ? 'warning' : 'success'}>
          <p>{t('operators.imported', { restored: number(imported.restored), present: number(imported.present) })}</p>
          {imported.failedCount > 0 && (
            <>
              <p>{t('operators.import-failed', { count: imported.failedCount })}</p>
              <ul>
                {imported.failed.map((refusal) => (
                  <li key={refusal.line}>
                    {t('operators.line', { line: refusal.line })} <Refusal refused={refusal} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </Banner>
      )}
    </section>
  );
}
