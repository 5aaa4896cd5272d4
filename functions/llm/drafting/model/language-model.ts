import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';

/** A prompt for a model. */
export type Prompt = {
  /** What the model is to do. Contains nothing from callers or stored objects. */
  readonly instructions: string;
  /** Untrusted input, passed to the model as one JSON string. */
  readonly data: JsonObject;
};

/** The form of an answer. */
export type AnswerForm = {
  /** Letters and underscores. */
  readonly name: string;
  /** JSON Schema. */
  readonly schema: JsonObject;
};

/** Tokens of one call. */
export type Usage = { readonly inputTokens: number; readonly outputTokens: number };

/** The answer of a model, unchanged. */
export type Completion = {
  readonly text: string;
  /** Whether the server says that a limit of tokens ended it. */
  readonly isCut: boolean;
  /** The tokens used; null if the server does not report them. */
  readonly usage: Usage | null;
};

/** A language model on a server. */
export type LanguageModel = {
  /** Its name there. */
  readonly name: string;
  /** Tokens of one call, the answer included. */
  readonly contextTokens: number;
  /**
   * Has the model write JSON. The schema is passed to models that support it; the text of others may be anything.
   *
   * @param options `signal` ends the call; `maxTokens` of the answer, which is cut off there
   * @throws Problem `model-unavailable` (503), `model-failed` (502), `model-timeout` (504); the reason of `signal` once it is
   *   aborted
   */
  readonly complete: (
    prompt: Prompt,
    form: AnswerForm,
    options: { readonly signal: AbortSignal; readonly maxTokens: number },
  ) => Promise<Completion>;
};
