import { afterAll, beforeAll, describe } from 'vitest';
import { describeFanOut } from '../support/fan-out.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('notifications of two processes on one directory', () => {
  let instances: readonly [TestServer, TestServer];

  beforeAll(async () => {
    const first = await startServer({ NOTIFY_POLL: '100' });
    instances = [first, await startServer({ NOTIFY_POLL: '100' }, first.directory)];
  });
  afterAll(async () => {
    await instances[1].stop();
    await instances[0].dispose();
  });

  describeFanOut(() => instances);
});
