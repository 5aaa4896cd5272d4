import type { ReactNode } from 'react';
import { NotOpened } from '../../app/not-opened.tsx';
import type { FrameworkDocument } from '../../outline/document.ts';
import { Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { useDocument } from './use-document.ts';

type OpenedFrameworkProps = { readonly id: string; readonly children: (document: FrameworkDocument) => ReactNode };

/** A view of an open framework, or a placeholder while it is being opened, or the error. */
export function OpenedFramework({ id, children }: OpenedFrameworkProps) {
  const { t } = useWords();
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
  return <NotOpened error={opened.error} />;
}
