import type { SecretLog } from './secrets.ts';

/** A minimal browser, which keeps the cookies of each host and follows redirects. */
export type Browser = {
  /** One request, without following redirects. */
  readonly request: (url: string, init?: RequestInit) => Promise<Response>;
  /** Follows redirects and fills in the provider's forms, until an address with the prefix `until`. @returns the response there */
  readonly signIn: (url: string, user: string, until: string) => Promise<Response>;
  /** The cookies for an address, as a header. */
  readonly cookies: (url: string) => string;
  readonly setCookie: (url: string, name: string, value: string) => void;
};

const MAX_STEPS = 20;

/**
 * @param server records the secrets that the browser sends, which must not be in its log
 * @param send sends its requests
 */
export function createBrowser(
  server?: { readonly secrets: Pick<SecretLog, 'note'> },
  send: typeof fetch = fetch,
): Browser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string): Map<string, string> => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  const cookies = (url: string): string => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ');

  async function request(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies(url) !== '') headers.set('cookie', cookies(url));
    const response = await send(url, { ...init, headers, redirect: 'manual' });
    server?.secrets.note({ url, headers, body: init.body }, { headers: response.headers, text: '' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) jarOf(url).delete(name);
      else jarOf(url).set(name, value);
    }
    return response;
  }

  return {
    request,
    cookies,
    setCookie: (url, name, value) => jarOf(url).set(name, value),
    async signIn(url, user, until) {
      let at = url;
      let response = await request(at);
      for (let step = 0; step < MAX_STEPS; step++) {
        if (at.startsWith(until)) return response;
        const location = response.headers.get('location');
        if (location === null) {
          const html = await response.text();
          const action = /action="([^"]+)"/.exec(html)?.[1];
          const prompt = /name="prompt" value="([^"]+)"/.exec(html)?.[1];
          if (action === undefined || prompt === undefined)
            throw new Error(`There is no form at ${at}: ${response.status} ${html}`);
          at = new URL(action, at).href;
          const body = new URLSearchParams(prompt === 'login' ? { prompt, login: user, password: 'x' } : { prompt });
          response = await request(at, { method: 'POST', body });
        } else {
          at = new URL(location, at).href;
          response = await request(at);
        }
      }
      throw new Error(`The browser did not arrive: it is at ${at}.`);
    },
  };
}
