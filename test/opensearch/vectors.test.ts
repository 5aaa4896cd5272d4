import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { group as searchGroup } from '../../functions/search/app.ts';
import { groupHandler } from '../../infra/aws/lambda/group.ts';
import { handler as makeVectors } from '../../infra/aws/lambda/schedule-vectors.ts';
import { generateKeyPair } from '../../shared/base/crypto/private-key.ts';
import { makeWrite, nameOf, put, putAll, searchRequest } from '../../shared/repository/store/contract/fixtures.ts';
import { ALL, term } from '../../shared/repository/store/contract/queries.ts';
import type { Head, ObjectStore } from '../../shared/repository/store/object-store.ts';
import { createEngine } from '../../shared/stores/opensearch/engine/engine.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { indexNames } from '../../shared/stores/opensearch/indices/index-names.ts';
import { deleteIndices, readIndex } from '../../shared/stores/opensearch/indices/indices.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { isPublication, openTestProxy } from '../../shared/stores/opensearch/testing/test-proxy.ts';
import { createClient } from '../support/client.ts';
import { useClusterStores } from '../support/cluster-stores.ts';
import { startEmbeddingServer } from '../support/embedding-server.ts';
import { httpApiEvent, httpApiResponse } from '../support/http-api-event.ts';
import { HUB, newPrefix, startInstance } from '../support/instances.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { SOON } from '../support/subscriber.ts';

const cluster = await openSearchForTests('vectors');
const endpoint = cluster?.endpoint ?? '';

const MODEL = 'model-of-tests';
const WITH_VECTORS = { vectors: true };

function at(degrees: number): Float32Array {
  return Float32Array.from([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0, 0]);
}

async function save({ vectors }: ObjectStore, heads: readonly Head[], degrees: readonly number[]): Promise<void> {
  const updates = heads.flatMap(({ key, writeId }, index) => {
    const angle = degrees[index];
    return angle === undefined ? [] : [{ key, writeId, vector: at(angle) }];
  });
  if (vectors === null) throw new Error('The cluster has vectors.');
  await vectors.save(MODEL, updates);
}

async function nearest(store: ObjectStore, degrees: number, query = ALL): Promise<readonly string[]> {
  const request = searchRequest(query, { nearest: { model: MODEL, vector: at(degrees) } });
  return (await store.searchStates(request)).hits.map(nameOf);
}

describe.skipIf(cluster === null)('vectors on a cluster', () => {
  const engine = createEngine(createFetchTransport({ endpoint, authorization: null }), 10_000, 'immediate');
  const { prefix, open, openObjects } = useClusterStores(endpoint);
  const searchIndex = () => readIndex(engine, indexNames(prefix()).search);

  it('are there once a model is configured: the search index is built again, without one it is as ever', async () => {
    const plain = await openObjects();
    const heads = await putAll(plain, [makeWrite('a', { members: { name: 'same' } }), makeWrite('b')]);
    expect([plain.vectors, (await searchIndex())?.hasVectors]).toEqual([null, false]);
    const { objects } = await open(undefined, WITH_VECTORS);
    await save(objects, heads, [0, 40]);
    await expect.poll(() => nearest(objects, 30)).toEqual(['b', 'a']);
    expect(await nearest(objects, 30, term('same'))).toEqual(['a']);
    await expect
      .poll(async () => (await objects.health()).ready && 'migrating' in (await objects.health()))
      .toBe(false);
    expect((await searchIndex())?.hasVectors).toBe(true);
  });

  it('outlive a rebuild, and the loss of the search index', async () => {
    const { objects } = await open(undefined, WITH_VECTORS);
    await save(objects, await putAll(objects, [makeWrite('a'), makeWrite('b'), makeWrite('none')]), [0, 40]);
    await objects.rebuild();
    expect(await nearest(objects, 30)).toEqual(['b', 'a']);
    await deleteIndices(engine, [(await searchIndex())?.name ?? '']);
    expect(await nearest(await openObjects(undefined, WITH_VECTORS), 30)).toEqual(['b', 'a']);
  });

  it('are not lost when one is saved while a search copy is written', async () => {
    const proxy = openTestProxy(endpoint);
    const writer = await openObjects(proxy, WITH_VECTORS);
    const other = await openObjects(undefined, WITH_VECTORS);
    const first = await put(writer, 'a');
    proxy.intercept = async (request, send) => {
      if (!isPublication(request)) return send();
      proxy.intercept = null;
      const [head] = await other.heads([first.shortId]);
      if (!head || head.text === null) throw new Error('The object is committed.');
      await save(other, [head], [10]);
      return send();
    };
    await put(writer, 'a', { version: 2, expected: first });
    expect(await nearest(other, 0)).toEqual(['a']);
  });
});

function competency(name: string) {
  return {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Competency',
    '@id': `${HUB}data/schema.cassproject.org.0.4.Competency/${randomUUID()}/1`,
    name,
  };
}

function queryOf(q: string): string {
  return `/api/sky/repo/search?${new URLSearchParams({ q, mode: 'meaning', size: '1', index_hint: '*competency' })}`;
}

test.skipIf(cluster === null)('search by meaning, by a service on a cluster that gets a model', async () => {
  const prefix = newPrefix();
  onTestFinished(() => removeIndices(endpoint, prefix));
  const models = await startEmbeddingServer();
  onTestFinished(models.stop);
  const before = await startInstance(endpoint, prefix);
  onTestFinished(() => before.dispose());
  for (const name of ['Interprets engineering schematics', 'Bake bread']) {
    await createClient(before).save(competency(name));
  }
  await before.stop();
  const model = { EMBEDDING_ENDPOINT: models.ollama, EMBEDDING_MODEL: 'stand-in' };
  const after = await startInstance(endpoint, prefix, model);
  onTestFinished(() => after.dispose());
  const client = createClient(after);
  const found = (q: string) =>
    expect.poll(async () => {
      const { status, json } = await client.call(queryOf(q));
      return status === 200 ? json().map(({ name }: { readonly name: string }) => name) : status;
    }, SOON);
  await found('can read a technical drawing').toEqual(['Interprets engineering schematics']);
  await client.save(competency('Mend a puncture'));
  await found('repair tyre').toEqual(['Mend a puncture']);
  expect(after.output()).not.toContain('Search by meaning is off');
});

test.skipIf(cluster === null)('search by meaning, in functions', async () => {
  const prefix = newPrefix();
  onTestFinished(() => removeIndices(endpoint, prefix));
  const models = await startEmbeddingServer();
  onTestFinished(models.stop);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries({
    SEARCH_ENDPOINT: endpoint,
    SEARCH_PREFIX: prefix,
    SEARCH_REPLICAS: '0',
    SVC_LOOPBACK: HUB,
    LOG_LEVEL: 'silent',
    skyAdmin2: (await generateKeyPair()).privatePem,
    EMBEDDING_ENDPOINT: models.openai,
    EMBEDDING_MODEL: 'stand-in',
  })) {
    vi.stubEnv(name, value);
  }
  const search = groupHandler({}, searchGroup);
  const ask = async (path: string, init?: RequestInit) =>
    httpApiResponse(await search(await httpApiEvent(new Request(new URL(path, HUB), init)))).json();
  const body = JSON.stringify([competency('Interprets engineering schematics'), competency('Bake bread')]);
  const headers = { 'content-type': 'application/json' };
  expect(await ask('/api/sky/repo/multiPut', { method: 'POST', headers, body })).toMatchObject({ stored: 2 });
  expect(await makeVectors({}, { getRemainingTimeInMillis: () => 300_000 })).toBeUndefined();
  expect(await ask(queryOf('can read a technical drawing'))).toMatchObject([
    { name: 'Interprets engineering schematics' },
  ]);
});
