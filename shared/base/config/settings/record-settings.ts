import { boolean, httpAddress, integer, oneOf, type Setting, text } from '../formats.ts';

/** Settings of learning records and badges. Part of `SETTINGS`. */
export const RECORD_SETTINGS = {
  XAPI_INGEST_AUTH: {
    parse: text,
    default: null,
    defaultText: '`key`; `none` while only this machine reaches the service',
    effect:
      'Whose xAPI statements are accepted. `key`: from senders that prove a key with a signature sheet, or have signed in. Values of `Authorization`, such as `Basic bG1zOnNlY3JldA==`, separated by commas: also from senders that send one of these. `none`: from every sender; the `authority` of such statements is not trusted.',
    secret: true,
  },
  XAPI_ENDPOINT: {
    parse: httpAddress,
    default: null,
    effect:
      'Address of a learning record store whose statements are fetched, such as `https://lrs.example/xapi/`: `statements` is added to it.',
  },
  XAPI_AUTH: {
    parse: text,
    default: null,
    effect: 'Value of `Authorization` for XAPI_ENDPOINT, such as `Basic …`.',
    secret: true,
  },
  XAPI_ENABLED: {
    parse: boolean,
    default: true,
    effect: '`false`: XAPI_ENDPOINT is not polled.',
  },
  XAPI_CONFIG: {
    parse: text,
    default: null,
    effect:
      'Several learning record stores instead of XAPI_ENDPOINT: a JSON object of `{"xapiEndpoint", "xapiHostname", "xapiAuth", "xapiBadges"}` by name. Variables `XAPI_CONFIG_<name>`, with one such object each, are added to it. `xapiHostname` is the server of the pages, if it is another one; `xapiBadges` overrides XAPI_BADGES.',
    secret: true,
  },
  XAPI_BADGES: {
    parse: boolean,
    default: false,
    effect:
      'Assertions of positive xAPI statements become badges, in the name of their agents: those of record stores, and those that an admin, or a sender with an `Authorization` of XAPI_INGEST_AUTH, or the agent itself, sends. Requests say otherwise with `?badge=true` or `?badge=false`.',
  },
  XAPI_STATEMENT_COUNT: {
    parse: integer(1, 1000),
    default: 10,
    effect: 'Number of statements in each page that is requested from a learning record store.',
  },
  OIDC_CLIENT_ENDPOINT: {
    parse: httpAddress,
    default: null,
    effect:
      'Address (issuer) of an OAuth provider that issues tokens, by client credentials, for the record stores that have no value of `Authorization`.',
  },
  OIDC_CLIENT_CLIENT_ID: { parse: text, default: null, effect: 'Client id of this service at that provider.' },
  OIDC_CLIENT_CLIENT_SECRET: {
    parse: text,
    default: null,
    effect: 'Client secret of this service at that provider.',
    secret: true,
  },
  BADGE_EMAIL: {
    parse: text,
    default: null,
    effect: 'Email address of badge issuers whose Person has none: Open Badges requires one.',
  },
  BADGE_AUTHORS: {
    parse: text,
    default: null,
    defaultText: '`agent`; `anyone` while only this machine reaches the service',
    effect:
      'Whose assertions become badges. `agent`: those that were last saved with the key of their agent, or of an admin. `anyone`: all that are shared with the key of badges, whoever they say awards them.',
  },
  BADGE_ISSUER_NAME: {
    parse: text,
    default: null,
    defaultText: 'the host of the service',
    effect: 'Name of the service as the issuer of badges as verifiable credentials.',
  },
  BADGE_JWT_ALGORITHM: {
    parse: oneOf('RS256', 'ES256'),
    default: 'RS256',
    effect: 'Signature algorithm of badges that are tokens (VC-JWT).',
  },
} as const satisfies Record<string, Setting>;
