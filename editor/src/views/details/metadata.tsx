import { member } from '../../../../shared/repository/linked-data/json.ts';
import { items } from '../../../../shared/repository/linked-data/references.ts';
import { splitId } from '../../../../shared/repository/linked-data/split-id.ts';
import { parseTime } from '../../../../shared/repository/linked-data/time.ts';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useKeyNames } from '../../app/use-key-names.ts';
import { timeOfVersion } from '../../outline/version.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Subject } from './subject.ts';

type MetadataProps = { readonly subject: Subject; readonly frameworkId: string };

/** The address of an object, who may change it, and when it was changed. */
export function Metadata({ subject: { id, kind, object }, frameworkId }: MetadataProps) {
  const { t, dateTime } = useWords();
  const { service, toasts } = useEditor();
  const owners = [...items(member(object, '@owner')), ...items(member(object, 'owner'))];
  const nameOf = useKeyNames(owners.filter((owner) => typeof owner === 'string'));
  const stored = member(object, '@id');
  const { version } = splitId(typeof stored === 'string' ? stored : id, [service.base]);
  const changed = timeOfVersion(version);
  const created = parseTime(String(member(object, 'schema:dateCreated') ?? ''));
  const history = frameworkPath(frameworkId, 'history');

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(id);
    showToast(toasts, { text: t('details.copied') });
  }

  return (
    <section className="stack" aria-label={t('details.about')}>
      <h2 className="details-heading">{t('details.about')}</h2>
      <dl className="details-facts">
        <dt>{t('details.address')}</dt>
        <dd className="row">
          <code className="details-address">{id}</code>
          <IconButton icon="copy" label={t('details.copy')} onPress={() => void copy()} />
        </dd>
        <dt>{t('details.owners')}</dt>
        <dd>
          {owners.length === 0
            ? t('details.owned-by-nobody')
            : owners.map((owner) => nameOf(String(owner)) ?? t('details.somebody')).join(', ')}
        </dd>
        {created !== null && (
          <>
            <dt>{t('details.created')}</dt>
            <dd>{dateTime(created)}</dd>
          </>
        )}
        {changed !== null && (
          <>
            <dt>{t('details.changed')}</dt>
            <dd>{dateTime(changed)}</dd>
          </>
        )}
      </dl>
      <div className="row">
        <LinkButton
          icon="history"
          href={kind === 'framework' ? history : `${history}?${new URLSearchParams({ competency: id })}`}
        >
          {t('details.versions')}
        </LinkButton>
      </div>
    </section>
  );
}
