import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import { NotOpened } from '../../app/not-opened.tsx';
import type { RootKind, ViewProps } from '../../app/paths.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useFramework } from '../../app/use-framework.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { AccessForm } from './access-form.tsx';
import { RefusedParts } from './refused-parts.tsx';
import './sharing.css';
import { UnfinishedChange } from './unfinished-change.tsx';
import { useApplyAccess } from './use-apply-access.ts';

/** Who may read and change a framework. */
export function SharingView({ params: { id = '' } }: ViewProps) {
  return <Sharing id={id} kind="framework" />;
}

/** Who may read and change a vocabulary. */
export function SchemeSharingView({ params: { id = '' } }: ViewProps) {
  return <Sharing id={id} kind="scheme" />;
}

function Sharing({ id, kind }: { readonly id: string; readonly kind: RootKind }) {
  const { t } = useWords();
  const faultMessage = useFaultMessage();
  const { data, error, refetch } = useFramework(id, kind);
  const applying = useApplyAccess(shortIdOf(id, []), () => void refetch());
  if (data === undefined && error !== null) return <NotOpened error={error} />;
  return (
    <div className="page sharing">
      {data === undefined && <Skeleton lines={6} />}
      {error !== null && (
        <Banner kind="danger" actions={<Button onPress={() => void refetch()}>{t('common.retry')}</Button>}>
          {faultMessage(error)}
        </Banner>
      )}
      {data !== undefined && <AccessForm key={data.etag} kind={kind} loaded={data} applying={applying} />}
      {data !== undefined && <UnfinishedChange loaded={data} applying={applying} />}
      <RefusedParts applying={applying} />
    </div>
  );
}
