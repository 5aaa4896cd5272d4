import aws4 from 'aws4';

/** Keys to sign requests with. */
export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Token of temporary keys; absent for permanent ones. */
  readonly sessionToken?: string;
};

/** Returns keys that are currently valid. @throws Error when there are none */
export type AwsCredentialProvider = () => Promise<AwsCredentials>;

export type SignerOptions = {
  readonly region: string;
  /** The service's name in signatures; `es` for domains of Amazon OpenSearch Service. */
  readonly service: string;
  readonly credentials: AwsCredentialProvider;
  /** The current time, UTC milliseconds. */
  readonly clock?: () => number;
};

export type SigningOptions = SignerOptions & {
  /** Sends the signed requests. */
  readonly fetch: typeof globalThis.fetch;
};

/** The parts of a request that a signature covers. */
export type SignedParts = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Signs requests (AWS Signature Version 4): resolves with all headers to send. */
export function createSigner({ region, service, credentials, clock = Date.now }: SignerOptions) {
  return async ({ url, method, headers, body }: SignedParts): Promise<Record<string, string>> => {
    // Proxies may change `accept-encoding`, so it is not signed.
    const { 'accept-encoding': encodings, ...covered } = headers;
    const signed = aws4.sign(
      {
        host: url.host,
        service,
        region,
        method,
        body: body ?? '',
        path: url.pathname + url.search,
        headers: { ...covered, 'X-Amz-Date': amazonDate(clock()) },
      },
      await credentials(),
    );
    const { Host: _host, 'Content-Length': _length, ...own } = signed.headers ?? {}; // the runtime sends the same values
    const rest = encodings === undefined ? {} : { 'accept-encoding': encodings };
    return { ...(own as Record<string, string>), ...rest }; // all values are strings
  };
}

/**
 * A `fetch` that signs its requests, for calls with a `URL` or a string as address, plain headers, and a string or nothing as
 * body, as `createFetchTransport` makes them.
 */
export function createSignedFetch({ fetch: send, ...options }: SigningOptions): typeof globalThis.fetch {
  const sign = createSigner(options);
  return async (input, init = {}) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const { method = 'GET', body = null } = init;
    if (body !== null && typeof body !== 'string') throw new Error('Only texts can be signed.');
    return send(input, {
      ...init,
      headers: await sign({ url, method, body, headers: Object.fromEntries(new Headers(init.headers)) }),
    });
  };
}

/** A time in the form `20150830T123600Z`. */
function amazonDate(time: number): string {
  return new Date(time).toISOString().replace(/[:-]|\.\d{3}/g, '');
}
