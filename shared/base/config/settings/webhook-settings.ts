import { integer } from '../formats.ts';

/** Settings of webhooks. */
export const WEBHOOK_SETTINGS = {
  WEBHOOK_TIMEOUT: {
    parse: integer(100, 60_000),
    default: 10_000,
    effect: 'Milliseconds that the receiver of a webhook may take to answer.',
  },
  WEBHOOK_RETRY_DELAY: {
    parse: integer(10, 3_600_000),
    default: 5_000,
    effect:
      'Milliseconds before a receiver that failed is called again; each further pause is three times as long, up to six hours.',
  },
  WEBHOOK_GIVE_UP: {
    parse: integer(0, 2_592_000_000),
    default: 259_200_000,
    defaultText: '`259200000`: three days',
    effect: 'Milliseconds after the first failed call until a webhook is given up.',
  },
};
