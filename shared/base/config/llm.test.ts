import { expect, test } from 'vitest';
import { PROCESS, toConfig } from './config.ts';
import { readEnv } from './read-env.ts';

const configure = (environment: Record<string, string>, maxRequestMs: number | null = null) =>
  toConfig(readEnv(environment), '0', { ...PROCESS, maxRequestMs }).llm;

test.each([
  ['http://localhost:11434', 'http://localhost:11434', 'ollama'],
  ['http://localhost:11434/', 'http://localhost:11434', 'ollama'],
  ['https://models.example/v1', 'https://models.example/v1', 'openai'],
  ['https://models.example/openai/v1/', 'https://models.example/openai/v1', 'openai'],
])('the server at %s', (given, endpoint, api) => {
  expect(configure({ LLM_ENDPOINT: given, LLM_MODEL: 'm' }).server).toMatchObject({ endpoint, api, model: 'm' });
});

test.each<[Record<string, string>, string]>([
  [{ LLM_ENDPOINT: 'http://localhost:11434' }, 'LLM_MODEL'],
  [{ LLM_ENDPOINT: 'https://user:secret@models.example/v1', LLM_MODEL: 'm' }, 'LLM_API_KEY'],
  [{ LLM_ENDPOINT: 'https://models.example/v1?key=x', LLM_MODEL: 'm' }, 'LLM_API_KEY'],
  [{ LLM_TOKEN_BUDGET: '10000' }, 'LLM_CONTEXT_TOKENS'],
])('%j is refused at the start', (environment, named) => {
  expect(() => configure(environment)).toThrow(named);
});

test('there is no server by default, and the platform limits the time of a request', () => {
  expect(configure({})).toMatchObject({ server: null, isPublic: false, budget: { timeMs: 600_000 } });
  expect(configure({}, 25_000).budget.timeMs).toBe(25_000);
  expect(configure({ LLM_TIME_BUDGET_MS: '1000' }, 25_000).budget.timeMs).toBe(1000);
});
