import { get } from 'node:http';
import { inject } from 'vitest';
import { OpenSearchUnavailable } from '../../tools/engines/opensearch/absent.ts';
import type { OpenSearchCluster } from '../../tools/engines/opensearch/cluster.ts';
import { type OpenSearchOptions, startOpenSearch } from '../../tools/engines/opensearch/start.ts';
import { BRIEF_LIFE } from './java-options.ts';
import type { Answer, Wanted } from './opensearch-broker.ts';

/** A running OpenSearch that all test files of a run share: use index names of your own. */
export type SharedOpenSearch = { readonly endpoint: string; readonly version: string };

/**
 * Returns a running OpenSearch, started at first use for the whole run (`npm run opensearch` says how). Call it at the top of a
 * test file: `describe.skipIf(engine === null)`.
 *
 * @param wanted unset: the version at `SEARCH_ENDPOINT`, else the newest
 * @returns null if OpenSearch can neither be found nor started; the run prints one line about it
 * @throws Error when it should start and does not; and instead of null if `CI` is `true`
 */
export async function openSearchForTests(wanted?: Wanted): Promise<SharedOpenSearch | null> {
  const answer = await ask(`${inject('openSearchBroker')}/${wanted ?? ''}`);
  if ('failed' in answer) throw new Error(answer.failed);
  if ('endpoint' in answer) return answer;
  if (process.env.CI === 'true')
    throw new Error(`The tests on OpenSearch have to run where CI=true. ${answer.unavailable}`);
  return null;
}

/**
 * Starts a separate OpenSearch, for tests that stop nodes or change settings of the cluster. The caller stops it.
 *
 * @returns null, or throws, as `openSearchForTests` does
 */
export async function ownOpenSearch(
  options: Omit<OpenSearchOptions, 'own' | 'environment'> = {},
): Promise<OpenSearchCluster | null> {
  try {
    return await startOpenSearch({ javaOptions: BRIEF_LIFE, ...options, own: true, environment: process.env });
  } catch (error) {
    if (error instanceof OpenSearchUnavailable && process.env.CI !== 'true') return null;
    throw error;
  }
}

/** Without a time limit: the first start may download the engine, and reports itself when it takes too long. */
function ask(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, async (response) => {
      try {
        const text = (await response.toArray()).join('');
        resolve(JSON.parse(text) as Answer); // the response of this run's broker
      } catch (error) {
        reject(error);
      }
    });
    request.on('error', reject);
  });
}
