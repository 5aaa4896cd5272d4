import { hasCredentials } from '../outbound/allow-list.ts';
import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';

/** The use of a language model. */
export type LlmConfig = {
  /** Null: none is configured. */
  readonly server: ModelServer | null;
  /** Whether anonymous callers may use it. */
  readonly isPublic: boolean;
  /** Maximum number of requests of one caller per rate limit window. */
  readonly rateLimit: number;
  /** Limits of one request. */
  readonly budget: { readonly tokens: number; readonly timeMs: number };
  /** Maximum number of concurrent calls in this process. */
  readonly concurrency: number;
};

/** The server of a language model. */
export type ModelServer = {
  /** Base address, without a slash at its end. */
  readonly endpoint: string;
  readonly api: 'ollama' | 'openai';
  readonly model: string;
  readonly apiKey: string | null;
  /** Time limit of one call. */
  readonly timeoutMs: number;
  /** Maximum number of tokens of one call, including the response. */
  readonly contextTokens: number;
};

/**
 * @param maxRequestMs how long the platform lets a request take; null: without a limit
 * @throws ConfigurationError for contradictions
 */
export function llmConfig(settings: Settings, maxRequestMs: number | null): LlmConfig {
  const tokens = settingValue(settings, 'LLM_TOKEN_BUDGET');
  const contextTokens = settingValue(settings, 'LLM_CONTEXT_TOKENS');
  if (2 * contextTokens > tokens) {
    throw new ConfigurationError(
      `LLM_CONTEXT_TOKENS is ${contextTokens}, more than half of LLM_TOKEN_BUDGET, which is ${tokens}: one call could use all of it.`,
    );
  }
  const timeMs = settingValue(settings, 'LLM_TIME_BUDGET_MS');
  return {
    server: modelServer(settings, contextTokens),
    isPublic: settingValue(settings, 'LLM_PUBLIC'),
    rateLimit: settingValue(settings, 'LLM_RATE_LIMIT'),
    budget: { tokens, timeMs: Math.min(timeMs, maxRequestMs ?? timeMs) },
    concurrency: settingValue(settings, 'LLM_CONCURRENCY'),
  };
}

function modelServer(settings: Settings, contextTokens: number): ModelServer | null {
  const given = settingValue(settings, 'LLM_ENDPOINT');
  if (given === null) return null;
  const url = new URL(given);
  if (hasCredentials(url) || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError('LLM_ENDPOINT has credentials, a query or a fragment: put the key into LLM_API_KEY.');
  }
  const model = settingValue(settings, 'LLM_MODEL');
  if (model === null)
    throw new ConfigurationError('LLM_ENDPOINT is set, but LLM_MODEL is not: it must name the model.');
  const endpoint = given.replace(/\/+$/, '');
  return {
    endpoint,
    api: endpoint.endsWith('/v1') ? 'openai' : 'ollama',
    model,
    apiKey: settingValue(settings, 'LLM_API_KEY'),
    timeoutMs: settingValue(settings, 'LLM_TIMEOUT_MS'),
    contextTokens,
  };
}
