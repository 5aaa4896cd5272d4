import { sleep } from '../../../shared/base/concurrency/sleep.ts';
import { Problem } from '../../../shared/base/errors/problem.ts';
import type { Json, JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { type Budget, estimateTokens } from './budget.ts';
import { answerJson } from './model/answer-json.ts';
import type { AnswerForm, LanguageModel, Prompt } from './model/language-model.ts';

/** A model, and the budget of one request for it. */
export type DraftSession = { readonly model: LanguageModel; readonly budget: Budget };

/** A question whose answer must have the form `form`. */
export type Question<T> = {
  readonly prompt: Prompt;
  readonly form: AnswerForm;
  /** Maximum number of tokens of the answer. */
  readonly maxTokens: number;
  /** Reads the answer; null if it is invalid. */
  readonly read: (value: Json) => T | null;
};

/** Why a part was not drafted: the budget was spent, the model failed, or the draft is as large as one may be. */
export type Missing = {
  readonly reason: 'tokens' | 'time' | 'model' | 'size';
  /** Details, as a sentence. */
  readonly detail: string;
};

/** Why there is no answer, with the problem for requests that need one. */
type Unanswered = { readonly missing: Missing; readonly problem: Problem };

/** The answer to a question, or why there is none. */
export type Asked<T> = Answered<T> | Unanswered;

/** An answer, and why the rest of it is missing; null if it is complete. */
type Answered<T> = { readonly answer: T; readonly rest: Missing | null };

const MAX_ATTEMPTS = 2;

const CUT: Missing = { reason: 'model', detail: 'An answer of the language model ended in the middle.' };

/** Delay before an overloaded server is asked again. */
const WAIT_MS = 1_000;
const MAX_WAIT_MS = 10_000;

/** Estimate for the messages' own tokens and for the schema, which some servers add to the prompt. */
const OVERHEAD_TOKENS = 100;

/**
 * Asks a model, and once more if the answer does not have the form or is truncated, or if the server was overloaded. If all answers are
 * truncated, the last one with usable contents is used.
 *
 * @throws the abort reason when the client has disconnected
 */
export async function ask<T>(session: DraftSession, question: Question<T>): Promise<Asked<T>> {
  let failed = notOfTheForm();
  let part: Answered<T> | null = null;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const asked = await askOnce(session, attempt === 1 ? question : asRetry(question));
    if (!('missing' in asked)) {
      if (asked.rest === null) return asked;
      part = asked;
      continue;
    }
    const { missing, problem } = asked;
    if (missing.reason !== 'model' || problem.code === 'model-timeout') return part ?? asked;
    failed = problem;
    if (problem.code !== 'model-unavailable' || attempt === MAX_ATTEMPTS) continue;
    await waitFor(problem, session.budget);
  }
  return part ?? unanswered('model', failed);
}

async function askOnce<T>(
  { model, budget }: DraftSession,
  { prompt, form, maxTokens, read }: Question<T>,
): Promise<Asked<T>> {
  const { signal } = budget;
  if (signal.aborted) return timeIsOver(budget);
  const { instructions, data } = prompt;
  const inputTokens = estimateTokens(instructions + JSON.stringify([data, form.schema])) + OVERHEAD_TOKENS;
  const settle = budget.reserve(inputTokens + maxTokens);
  if (settle === null) return unanswered('tokens', tokensSpent());
  try {
    const { text, isCut, usage } = await model.complete(prompt, form, { signal, maxTokens });
    settle(usage ?? { inputTokens, outputTokens: estimateTokens(text) });
    const json = answerJson(text);
    const answer = json === null ? null : read(json.value);
    if (json === null || answer === null) return unanswered('model', notOfTheForm());
    return { answer, rest: json.isPart || isCut ? CUT : null };
  } catch (error) {
    settle(null);
    if (signal.aborted) return timeIsOver(budget);
    if (error instanceof Problem) return unanswered('model', error);
    throw error;
  }
}

/** @throws the abort reason when the client has disconnected */
function timeIsOver({ signal, isTimeOver }: Budget): Unanswered {
  if (!isTimeOver()) signal.throwIfAborted();
  const detail = 'The time limit of the language model for one request was exceeded.';
  return unanswered('time', new Problem('model-timeout', detail));
}

function unanswered(reason: Missing['reason'], problem: Problem): Unanswered {
  return { missing: { reason, detail: problem.message }, problem };
}

function tokensSpent(): Problem {
  return new Problem('model-failed', 'The tokens that one request may use of the language model are spent.');
}

function notOfTheForm(): Problem {
  return new Problem('model-failed', 'The language model did not answer in the requested form.');
}

function asRetry<T>(question: Question<T>): Question<T> {
  const { instructions, data } = question.prompt;
  const schema = JSON.stringify(question.form.schema);
  const again = `${instructions}\n\nAnswer with one JSON object and nothing else. It has to follow this JSON schema: ${schema}`;
  return { ...question, prompt: { instructions: again, data } };
}

async function waitFor({ extras }: Problem, { signal }: Budget): Promise<void> {
  const { retryAfter } = extras;
  const waitMs = retryAfter === undefined ? WAIT_MS : Math.min(MAX_WAIT_MS, retryAfter * 1000);
  await sleep(waitMs, signal);
}

/** The members of a JSON Schema object in which all are required and no others are allowed, as servers demand. */
export function objectSchema(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return {
    type: 'object',
    properties: { ...properties },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}
