import { createEngine } from '../engine/engine.ts';
import { createFetchTransport } from '../engine/transport.ts';
import { deleteIndices, listIndices } from '../indices/indices.ts';

/** Removes all indices of a test store, whether or not they are in use. */
export async function removeIndices(endpoint: string, prefix: string): Promise<void> {
  const engine = createEngine(createFetchTransport({ endpoint, authorization: null }), 30_000, 'immediate');
  for (const kind of ['objects', 'search', 'values'] as const) {
    const indices = await listIndices(engine, prefix, kind);
    await deleteIndices(
      engine,
      indices.map(({ name }) => name),
    );
  }
}
