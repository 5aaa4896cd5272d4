import { createBrowser } from '../test/support/browser.ts';
import { oidcSettings } from '../test/support/oidc-mode.ts';
import { startOpenIdProvider } from '../test/support/openid-provider.ts';
import { freePort, startServer } from '../test/support/server.ts';
import { cpuOf } from './process.ts';
import { type Count, median } from './result.ts';

const ROUNDS = 7;
const REQUESTS = 2000;
const NEW_TOKENS = 300;

/** Milliseconds of processor time that an identity may add to a request. */
const MOST_MS = 0.3;
/** Target for a signature check, with the rest of the request included. */
const MOST_NEW_TOKEN_MS = 1;

/** The processor time that a session cookie and a bearer token add to a request, all threads of the server together. */
export async function benchSignOn(): Promise<readonly Count[]> {
  const port = await freePort();
  const baseUrl = `http://localhost:${port}/`;
  const provider = await startOpenIdProvider(baseUrl);
  const server = await startServer({ PORT: String(port), ...oidcSettings(provider, baseUrl) });
  try {
    const browser = createBrowser();
    await browser.signIn(`${server.api}login`, 'ada', `${server.url}callback`);
    const cookie = browser.cookies(server.url);
    const bearer = async (jti: string) => ({ authorization: `Bearer ${await provider.token({ jti })}` });
    const seen = await bearer('seen');
    const rounds: Record<'cookie' | 'seen' | 'new', number[]> = { cookie: [], seen: [], new: [] };
    for (let round = -1; round < ROUNDS; round++) {
      const fresh = await Promise.all(Array.from({ length: NEW_TOKENS }, (_, i) => bearer(`${round}-${i}`)));
      const anonymous = await cpuMs(
        server,
        Array.from({ length: REQUESTS }, () => ({})),
      );
      const measured = {
        cookie: await cpuMs(
          server,
          Array.from({ length: REQUESTS }, () => ({ cookie })),
        ),
        seen: await cpuMs(
          server,
          Array.from({ length: REQUESTS }, () => seen),
        ),
        new: await cpuMs(server, fresh),
      };
      if (round < 0) continue; // warm-up
      for (const name of ['cookie', 'seen', 'new'] as const) rounds[name].push(measured[name] - anonymous);
    }
    const countOf = (what: string, values: readonly number[], most: number): Count => ({
      name: `${what}, ms of processor time over an anonymous request`,
      count: median(values),
      most,
    });
    return [
      countOf('session cookie', rounds.cookie, MOST_MS),
      countOf('bearer token seen before', rounds.seen, MOST_MS),
      countOf('new bearer token', rounds.new, MOST_NEW_TOKEN_MS),
    ];
  } finally {
    await server.dispose();
    await provider.stop();
  }
}

/** Processor time of the server per request, milliseconds. The object is not found: nothing is read but its name. */
async function cpuMs(
  { api, process: { pid = 0 } }: Awaited<ReturnType<typeof startServer>>,
  requests: readonly Record<string, string>[],
): Promise<number> {
  const before = cpuOf(pid) ?? Number.NaN;
  for (const headers of requests) await (await fetch(`${api}data/nothing`, { headers })).arrayBuffer();
  return (((cpuOf(pid) ?? Number.NaN) - before) * 1000) / requests.length;
}
