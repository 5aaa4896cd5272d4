import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { createClient } from '../support/client.ts';
import { startEmbeddingServer } from '../support/embedding-server.ts';
import { newPrefix } from '../support/instances.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { freePort } from '../support/server.ts';
import { startWorker, workerSecrets } from '../support/worker.ts';

const cluster = await openSearchForTests('vectors');

async function start(settings: Record<string, string>) {
  const port = await freePort();
  const prefix = newPrefix();
  const worker = await startWorker(port, {
    ...workerSecrets(),
    SEARCH_ENDPOINT: cluster?.endpoint ?? '',
    SEARCH_PREFIX: prefix,
    SEARCH_REPLICAS: '0',
    SVC_LOOPBACK: `http://127.0.0.1:${port}/api/`,
    LOG_LEVEL: 'warn',
    ...settings,
  });
  onTestFinished(async () => {
    await worker.stop();
    await removeIndices(cluster?.endpoint ?? '', prefix);
  });
  return worker;
}

test.skipIf(cluster === null)('search by meaning in a worker, whose schedule makes the vectors', async () => {
  const models = await startEmbeddingServer();
  onTestFinished(models.stop);
  const worker = await start({ EMBEDDING_ENDPOINT: models.ollama, EMBEDDING_MODEL: 'stand-in' });
  const client = createClient(worker);
  const json = ['Interprets engineering schematics', 'Bake bread'].map((name) => ({
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Competency',
    '@id': `${worker.api}data/schema.cassproject.org.0.4.Competency/${randomUUID()}/1`,
    name,
  }));
  expect((await client.call('/api/sky/repo/multiPut', { json })).json()).toMatchObject({ stored: 2 });
  await worker.tick();
  const search = async (mode: string) => {
    const q = new URLSearchParams({ q: 'can read a technical drawing', mode, index_hint: '*competency' });
    const { status, headers, json } = await client.call(`/api/sky/repo/search?${q}`);
    return [status, headers.get('x-search-mode'), json().map?.(({ name }: { name: string }) => name)];
  };
  await expect.poll(() => search('meaning')).toEqual([200, 'meaning', ['Interprets engineering schematics']]);
  expect(await search('both')).toEqual([200, 'both', ['Interprets engineering schematics']]);
  const aligned = await client.call('/api/align', { json: { text: 'Reads technical drawings.', targets: 'x' } });
  expect(aligned.status).toBe(404);
});

test.skipIf(cluster === null)('a worker names the models that it cannot use', async () => {
  const worker = await start({ EMBEDDING_MODEL_DIR: '/models/any' });
  expect((await fetch(`${worker.api}data/`)).status).toBe(503);
  expect(worker.output()).toContain('Workers do not support EMBEDDING_MODEL_DIR');
});
