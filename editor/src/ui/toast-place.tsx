import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useWords } from '../words/use-words.tsx';
import { Button, IconButton } from './button.tsx';
import type { Toasts } from './toast.ts';

/** Where messages appear. */
export function ToastPlace({ toasts }: { readonly toasts: Toasts }) {
  const { t } = useWords();
  return (
    <ToastRegion queue={toasts} className="toast-region" aria-label={t('common.messages')}>
      {({ toast }) => (
        <AriaToast toast={toast} className="toast">
          <ToastContent>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action !== undefined && (
            <Button
              variant="quiet"
              onPress={() => {
                toast.content.action?.onPress();
                toasts.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton icon="close" label={t('common.close')} onPress={() => toasts.close(toast.key)} />
        </AriaToast>
      )}
    </ToastRegion>
  );
}
