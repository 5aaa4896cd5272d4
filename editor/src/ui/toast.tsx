import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useWords } from '../words/use-words.tsx';
import { Button, IconButton } from './button.tsx';

/** A short message, with something that can be done about it. */
type ToastMessage = {
  readonly text: string;
  readonly action?: { readonly label: string; readonly onPress: () => void };
};

/** Shows short messages at the edge of the page. */
export type Toasts = ToastQueue<ToastMessage>;

const VISIBLE_MS = 6_000;

/** A place for messages, of which three are visible at a time. */
export function createToasts(): Toasts {
  return new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });
}

/** Shows a message for some seconds; one with an action stays until it is closed. */
export function showToast(toasts: Toasts, message: ToastMessage): void {
  toasts.add(message, message.action === undefined ? { timeout: VISIBLE_MS } : {});
}

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
