import { boolean, integer, oneOf, type Setting } from '../formats.ts';

/** Settings of signature sheets and of the admin. Part of `SETTINGS`. */
export const SHEET_SETTINGS = {
  REJECT_SHA1: {
    parse: boolean,
    default: false,
    effect: 'Refuse signatures made with SHA-1 (451).',
  },
  SHEET_MAX_ENTRIES: {
    parse: integer(1, 10_000),
    default: 64,
    effect: 'Maximum number of entries in all signature sheets of one request; more get 400.',
  },
  SHEET_MAX_LIFETIME: {
    parse: integer(1000, Number.MAX_SAFE_INTEGER),
    default: 7_200_000,
    effect: 'Longest remaining validity of a signature, in milliseconds. The client library uses 300000.',
  },
  SHEET_SERVER_CHECK: {
    parse: oneOf('strict', 'warn'),
    default: null,
    defaultText:
      '`strict` when an own address is set with SVC_LOOPBACK, SVC_LOOPBACK_PROXY or SVC_EXTERNAL_ENDPOINT, else `warn`',
    effect:
      '`strict`: a signature counts only when its `server` is an own address or the target object, so that one made for another server is invalid here. `warn`: it counts, with a warning in the log.',
  },
  ADMIN_SECRET_IN_QUERY: {
    parse: boolean,
    default: false,
    effect:
      'Accept the secret of the admin operations in the query string too, and these operations by `GET`, as scripts for the existing server send them. Proxies log addresses.',
  },
} as const satisfies Record<string, Setting>;
