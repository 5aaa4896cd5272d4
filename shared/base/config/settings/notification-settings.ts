import { boolean, integer, type Setting } from '../formats.ts';

/** Settings of the notification channel. Part of `SETTINGS`. */
export const NOTIFICATION_SETTINGS = {
  NOTIFY_HIDDEN: {
    parse: boolean,
    default: false,
    effect:
      '`true` sends the ids of reader-protected objects to every subscriber of the notification channel, as the existing server does. Otherwise only to subscribers that proved a key that may read them.',
  },
  NOTIFY_POLL: {
    parse: integer(10, 3_600_000),
    default: 1000,
    effect:
      'Interval in milliseconds in which writes of other instances are polled for subscribers of the notification channel. A key that was replaced at another instance counts for at most five times as long.',
  },
} as const satisfies Record<string, Setting>;
