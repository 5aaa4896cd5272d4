import { expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import type { EngineRequest } from '../engine/transport.ts';
import { hasVectorSearch, mapVectors } from './vector-fields.ts';

/** An engine with this response to every read, and the changes that it is asked for. */
function engineWith(status: number, body: unknown) {
  const changes: EngineRequest[] = [];
  const transport = {
    async request(request: EngineRequest) {
      if (request.method !== 'GET') changes.push(request);
      return { status: request.method === 'GET' ? status : 200, body };
    },
  };
  return { engine: createEngine(transport, 1_000, 'immediate'), changes };
}

test.each([
  [200, [{ component: 'opensearch-security' }, { component: 'opensearch-knn' }], true],
  [200, [{ component: 'opensearch-security' }], false],
  [200, [], false],
  [403, { error: { type: 'security_exception' } }, false],
])('a cluster that answers %i %j about its plugins', async (status, body, expected) => {
  expect(await hasVectorSearch(engineWith(status, body).engine)).toBe(expected);
});

const index = (knn: string | undefined, properties: object) => ({
  'test-search-3-1': {
    aliases: {},
    mappings: { properties },
    settings: { index: { creation_date: '1', version: { created: '136407927' }, ...(knn && { knn }) } },
  },
});

test.each([
  ['is mapped', index('true', { key: {} }), 1],
  ['is mapped once', index('true', { vector_384: {} }), 0],
  ['is not mapped in an index without vectors', index(undefined, {}), 0],
])('the field of a number of dimensions %s', async (_what, body, count) => {
  const { engine, changes } = engineWith(200, body);
  await mapVectors(engine, 'test-search', 384);
  expect(changes).toHaveLength(count);
  for (const { path, body } of changes) {
    expect(path).toBe('test-search-3-1/_mapping');
    expect(JSON.parse(body ?? '').properties.vector_384).toMatchObject({ type: 'knn_vector', dimension: 384 });
  }
});
