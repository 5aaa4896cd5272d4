import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';

/** A prompt for a model. */
export type Prompt = {
  /** Instructions for the model. They contain nothing from callers or stored objects. */
  readonly instructions: string;
  /** Untrusted input, passed to the model as one JSON string. */
  readonly data: JsonObject;
};

/** The form of an answer. */
export type AnswerForm = {
  /** Name of the form: letters and underscores. */
  readonly name: string;
  /** JSON Schema of the form. */
  readonly schema: JsonObject;
};

/** Number of tokens that one call used. */
export type Usage = { readonly inputTokens: number; readonly outputTokens: number };

/** The answer of a model, unchanged. */
export type Completion = {
  readonly text: string;
  /** Whether the server reports that the limit of tokens ended it. */
  readonly isCut: boolean;
  /** The tokens used; null if the server does not report them. */
  readonly usage: Usage | null;
};

/** A language model on a server. */
export type LanguageModel = {
  /** Name of the model on the server. */
  readonly name: string;
  /** Maximum number of tokens of one call, including the answer. */
  readonly contextTokens: number;
  /**
   * Makes the model write JSON. The schema is passed to models that support it; the text of other models may have any form.
   *
   * @param options `signal` ends the call; `maxTokens` limits the answer, which is truncated there
   * @throws Problem `model-unavailable` (503), `model-failed` (502), `model-timeout` (504); the reason of `signal` once it is
   *   aborted
   */
  readonly complete: (
    prompt: Prompt,
    form: AnswerForm,
    options: { readonly signal: AbortSignal; readonly maxTokens: number },
  ) => Promise<Completion>;
};
