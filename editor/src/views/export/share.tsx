import { useRouter } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { shortPath } from '../../app/short-link.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';

type Props = { readonly id: string };

/** The address of the framework, for others. */
export function ShareLink({ id }: Props) {
  const { t } = useWords();
  const { base } = useRouter();
  const { service } = useEditor();
  const address = `${window.location.origin}${base}${shortPath(service.base, id)}`;
  return (
    <section className="card stack" aria-label={t('export.link')}>
      <CopyField label={t('export.link')} description={t('export.link-help')} value={address} />
    </section>
  );
}

/** The code that shows the framework on another page. @param isPublic whether everyone may read it */
export function EmbedCode({ id, name, isPublic }: Props & { readonly name: string; readonly isPublic: boolean }) {
  const { t, language } = useWords();
  const { base } = useRouter();
  const query = new URLSearchParams({ frameworkId: id, language });
  const address = `${window.location.origin}${base}/embed?${query}`;
  const code = `<iframe src="${escaped(address)}" title="${escaped(name)}" width="100%" height="600" loading="lazy"></iframe>`;
  return (
    <section className="card stack" aria-label={t('embed.title')}>
      <h2>{t('embed.title')}</h2>
      {!isPublic && <Banner kind="warning">{t('embed.private-help')}</Banner>}
      <CopyField label={t('embed.code')} description={t('embed.help')} value={code} />
    </section>
  );
}

/** The link to the printable page. */
export function Paper({ id }: Props) {
  const { t } = useWords();
  return (
    <section className="card stack" aria-label={t('export.paper')}>
      <h2>{t('export.paper')}</h2>
      <p className="quiet">{t('export.paper-help')}</p>
      <div className="row">
        <LinkButton href={frameworkPath(id, 'print')}>{t('export.paper-open')}</LinkButton>
      </div>
    </section>
  );
}

type CopyFieldProps = { readonly label: string; readonly description: string; readonly value: string };

function CopyField(props: CopyFieldProps) {
  const { t } = useWords();
  const { announce } = useEditor();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(props.value);
    announce(t('export.copied'));
  };
  return (
    <>
      <TextField {...props} isReadOnly />
      <div className="row">
        <Button icon="copy" onPress={() => void copy()}>
          {t('export.copy')}
        </Button>
      </div>
    </>
  );
}

/** Text as the value of an attribute in double quotes. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
