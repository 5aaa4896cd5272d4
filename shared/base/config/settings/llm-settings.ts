import { boolean, httpAddress, integer, type Setting, text } from '../formats.ts';

/** Settings of the language model that drafts frameworks. */
export const LLM_SETTINGS = {
  LLM_ENDPOINT: {
    parse: httpAddress,
    default: null,
    effect:
      'Address of the server of a language model, which drafts frameworks and alignments (docs/use/drafting.md). One that ends in `/v1` speaks the OpenAI-compatible API, any other that of Ollama, such as `http://localhost:11434`. Unset: there is none.',
  },
  LLM_MODEL: {
    parse: text,
    default: null,
    effect: 'Name of the model at LLM_ENDPOINT, such as `gemma3:4b`. What it drafts is marked with this name.',
  },
  LLM_API_KEY: {
    parse: text,
    default: null,
    effect: 'Key that is sent to LLM_ENDPOINT as a bearer token.',
    secret: true,
  },
  LLM_PUBLIC: {
    parse: boolean,
    default: false,
    effect:
      '`true`: anonymous callers may use the language model too. Otherwise only those that have signed in, or prove a key with a signature sheet.',
  },
  LLM_RATE_LIMIT: {
    parse: integer(1, 1_000_000),
    default: 20,
    effect:
      'Requests to the language model that one caller may send in SVC_RATE_LIMIT_WINDOW; further ones get 429. Counted by signed-in user; of others by key, and by the address of the client.',
  },
  LLM_TIMEOUT_MS: {
    parse: integer(100, 3_600_000),
    default: 120_000,
    effect: 'Milliseconds that one call of the language model may take.',
  },
  LLM_TIME_BUDGET_MS: {
    parse: integer(100, 86_400_000),
    default: 600_000,
    effect:
      'Milliseconds that all calls of the language model for one request may take; the response has the part drafted by then. In functions 25000 at most.',
  },
  LLM_TOKEN_BUDGET: {
    parse: integer(4_000, 100_000_000),
    default: 200_000,
    effect:
      'Tokens, read and written, that the language model may use for one request; the response has the part drafted by then.',
  },
  LLM_CONTEXT_TOKENS: {
    parse: integer(2_000, 10_000_000),
    default: 8_192,
    effect:
      'Tokens that the model accepts in one call, including its response. Longer texts are read in parts. At most half of LLM_TOKEN_BUDGET.',
  },
  LLM_CONCURRENCY: {
    parse: integer(1, 64),
    default: 4,
    effect: 'Maximum number of concurrent calls of the language model in each process.',
  },
} as const satisfies Record<string, Setting>;
