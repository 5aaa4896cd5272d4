import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { NotOpened } from '../../app/not-opened.tsx';
import { frameworkPath, type ViewProps } from '../../app/paths.ts';
import { saveFile } from '../../app/save-file.ts';
import { useFaultMessage, useFaultText } from '../../app/use-fault.tsx';
import { useFramework } from '../../app/use-framework.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { Loaded } from '../../outline/load.ts';
import { isFramework } from '../../outline/not-a-framework.ts';
import { frameworkOf } from '../../outline/state.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { Details, Loss } from '../import/plan-preview.tsx';
import { isPrivate } from './convert.ts';
import { EXPORTS, type ExportChoice, exportFile, lossesOf } from './export-file.ts';
import { EmbedCode, Paper, ShareLink } from './share.tsx';
import '../import/import.css';

/** The formats for download, what each has no place for, and a link to the framework. */
export function ExportView({ params: { id = '' } }: ViewProps) {
  const { t, language } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const loaded = useFramework(id);
  const framework = loaded.data === undefined ? null : frameworkOf(loaded.data.state);
  const name = (framework === null ? null : textIn(framework, 'name', language)) ?? t('outline.unnamed');
  const title = t('export.title-of', { framework: name });
  usePageTitle(title);
  if (loaded.isLoadingError) return <NotOpened error={loaded.error} />;
  return (
    <div className="page stack import">
      <div className="page-head">
        <h1>{title}</h1>
        <LinkButton href={frameworkPath(id)} icon="back">
          {t('export.back')}
        </LinkButton>
      </div>
      {loaded.isPending && <Skeleton lines={4} />}
      {loaded.isRefetchError && <Banner kind="danger">{faultMessage(loaded.error)}</Banner>}
      {loaded.data !== undefined && (
        <>
          <Downloads
            loaded={loaded.data}
            make={(choice) => exportFile(service, choice, loaded.data, { name, language })}
          />
          <ShareLink id={id} />
          <EmbedCode id={id} name={name} isPublic={isPublic(loaded.data)} />
          <Paper id={id} />
        </>
      )}
    </div>
  );
}

/** Whether everyone may read the stored framework. */
function isPublic({ state, stored }: Loaded): boolean {
  return isFramework(stored.get(state.frameworkId) ?? {});
}

type DownloadsProps = {
  readonly loaded: Loaded;
  readonly make: (choice: ExportChoice) => Promise<{ readonly name: string; readonly content: Blob }>;
};

function Downloads({ loaded, make }: DownloadsProps) {
  const { t } = useWords();
  const { toasts } = useEditor();
  const faultText = useFaultText();
  const [choice, setChoice] = useState<ExportChoice>('ctdl-asn');
  const [isPending, setPending] = useState(false);

  async function download(): Promise<void> {
    setPending(true);
    try {
      const { name, content } = await make(choice);
      saveFile(name, content);
    } catch (error) {
      showToast(toasts, { text: `${t('export.failed')} ${faultText(error)}` });
    } finally {
      setPending(false);
    }
  }

  return (
    <section className="card stack" aria-label={t('export.downloads')}>
      <h2>{t('export.downloads')}</h2>
      <Select
        label={t('export.format')}
        choices={EXPORTS.map((id) => ({ id, label: t(`export.format-${id}`) }))}
        value={choice}
        onChange={(id) => setChoice(EXPORTS.find((one) => one === id) ?? choice)}
      />
      {isPrivate(loaded) && <p className="quiet">{t('export.private')}</p>}
      <Losses loaded={loaded} choice={choice} />
      <div className="row">
        <Button variant="primary" icon="download" isPending={isPending} onPress={() => void download()}>
          {t('export.download')}
        </Button>
      </div>
    </section>
  );
}

/** What a format has no place for, shown before the download. */
function Losses({ loaded, choice }: { readonly loaded: Loaded; readonly choice: ExportChoice }) {
  const { t } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const isServed = choice !== 'objects' && choice !== 'csv' && choice !== 'xlsx';
  const losses = useQuery({
    queryKey: ['losses', loaded.state.frameworkId, choice],
    queryFn: ({ signal }) => (isServed ? lossesOf(service, choice, loaded, signal) : []),
  });
  if (choice === 'csv' || choice === 'xlsx') return <p className="quiet">{t('export.table-losses')}</p>;
  if (losses.isPending) return <p className="quiet">{t('export.checking')}</p>;
  if (losses.isError) return <Banner kind="danger">{faultMessage(losses.error)}</Banner>;
  if (losses.data.length === 0) return <p className="quiet">{t('export.lossless')}</p>;
  return (
    <Details
      title={t('export.losses', { count: losses.data.length })}
      items={losses.data}
      lineOf={({ '@id': id, property, reason }) => <Loss id={id} property={property} reason={reason} />}
    />
  );
}
