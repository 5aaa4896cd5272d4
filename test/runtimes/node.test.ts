import { afterAll, beforeAll, describe } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { smoke } from './smoke.ts';

describe('a Node process with the embedded store', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.dispose());

  smoke(() => ({ url: server.url, api: server.api, fetch, postMaxSize: 52_428_800 }));
});
