import * as z from 'zod/mini';
import type { LanguageModelServer } from '../../../../shared/base/config/llm.ts';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { type ModelRequest, notAnAnswer, refusedByServer } from '../../../../shared/repository/models/model-request.ts';
import type { LanguageModel } from './language-model.ts';

/** Number of tokens; servers that do not count omit it, or send -1. */
const COUNT = z.catch(z.optional(z.int().check(z.minimum(0))), undefined);

const ANSWER = z.object({
  message: z.object({ content: z.string() }),
  done_reason: z.catch(z.optional(z.string()), undefined),
  prompt_eval_count: COUNT,
  eval_count: COUNT,
});

/** A model with the API of Ollama. Servers without schemas (before 0.5) are asked for any JSON. */
export function createOllamaModel({ model, contextTokens }: LanguageModelServer, request: ModelRequest): LanguageModel {
  let followsSchemas = true;

  return {
    name: model,
    contextTokens,
    async complete({ instructions, data }, { schema }, { signal, maxTokens }) {
      const body = (format: JsonObject | 'json'): JsonObject => ({
        model,
        stream: false,
        format,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: JSON.stringify(data) },
        ],
        // Without num_ctx the server silently truncates long prompts.
        options: { temperature: 0, seed: 0, num_ctx: contextTokens, num_predict: maxTokens },
      });
      let response = await request('/api/chat', body(followsSchemas ? schema : 'json'), signal);
      if (response.status === 'refused' && response.httpStatus === 400 && followsSchemas) {
        response = await request('/api/chat', body('json'), signal);
        followsSchemas = response.status === 'refused';
      }
      if (response.status === 'refused') throw refusedByServer(response.httpStatus);
      const answer = z.safeParse(ANSWER, response.body);
      if (!answer.success) throw notAnAnswer();
      const { message, done_reason: end, prompt_eval_count: inputTokens, eval_count: outputTokens } = answer.data;
      const usage = inputTokens === undefined || outputTokens === undefined ? null : { inputTokens, outputTokens };
      return { text: message.content, isCut: end === 'length', usage };
    },
  };
}
