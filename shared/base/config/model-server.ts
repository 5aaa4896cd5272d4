import { hasCredentials } from '../outbound/allow-list.ts';
import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';

/** The server of a model. */
export type ModelServer = {
  /** Base address, without a slash at its end. */
  readonly endpoint: string;
  readonly api: 'ollama' | 'openai';
  readonly model: string;
  readonly apiKey: string | null;
  /** Time limit of one call. */
  readonly timeoutMs: number;
};

/**
 * The server that settings with a prefix name, such as LLM_ENDPOINT.
 *
 * @returns null if they name none
 * @throws ConfigurationError for contradictions
 */
export function modelServer(settings: Settings, prefix: 'LLM' | 'EMBEDDING'): ModelServer | null {
  const given = settingValue(settings, `${prefix}_ENDPOINT`);
  if (given === null) return null;
  const url = new URL(given);
  if (hasCredentials(url) || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(
      `${prefix}_ENDPOINT has credentials, a query or a fragment: put the key into ${prefix}_API_KEY.`,
    );
  }
  const model = settingValue(settings, `${prefix}_MODEL`);
  if (model === null) {
    throw new ConfigurationError(`${prefix}_ENDPOINT is set, but ${prefix}_MODEL is not: it must name the model.`);
  }
  const endpoint = given.replace(/\/+$/, '');
  return {
    endpoint,
    api: endpoint.endsWith('/v1') ? 'openai' : 'ollama',
    model,
    apiKey: settingValue(settings, `${prefix}_API_KEY`),
    timeoutMs: settingValue(settings, `${prefix}_TIMEOUT_MS`),
  };
}
