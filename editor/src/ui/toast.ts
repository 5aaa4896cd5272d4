import type { ReactNode } from 'react';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** A short message, with something that can be done about it. */
type ToastMessage = {
  readonly text: ReactNode;
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
