import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Cast } from './cast.ts';
import { type Client, createClient } from './client.ts';
import { lazily } from './lazily.ts';
import { type ModelServer, modelSettings, sensible, startModelServer } from './model-server.ts';
import { startServer, type TestServer } from './server.ts';
import { useCast } from './use-server.ts';

/** A service with a stand-in for a language model. */
export type Drafting = {
  readonly server: TestServer;
  readonly client: Client;
  readonly models: ModelServer;
  readonly cast: Cast;
};

/**
 * One service with a stand-in for a language model for all tests of a file or block. Before each test the stand-in is reset to
 * sensible drafts.
 *
 * @param environment further settings
 * @param api the API that the service uses to call the stand-in
 */
export function useDrafting(environment: Record<string, string> = {}, api: 'ollama' | 'openai' = 'ollama'): Drafting {
  let models: ModelServer | null = null;
  let server: TestServer | null = null;
  let client: Client | null = null;
  beforeAll(async () => {
    models = await startModelServer();
    server = await startServer({
      ...modelSettings(models),
      LLM_ENDPOINT: models[api],
      LLM_TIMEOUT_MS: '1000',
      ...environment,
    });
    client = createClient(server);
  });
  afterAll(async () => {
    await server?.dispose();
    await models?.stop();
  });
  beforeEach(() => models?.reply(sensible));
  const running = lazily(() => present(server));
  return {
    server: running,
    client: lazily(() => present(client)),
    models: lazily(() => present(models)),
    cast: useCast(running),
  };
}

function present<T>(value: T | null): T {
  if (value === null) throw new Error('There is a service only in hooks and tests.');
  return value;
}

/** The events of an answer of server-sent events, in their order. */
// biome-ignore lint/suspicious/noExplicitAny: looked into member by member
export function eventsIn(text: string): readonly { readonly event: string; readonly data: any }[] {
  return text.split('\n\n').flatMap((block) => {
    const [, event, data] = /^event: (\S+)\ndata: (.*)$/.exec(block) ?? [];
    return event === undefined ? [] : [{ event, data: JSON.parse(data ?? '') }];
  });
}
