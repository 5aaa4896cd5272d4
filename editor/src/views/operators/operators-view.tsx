import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import { useSignOn } from '../../app/use-sign-on.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { AdminKeyDialog } from './admin-key-dialog.tsx';
import { AuditTrail } from './audit-trail.tsx';
import { CopyServer } from './copy-server.tsx';
import { HealthCard } from './health-card.tsx';
import { Operations } from './operations.tsx';
import { RecordStores } from './record-stores.tsx';
import { Settings } from './settings.tsx';
import { Transfer } from './transfer.tsx';
import './operators.css';

/** The view for admins: health, operations, backup, audit trails and settings of the service. */
export function OperatorsView() {
  const { t } = useWords();
  const { service } = useEditor();
  const { isAdmin } = useSignOn();
  const { isPending } = useQuery({ queryKey: ['ping'], queryFn: ({ signal }) => service.ping(signal) });
  usePageTitle(t('operators.title'));
  if (isPending) return <Skeleton lines={6} />;
  if (!isAdmin) return <NotAdmin />;
  return (
    <div className="page operators">
      <h1>{t('operators.title')}</h1>
      <HealthCard />
      <RecordStores />
      <Operations />
      <CopyServer />
      <Transfer />
      <AuditTrail />
      <Settings />
    </div>
  );
}

function NotAdmin() {
  const { t } = useWords();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <h1 className="visually-hidden">{t('operators.title')}</h1>
      <EmptyState
        icon="lock"
        title={t('operators.not-admin-title')}
        actions={<Button onPress={() => setAdding(true)}>{t('operators.add-key')}</Button>}
      >
        {t('operators.not-admin')}
      </EmptyState>
      {isAdding && <AdminKeyDialog onClose={() => setAdding(false)} />}
    </>
  );
}
