import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SourceError } from '../transfer/retry.ts';
import type { SourceClient } from '../transfer/source-client.ts';
import { openRepository, thing } from '../transfer/testing/transfer.ts';
import { pull, type Run } from './pull.ts';
import { newState } from './state.ts';

test('a server that ends between two parts ends the pull, not the process, and what came before stays', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pull-changes-'));
  const repository = await openRepository(directory);
  onTestFinished(async () => {
    await repository.close();
    await rm(directory, { recursive: true });
  });
  const ended = Promise.withResolvers<void>();
  const line = JSON.stringify({ object: thing('https://example.org/1', {}), version: 1 });
  // The part has its end only after the request of the next one has failed.
  const bytes = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(`${line}\n`));
      await ended.promise;
      await new Promise((resolve) => setTimeout(resolve, 10));
      controller.close();
    },
  });
  const client: SourceClient = {
    base: 'https://peer.example/api/',
    proves: true,
    post: () => Promise.reject(new Error('There is no search.')),
    get(path) {
      if (path.includes('cursor')) {
        ended.resolve();
        return Promise.reject(new SourceError('The server cannot be reached.'));
      }
      const headers = { 'content-type': 'application/x-ndjson', link: '<?cursor=2>; rel="next"' };
      return Promise.resolve(new Response(bytes, { headers }));
    },
  };
  let state = newState(client.base, 0);
  const run: Run = {
    ctx: repository.ctx,
    client,
    restore: { resolve: true },
    changedIds: [],
    now: false,
    state: () => state,
    save: async (change) => {
      state = { ...state, ...change };
    },
    mayContinue: () => true,
  };
  const rejections: unknown[] = [];
  const note = (error: unknown): void => {
    rejections.push(error);
  };
  process.on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
  });
  await expect(pull(run)).rejects.toThrow('The server cannot be reached.');
  expect(rejections).toEqual([]);
  expect(state).toMatchObject({ restored: 1, cursor: '2' });
});
