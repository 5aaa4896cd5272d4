import * as z from 'zod/mini';
import type { Answers, MoreMappings, Reads } from '../engine/api-types.ts';
import type { Engine } from '../engine/engine.ts';
import type { Layouts } from '../indices/index-definitions.ts';
import { readIndex } from '../indices/indices.ts';
import { vectorField, vectorMappings } from './vector-documents.ts';

const PLUGINS = z.array(z.object({ component: z.string() }));

/** Whether the cluster has the plugin k-NN: `opensearch-knn`. A cluster that does not tell its plugins is taken for one without. */
export async function hasVectorSearch(engine: Engine): Promise<boolean> {
  const { status, body } = await engine.call({ method: 'GET', path: '_cat/plugins?format=json&h=component' }, [403]);
  if (status === 403) return false;
  const plugins: Reads<Answers['plugins'], typeof PLUGINS> = z.parse(PLUGINS, body);
  return plugins.some(({ component }) => /knn/i.test(component));
}

/** The layouts on a cluster with the plugin: whether an index has vectors is decided when it is created. */
export function layoutsWithVectors(layouts: Layouts): Layouts {
  const { search } = layouts;
  return { ...layouts, search: { ...search, settings: { ...search.settings, knn: true } } };
}

/**
 * Maps the fields of vectors with this number of dimensions, unless they are mapped. Does nothing in an index that was created without vectors, which is
 * about to be replaced.
 */
export async function mapVectors(engine: Engine, alias: string, dimensions: number): Promise<void> {
  const index = await readIndex(engine, alias);
  if (index === null || !index.hasVectors || index.fields.includes(vectorField(dimensions))) return;
  const more: MoreMappings = { properties: vectorMappings(dimensions) };
  await engine.call({ method: 'PUT', path: `${index.name}/_mapping`, body: JSON.stringify(more) }, [404]);
}
