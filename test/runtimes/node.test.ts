import { afterAll, beforeAll, describe } from 'vitest';
import { type ModelServer, modelSettings, startModelServer } from '../support/model-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { smoke } from './smoke.ts';

describe('a Node process with the embedded store', () => {
  let server: TestServer;
  let models: ModelServer;
  beforeAll(async () => {
    models = await startModelServer();
    server = await startServer(modelSettings(models));
  });
  afterAll(async () => {
    await server.dispose();
    await models.stop();
  });

  smoke(() => ({ url: server.url, api: server.api, fetch, postMaxSize: 52_428_800, hasSubscriptions: true }));
});
