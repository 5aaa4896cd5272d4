import aws4 from 'aws4';

/** Keys to sign requests with. */
export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary keys. */
  readonly sessionToken?: string;
};

/** Returns the keys that are valid now. @throws Error when there are none */
export type AwsCredentialProvider = () => Promise<AwsCredentials>;

export type SigningOptions = {
  readonly region: string;
  /** The service's name in signatures; `es` for domains of Amazon OpenSearch Service. */
  readonly service: string;
  readonly credentials: AwsCredentialProvider;
  /** Sends the signed requests. */
  readonly fetch?: typeof fetch;
  /** Now, UTC milliseconds. */
  readonly clock?: () => number;
};

/**
 * A `fetch` that signs what it sends (AWS Signature Version 4), for calls with a `URL` or text as address, plain headers
 * and a text as body or none, as `createFetchTransport` makes them.
 */
export function createSignedFetch(options: SigningOptions): typeof fetch {
  const { region, service, credentials, fetch: send = fetch, clock = Date.now } = options;
  return async (input, init = {}) => {
    const { host, pathname, search } = new URL(String(input instanceof Request ? input.url : input));
    const body = init.body ?? '';
    if (typeof body !== 'string') throw new Error('Only texts can be signed.');
    // Proxies may change which encodings are accepted: that is not signed.
    const { 'accept-encoding': encodings, ...signed } = Object.fromEntries(new Headers(init.headers));
    const { headers = {} } = aws4.sign(
      {
        ...{ host, service, region, body },
        method: init.method ?? 'GET',
        path: pathname + search,
        headers: { ...signed, 'X-Amz-Date': amazonDate(clock()) },
      },
      await credentials(),
    );
    const { Host: _host, 'Content-Length': _length, ...own } = headers; // the runtime sends the same
    const rest = encodings === undefined ? {} : { 'accept-encoding': encodings };
    return send(input, { ...init, headers: { ...(own as Record<string, string>), ...rest } }); // texts all of them
  };
}

/** As in `20150830T123600Z`. */
function amazonDate(time: number): string {
  return new Date(time).toISOString().replace(/[:-]|\.\d{3}/g, '');
}
