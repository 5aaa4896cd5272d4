import type { ReactNode } from 'react';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** A short message, with an optional action. */
type ToastMessage = {
  readonly text: ReactNode;
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** The message disappears by itself in spite of its action, which is also available elsewhere. */
  readonly passes?: boolean;
};

/** Shows short messages at the edge of the page. */
export type Toasts = ToastQueue<ToastMessage>;

const VISIBLE_MS = 6_000;

const VISIBLE_WITH_ACTION_MS = 12_000;

/** A queue of messages, of which three are visible at a time. */
export function createToasts(): Toasts {
  return new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });
}

/** Shows a message for some seconds; one with an action stays until the person closes it, unless it `passes`. @returns its key */
export function showToast(toasts: Toasts, message: ToastMessage): string {
  if (message.action === undefined) return toasts.add(message, { timeout: VISIBLE_MS });
  return toasts.add(message, message.passes === true ? { timeout: VISIBLE_WITH_ACTION_MS } : {});
}
