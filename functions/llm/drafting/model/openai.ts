import * as z from 'zod/mini';
import type { LanguageModelServer } from '../../../../shared/base/config/llm.ts';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { type ModelRequest, notAnAnswer, refusedByServer } from '../../../../shared/repository/models/model-request.ts';
import type { AnswerForm, LanguageModel } from './language-model.ts';

/** Number of tokens; servers that do not count omit it, or send -1. */
const COUNT = z.int().check(z.minimum(0));

const ANSWER = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.nullish(z.string()) }),
        finish_reason: z.catch(z.nullish(z.string()), null),
      }),
    )
    .check(z.minLength(1)),
  usage: z.catch(z.nullish(z.object({ prompt_tokens: COUNT, completion_tokens: COUNT })), null),
});

/** Ways to request a JSON answer, the one with the strongest guarantee first. */
const FORMATS = ['json_schema', 'json_object with schema', 'json_object', 'none'] as const;

/** The features that a server, or its model, supports. Servers differ, and name an unsupported feature when they refuse a request. */
type Dialect = {
  /** The API has `json_schema`; servers of llama.cpp take the schema of a `json_object`. */
  readonly format: (typeof FORMATS)[number];
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly takesTemperature: boolean;
};

const FIRST: Dialect = { format: 'json_schema', limit: 'max_tokens', takesTemperature: true };

/**
 * A model with an OpenAI-compatible API (chat completions). It learns what the server supports from its refusals, and remembers it.
 */
export function createOpenAiModel({ model, contextTokens }: LanguageModelServer, request: ModelRequest): LanguageModel {
  let dialect = FIRST;

  return {
    name: model,
    contextTokens,
    async complete({ instructions, data }, form, { signal, maxTokens }) {
      const messages = [
        { role: 'system', content: instructions },
        { role: 'user', content: JSON.stringify(data) },
      ];
      let spoken: Dialect = dialect;
      for (;;) {
        const body = { model, stream: false, messages, ...inDialect(spoken, form, maxTokens) };
        const response = await request('/chat/completions', body, signal);
        if (response.status === 'ok') {
          dialect = spoken;
          return read(response.body);
        }
        const { httpStatus, message } = response;
        const next = [400, 422, 500].includes(httpStatus) ? nextDialect(spoken, message) : null;
        if (next === null) throw refusedByServer(httpStatus);
        spoken = next;
      }
    },
  };
}

function inDialect(dialect: Dialect, { name, schema }: AnswerForm, maxTokens: number): JsonObject {
  const formats: Readonly<Record<Dialect['format'], JsonObject>> = {
    json_schema: { response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } } },
    'json_object with schema': { response_format: { type: 'json_object', schema } },
    json_object: { response_format: { type: 'json_object' } },
    none: {},
  };
  return {
    ...formats[dialect.format],
    [dialect.limit]: maxTokens,
    ...(dialect.takesTemperature && { temperature: 0 }),
  };
}

/** The dialect to try after a refusal, each once; null: there is none. @param message that of the refusal, in lower case */
function nextDialect(dialect: Dialect, message: string): Dialect | null {
  if (dialect.limit === 'max_tokens' && message.includes('max_completion_tokens')) {
    return { ...dialect, limit: 'max_completion_tokens' };
  }
  if (dialect.takesTemperature && message.includes('temperature')) return { ...dialect, takesTemperature: false };
  const format = FORMATS[FORMATS.indexOf(dialect.format) + 1];
  return format === undefined ? null : { ...dialect, format };
}

function read(body: JsonObject): Awaited<ReturnType<LanguageModel['complete']>> {
  const answer = z.safeParse(ANSWER, body);
  const choice = answer.data?.choices[0];
  const content = choice?.message.content;
  if (!answer.success || content === undefined || content === null) throw notAnAnswer();
  const { usage } = answer.data;
  return {
    text: content,
    isCut: choice?.finish_reason === 'length',
    usage: usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : null,
  };
}
