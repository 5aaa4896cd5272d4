import { NotOpened } from '../../app/not-opened.tsx';
import { frameworkPath, type ViewProps } from '../../app/paths.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useFramework } from '../../app/use-framework.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { Loaded } from '../../outline/load.ts';
import { frameworkOf } from '../../outline/state.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { FrameworkFacts } from './framework-facts.tsx';
import { PrintedOutline } from './printed-outline.tsx';
import './print.css';

/** A framework as one printable page: its description, and the whole outline. */
export function PrintView({ params: { id = '' } }: ViewProps) {
  const { t, language } = useWords();
  const faultMessage = useFaultMessage();
  const loaded = useFramework(id);
  const framework = loaded.data === undefined ? null : frameworkOf(loaded.data.state);
  const name =
    framework === null ? t('export.paper-open') : textIn(framework, 'name', language) || t('outline.unnamed');
  usePageTitle(name);
  if (loaded.isLoadingError) return <NotOpened error={loaded.error} />;
  return (
    <article className="page stack print">
      <div className="page-head">
        <h1>{name}</h1>
        <div className="row print-tools">
          <LinkButton href={frameworkPath(id, 'export')} icon="back">
            {t('print.back')}
          </LinkButton>
          <Button variant="primary" isDisabled={framework === null} onPress={() => window.print()}>
            {t('print.print')}
          </Button>
        </div>
      </div>
      {loaded.isPending && <Skeleton lines={8} />}
      {loaded.isRefetchError && <Banner kind="danger">{faultMessage(loaded.error)}</Banner>}
      {loaded.data !== undefined && <Contents loaded={loaded.data} readAt={loaded.dataUpdatedAt} />}
    </article>
  );
}

function Contents({ loaded, readAt }: { readonly loaded: Loaded; readonly readAt: number }) {
  const { t, language } = useWords();
  const { state, missing } = loaded;
  const description = textIn(frameworkOf(state), 'description', language);
  return (
    <>
      {description !== null && (
        <p className="print-text">
          <bdi>{description}</bdi>
        </p>
      )}
      <FrameworkFacts state={state} readAt={readAt} />
      {missing.length > 0 && <Banner>{t('print.missing', { count: missing.length })}</Banner>}
      <PrintedOutline state={state} />
    </>
  );
}
