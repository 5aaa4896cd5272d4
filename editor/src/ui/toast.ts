import type { ReactNode } from 'react';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** A short message, with something that can be done about it. */
type ToastMessage = {
  readonly text: ReactNode;
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** The message passes by itself in spite of its action, which can be done elsewhere too. */
  readonly passes?: boolean;
};

/** Shows short messages at the edge of the page. */
export type Toasts = ToastQueue<ToastMessage>;

const VISIBLE_MS = 6_000;

const VISIBLE_WITH_ACTION_MS = 12_000;

/** A place for messages, of which three are visible at a time. */
export function createToasts(): Toasts {
  return new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });
}

/** Shows a message for some seconds; one with an action stays until it is closed, unless it passes. @returns its key */
export function showToast(toasts: Toasts, message: ToastMessage): string {
  if (message.action === undefined) return toasts.add(message, { timeout: VISIBLE_MS });
  return toasts.add(message, message.passes === true ? { timeout: VISIBLE_WITH_ACTION_MS } : {});
}
