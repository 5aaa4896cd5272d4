import * as z from 'zod/mini';
import type { Engine } from './engine.ts';

/** The version that OpenSearch 2 reports in compatibility mode. */
const COMPATIBILITY_VERSION = '7.10.2';

const INFO = z.object({ version: z.object({ number: z.string(), distribution: z.optional(z.string()) }) });

const NEWEST_TESTED_MAJOR = 3;

/**
 * Checks that the cluster runs an engine that this service works with. A newer major version than the tested ones is
 * announced and used: the store depends on documents, searches and aliases only.
 *
 * @param announce receives a sentence for the operator
 * @returns its major version
 * @throws Error with one sentence for the operator when it is not
 * @throws EngineFailure when it does not answer
 */
export async function checkEngine(engine: Engine, announce: (sentence: string) => void): Promise<number> {
  const { body } = await engine.call({ method: 'GET', path: '' }, [404]);
  const { data } = z.safeParse(INFO, body);
  if (data === undefined || data.version.distribution !== 'opensearch') {
    throw new Error(
      'SEARCH_ENDPOINT is not an OpenSearch cluster: this service works with OpenSearch 2.19 and 3, not with Elasticsearch, and not with serverless collections, which show writes only after seconds.',
    );
  }
  const { number } = data.version;
  if (number === COMPATIBILITY_VERSION) {
    throw new Error(
      `The cluster calls itself version ${COMPATIBILITY_VERSION}: switch off its compatibility mode (compatibility.override_main_response_version), so that its own version can be told.`,
    );
  }
  const [major = 0, minor = 0] = number.split('.').map(Number);
  if (major < 2 || (major === 2 && minor < 19)) {
    throw new Error(`The cluster runs OpenSearch ${number}, and this service needs 2.19 or newer.`);
  }
  if (major > NEWEST_TESTED_MAJOR) {
    announce(`The cluster runs OpenSearch ${number}: this version of the service was tested with 2.19 and 3 only.`);
  }
  return major;
}
