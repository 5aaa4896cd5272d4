import { useEditor } from '../../app/editor.tsx';
import { usePing } from '../../app/use-ping.ts';
import { useWords } from '../../words/use-words.tsx';

/** What the service is for, where it runs, and the way to the description of its API. */
export function AboutService() {
  const { t } = useWords();
  const { service } = useEditor();
  const ping = usePing();
  return (
    <section className="quiet small start-about" aria-label={t('start.about-title')}>
      <p>{t('start.about')}</p>
      <p className="row">
        <bdi>{t('start.about-host', { version: ping?.version ?? '', host: new URL(service.base).host })}</bdi>
        <a href={new URL('openapi/', service.base).href}>{t('start.about-api')}</a>
      </p>
    </section>
  );
}
