import { resolve } from 'node:path';
import type { Config } from '../../../shared/base/config/config.ts';

/**
 * The message on a terminal after the start: the address, the locations of data and keys, and first steps.
 *
 * @param url address with the base path
 */
export function welcomeText(
  config: Pick<Config, 'ping' | 'searchCluster' | 'secrets' | 'dataDirectory' | 'keyDirectory'>,
  url: string,
): string {
  const { ping, searchCluster, secrets, dataDirectory, keyDirectory } = config;
  const keys = secrets.kind === 'directory' ? resolve(keyDirectory) : `${secrets.kind} (SECRETS)`;
  const data = searchCluster === null ? resolve(dataDirectory) : 'on the search cluster (SEARCH_ENDPOINT)';
  return `Competency service ${ping.version} listens on ${url} (HOST and PORT change that; Ctrl+C stops it)
  Data   ${data}
  Keys   ${keys} (copy them to a safe place: npx competency-service keys backup <file>)
  Admin  is the caller who signs with skyAdmin2.pem of these keys, or sends skyId.secret: docs/use/sign.md
  Try
    1. the API in a browser: ${url}api/openapi/
    2. a framework to look at: curl ${url}api/sky/repo/multiPut -H 'Content-Type: application/json' -d @examples/bicycle-repair.json
    3. finding it: curl '${url}api/sky/repo/search?q=bicycle'
`;
}
