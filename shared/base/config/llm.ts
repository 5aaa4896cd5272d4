import { ConfigurationError } from './formats.ts';
import { type ModelServer, modelServer } from './model-server.ts';
import { type Settings, settingValue } from './read-env.ts';

/** The use of a language model. */
export type LlmConfig = {
  /** Null: none is configured. */
  readonly server: LanguageModelServer | null;
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
export type LanguageModelServer = ModelServer & {
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
  const server = modelServer(settings, 'LLM');
  const timeMs = settingValue(settings, 'LLM_TIME_BUDGET_MS');
  return {
    server: server && { ...server, contextTokens },
    isPublic: settingValue(settings, 'LLM_PUBLIC'),
    rateLimit: settingValue(settings, 'LLM_RATE_LIMIT'),
    budget: { tokens, timeMs: Math.min(timeMs, maxRequestMs ?? timeMs) },
    concurrency: settingValue(settings, 'LLM_CONCURRENCY'),
  };
}
