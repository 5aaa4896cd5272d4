import {
  addressRanges,
  allowList,
  boolean,
  httpAddress,
  integer,
  names,
  origins,
  rateLimit,
  type Setting,
  text,
  trustedProxies,
} from '../formats.ts';

/** Request headers that may hold the address of the client, in their order (specification: Network access controls 3). */
export const CLIENT_ADDRESS_HEADERS: readonly string[] = [
  'x-client-ip',
  'x-forwarded-for',
  'cf-connecting-ip',
  'fastly-client-ip',
  'true-client-ip',
  'x-real-ip',
  'x-cluster-client-ip',
  'x-forwarded',
];

/** Settings of connections: protocol, timeouts, allowed addresses and rate limits. */
export const NETWORK_SETTINGS = {
  CORS_ORIGINS: {
    parse: origins,
    default: null,
    defaultText: 'unset: all origins',
    effect:
      'Comma-separated origins whose pages may call the API, open the notification channel, and embed a framework in a frame ([editor.md](../use/editor.md#embed)).',
  },
  CORS_CREDENTIALS: {
    parse: boolean,
    default: false,
    effect: 'Allow pages of CORS_ORIGINS to send cookies. Needs CORS_ORIGINS: never for all origins.',
  },
  HTTPS: {
    parse: boolean,
    default: false,
    effect: 'Serve HTTPS (TLS 1.2 and newer), with HTTP/2, and nothing else at PORT.',
  },
  HTTPS_CERTIFICATE_FILE: {
    parse: text,
    default: 'cass.crt',
    effect:
      'File with the certificate and those of the authorities between it and the root, in PEM. Read again when it changes.',
  },
  HTTPS_KEY_FILE: {
    parse: text,
    default: 'cass.key',
    effect: 'File with the private key of the certificate, in PEM. Read again when it changes.',
  },
  HTTP2_SERVER: {
    parse: boolean,
    default: true,
    effect: '`false` turns HTTP/2 off. HTTP/2 needs HTTPS.',
  },
  MAX_CONNECTIONS: {
    parse: integer(1, 1_000_000),
    default: null,
    defaultText: 'unset: no limit',
    effect: 'Connections at one time, those of the notification channel included; further ones are closed at once.',
  },
  HEAD_TIMEOUT: {
    parse: integer(100, 3_600_000),
    default: 60_000,
    effect: 'Milliseconds in which the first line and the headers of a request must arrive (408 after that).',
  },
  REQUEST_TIMEOUT: {
    parse: integer(100, 86_400_000),
    default: 300_000,
    effect: 'Milliseconds in which a whole request must arrive, its body included (408 after that).',
  },
  IDLE_TIMEOUT: {
    parse: integer(100, 3_600_000),
    default: 5_000,
    effect:
      'Milliseconds that a connection may wait for the next request. Longer than what a reverse proxy keeps its connections for, if there is one.',
  },
  SHUTDOWN_TIMEOUT: {
    parse: integer(0, 3_600_000),
    default: 25_000,
    effect:
      'Milliseconds that requests in progress may take to finish after SIGTERM; their connections are closed then.',
  },
  SHUTDOWN_DELAY: {
    parse: integer(0, 3_600_000),
    default: 0,
    effect:
      'Milliseconds that requests are still accepted for after SIGTERM, while `/readyz` returns 503: as long as a load balancer needs to notice.',
  },
  SVC_TRUSTED_PROXIES: {
    parse: trustedProxies,
    default: null,
    defaultText: 'unset: none',
    effect:
      'Comma-separated addresses and ranges (CIDR, IPv4 and IPv6) of the reverse proxies in front of this service, such as `10.0.0.0/8`. Only from these are the headers of SVC_CLIENT_ADDRESS_HEADERS believed. `*` believes them from every client, as the existing server does: then a client can claim any address.',
  },
  SVC_CLIENT_ADDRESS_HEADERS: {
    parse: names,
    default: null,
    defaultText: CLIENT_ADDRESS_HEADERS.map((name) => `\`${name}\``).join(', '),
    effect:
      'Comma-separated request headers that hold the address of the client, the first one with an address is used. Name only headers that the proxies set or remove themselves: others arrive as the client sent them.',
  },
  SVC_IP_ALLOW: {
    legacy: 'CASS_IP_ALLOW',
    parse: addressRanges,
    default: null,
    defaultText: 'unset: all',
    effect:
      'Comma-separated addresses and ranges (CIDR, IPv4 and IPv6) that may use the service; others are refused ([network.md](network.md)).',
  },
  SVC_IP_DENIED_REDIRECT: {
    legacy: 'CASS_IP_DENIED_REDIRECT',
    parse: httpAddress,
    default: null,
    effect: 'Address that browsers are redirected to when SVC_IP_ALLOW refuses them; otherwise they get 403.',
  },
  SVC_RATE_LIMIT: {
    legacy: 'CASS_RATE_LIMIT',
    parse: rateLimit,
    default: true,
    defaultText: '`true`: 100',
    effect:
      'Requests to the sign-in and identity endpoints that one client address may send in SVC_RATE_LIMIT_WINDOW, and that may name one account; further ones get 429. `true` is SVC_RATE_LIMIT_MAX. `false` turns off all rate limits, also that of addresses which SVC_IP_ALLOW refuses (2,000).',
  },
  SVC_RATE_LIMIT_MAX: {
    legacy: 'CASS_RATE_LIMIT_MAX',
    parse: integer(2, 1_000_000),
    default: null,
    defaultText: '100',
    effect: 'The number of requests when SVC_RATE_LIMIT is not a number itself.',
  },
  SVC_RATE_LIMIT_WINDOW: {
    legacy: 'CASS_RATE_LIMIT_WINDOW_MS',
    parse: integer(1_000, 86_400_000),
    default: 900_000,
    effect: 'Length of the window in which requests are counted, in milliseconds, from the first request on.',
  },
  FETCH_ALLOW_LIST: {
    parse: allowList,
    default: null,
    defaultText: 'all on the public internet; in functions and workers none',
    effect:
      'Comma-separated addresses that requests and other servers may make this service fetch: exact ones, or beginnings with `*` at the end, such as `https://contexts.example/v1/*`; `*` alone is all on the public internet. An entry with a private or loopback IP address, or with `localhost`, opens that address ([network.md](network.md#outgoing-requests)).',
  },
  INCLUDE_SAMEORIGIN_IFRAME_HEADER: {
    parse: boolean,
    default: false,
    effect: 'Send `X-Frame-Options: SAMEORIGIN` with every answer. No other site can embed a framework then.',
  },
  INCLUDE_STRICT_TRANSPORT_SECURITY_HEADER: {
    parse: boolean,
    default: false,
    effect:
      'Send `Strict-Transport-Security: max-age=31536000` with every answer over HTTPS, also where a trusted proxy says so with `X-Forwarded-Proto`.',
  },
  INCLUDE_MIME_NOSNIFF_HEADER: {
    parse: boolean,
    default: false,
    effect: 'Send `X-Content-Type-Options: nosniff` with every answer.',
  },
} as const satisfies Record<string, Setting>;
