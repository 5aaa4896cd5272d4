import { createLimiter } from '../../../../shared/base/concurrency/limiter.ts';
import type { LlmConfig } from '../../../../shared/base/config/llm.ts';
import type { OutboundSend } from '../../../../shared/base/outbound/outbound-fetch.ts';
import { createModelRequest } from '../../../../shared/repository/models/model-request.ts';
import type { LanguageModel } from './language-model.ts';
import { createOllamaModel } from './ollama.ts';
import { createOpenAiModel } from './openai.ts';

/**
 * The configured language model. Calls beyond LLM_CONCURRENCY wait for others to end.
 *
 * @returns null if none is configured
 */
export function openModel(
  { server, concurrency }: Pick<LlmConfig, 'server' | 'concurrency'>,
  openSend: () => Promise<OutboundSend>,
): LanguageModel | null {
  if (server === null) return null;
  const request = createModelRequest(server, openSend);
  const model = server.api === 'openai' ? createOpenAiModel(server, request) : createOllamaModel(server, request);
  const limiter = createLimiter(concurrency);
  return {
    ...model,
    complete: (prompt, form, options) =>
      limiter(async () => {
        options.signal.throwIfAborted();
        return model.complete(prompt, form, options);
      }),
  };
}
