import type { Loaded } from '../../outline/load.ts';
import { leftOf } from '../../sharing/kept-change.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Applying } from './use-apply-access.ts';

/** Shows what an interrupted change of access did not change, and continues it. */
export function UnfinishedChange({ loaded, applying }: { readonly loaded: Loaded; readonly applying: Applying }) {
  const { t } = useWords();
  const { unfinished, refused, isPending, retry, leave } = applying;
  if (unfinished === null || isPending || refused.length > 0) return null;
  const count = leftOf(unfinished, loaded.state.frameworkId, loaded.stored);
  if (count === 0) return null;
  return (
    <Banner
      kind="warning"
      actions={
        <div className="row">
          <Button onPress={() => void retry()}>{t('sharing.go-on')}</Button>
          <IconButton icon="close" label={t('common.close')} onPress={() => void leave()} />
        </div>
      }
    >
      {t('sharing.unfinished', { count })}
    </Banner>
  );
}
