import { NotAFramework } from '../outline/not-a-framework.ts';
import { isNotFound } from '../service/service-error.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { useWords } from '../words/use-words.tsx';
import { OtherObject } from './other-object.tsx';
import { useFaultMessage } from './use-fault.tsx';
import { usePageTitle } from './use-page-title.ts';

/** Shown by every view of a framework in place of the framework: it does not exist, cannot be read now, or is another object. */
export function NotOpened({ error }: { readonly error: unknown }) {
  const { t } = useWords();
  const faultMessage = useFaultMessage();
  const title = t(
    error instanceof NotAFramework
      ? 'other.title'
      : isNotFound(error)
        ? 'common.not-found-title'
        : 'common.not-now-title',
  );
  usePageTitle(title);
  if (error instanceof NotAFramework) return <OtherObject object={error.object} />;
  return (
    <EmptyState
      isPage
      icon="alert"
      title={title}
      actions={
        <>
          <Button onPress={() => window.location.reload()}>{t('common.retry')}</Button>
          <LinkButton href="/">{t('common.to-start')}</LinkButton>
        </>
      }
    >
      {faultMessage(error)}
    </EmptyState>
  );
}
