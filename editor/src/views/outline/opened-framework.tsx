import type { ReactNode } from 'react';
import { OtherObject } from '../../app/other-object.tsx';
import { useFaultMessage } from '../../app/use-fault.tsx';
import type { FrameworkDocument } from '../../outline/document.ts';
import { NotAFramework } from '../../outline/not-a-framework.ts';
import { isNotFound } from '../../service/service-error.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { useDocument } from './use-document.ts';

type OpenedFrameworkProps = { readonly id: string; readonly children: (document: FrameworkDocument) => ReactNode };

/** A view of an open framework, or a placeholder while it is being opened, or the error. */
export function OpenedFramework({ id, children }: OpenedFrameworkProps) {
  const { t } = useWords();
  const faultMessage = useFaultMessage();
  const opened = useDocument(id);
  if (opened.status === 'open') return children(opened.document);
  if (opened.status === 'opening') {
    return (
      <div className="page" aria-busy="true">
        <p className="visually-hidden" role="status">
          {t('outline.opening')}
        </p>
        <Skeleton lines={8} />
      </div>
    );
  }
  if (opened.error instanceof NotAFramework) return <OtherObject object={opened.error.object} />;
  return (
    <EmptyState
      isPage
      icon="alert"
      title={t(isNotFound(opened.error) ? 'common.not-found-title' : 'common.not-now-title')}
      actions={
        <>
          <Button onPress={() => window.location.reload()}>{t('common.retry')}</Button>
          <LinkButton href="/">{t('common.to-start')}</LinkButton>
        </>
      }
    >
      {faultMessage(opened.error)}
    </EmptyState>
  );
}
