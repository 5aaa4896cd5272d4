import { type Setting, text } from '../formats.ts';

/** Settings of the messages to users that `ping` returns. Part of `SETTINGS`. */
export const MESSAGE_SETTINGS = {
  SVC_BANNER_MESSAGE: {
    legacy: 'CASS_BANNER_MESSAGE',
    parse: text,
    default: null,
    effect: 'Message of the banner in `ping`.',
  },
  SVC_BANNER_TEXT_COLOR: {
    legacy: 'CASS_BANNER_TEXT_COLOR',
    parse: text,
    default: null,
    effect: 'Text colour of the banner.',
  },
  SVC_BANNER_BACKGROUND_COLOR: {
    legacy: 'CASS_BANNER_BACKGROUND_COLOR',
    parse: text,
    default: null,
    effect: 'Background colour of the banner.',
  },
  MOTD_TITLE: {
    parse: text,
    default: null,
    effect: 'Title of the message of the day in `ping`; shown with MOTD_MESSAGE.',
  },
  MOTD_MESSAGE: {
    parse: text,
    default: null,
    effect: 'Message of the day in `ping`; shown with MOTD_TITLE.',
  },
} as const satisfies Record<string, Setting>;
