import { useQuery } from '@tanstack/react-query';
import { parsePublicKey } from '../../../../shared/base/crypto/public-key.ts';
import { useEditor } from '../../app/editor.tsx';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useHolders } from '../../app/use-holders.ts';
import { usePing } from '../../app/use-ping.ts';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';

/** The keys of the admins, and the limits and settings in effect. */
export function Settings() {
  const { t } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const ping = usePing();
  const { data, error } = useQuery({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => service.configuration(signal),
  });
  const admins = (ping?.adminPublicKeys ?? []).map((pem) => parsePublicKey(pem).fingerprint);
  const nameOf = useHolders(admins);
  const settings = Object.entries(data ?? {}).filter(([name]) => name !== 'adminPublicKeys');
  return (
    <section className="stack" aria-labelledby="settings">
      <h2 id="settings">{t('operators.settings')}</h2>
      {error !== null && <Banner kind="danger">{faultMessage(error)}</Banner>}
      {data === undefined && error === null && <Skeleton />}
      <dl className="card facts">
        <dt>{t('operators.admins')}</dt>
        <dd>{admins.map((id) => `${nameOf(id).name} (${id})`).join(', ')}</dd>
        {settings.map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
