import type { Client, Thing } from './client.ts';
import type { Answer } from './described-fetch.ts';
import { shortId } from './things.ts';

/** Parameters of a profile in the query string, besides framework and subject. */
export type ProfileParameters = Readonly<Record<string, string | readonly string[]>>;

/** The path of a profile with its query. */
export function profilePath(
  framework: Thing | string,
  subject: { readonly pem: string } | string,
  parameters: ProfileParameters = {},
): string {
  const query = new URLSearchParams({
    frameworkId: typeof framework === 'string' ? framework : shortId(framework),
    subject: typeof subject === 'string' ? subject : subject.pem,
  });
  for (const [name, value] of Object.entries(parameters)) for (const one of [value].flat()) query.append(name, one);
  return `/api/profile/latest?${query}`;
}

/** Requests a profile and expects success. */
export async function askForProfile(
  client: Client,
  framework: Thing | string,
  subject: { readonly pem: string } | string,
  sheet = '',
  parameters: ProfileParameters = {},
): Promise<{ readonly cache: string; readonly answer: Answer; readonly children: readonly ProfileNode[] }> {
  const answer = await client.call(profilePath(framework, subject, parameters), sheet === '' ? {} : { sheet });
  if (answer.status !== 200) throw new Error(`The profile answered ${answer.status}: ${answer.text}`);
  const cache = /cache;desc=(\w+)/.exec(answer.headers.get('server-timing') ?? '')?.[1] ?? 'unknown';
  return { cache, answer, children: answer.json().children };
}

/**
 * Requests a profile until it is cached: on OpenSearch that is six seconds after the first request that the repository gets for any
 * profile, on the embedded store at once.
 */
export async function askUntilKept(...given: Parameters<typeof askForProfile>): Promise<void> {
  const most = process.env.STORE === 'opensearch' ? 200 : 1;
  for (let asked = 0; (await askForProfile(...given)).cache !== 'hit'; asked++) {
    if (asked >= most) throw new Error('The profile is not kept.');
    if (most > 1) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The parts of a profile's competency that tests check. */
export type ProfileNode = {
  readonly id: string;
  readonly name: string;
  readonly children: readonly ProfileNode[];
  readonly assertions?: readonly { readonly id: string; readonly agent: unknown; readonly negative: boolean }[];
  readonly state: Readonly<Record<string, unknown>>;
  readonly reasons?: readonly Readonly<Record<string, unknown>>[];
  readonly seeAlso?: true;
};
