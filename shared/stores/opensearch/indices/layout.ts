import type { MoreMappings } from '../engine/api-types.ts';
import type { Engine } from '../engine/engine.ts';
import { writeWatermark } from '../watermark.ts';
import type { IndexDefinition, IndexKind, Layouts } from './index-definitions.ts';
import { aliasOfCopies, aliasOfIndex, indexNames } from './index-names.ts';
import { createIndex, freeName, type Index, type IndexOptions, moveAliases, readIndex } from './indices.ts';

export type LayoutOptions = IndexOptions & {
  /** The prefix of all index names. */
  readonly prefix: string;
  readonly layouts: Layouts;
};

/**
 * Creates the indices of a new cluster, or checks and updates the existing ones. If several processes start at the same time,
 * one of them creates each index.
 *
 * Indices `objects` and `values` of an older layout get the new mappings at once: nothing in them is analysed, so a new layout
 * can only add mappings. A search index of an older layout can be used unchanged: see `rebuild.ts`.
 *
 * @throws Error with one sentence for the operator when this version cannot use the data
 * @throws EngineFailure when the engine does not respond
 */
export async function prepareLayout(engine: Engine, options: LayoutOptions): Promise<void> {
  const names = indexNames(options.prefix);
  const objects = await prepareIndex(engine, options, 'objects', []);
  await prepareIndex(engine, options, 'values', []);
  // If only the search index was lost, repair writes all copies again.
  if ((await readIndex(engine, names.search)) === null) await writeWatermark({ engine, names }, 0);
  await prepareIndex(engine, options, 'search', [aliasOfCopies(objects.name)]);
  for (const kind of ['objects', 'values'] as const) await addMappings(engine, names[kind], options.layouts[kind]);
}

/** Creates the index of the kind where it is missing, and adds missing aliases. */
async function prepareIndex(
  engine: Engine,
  options: LayoutOptions,
  kind: IndexKind,
  aliases: readonly string[],
): Promise<Index> {
  const alias = indexNames(options.prefix)[kind];
  const definition = options.layouts[kind];
  let index = await readIndex(engine, alias);
  if (index === null) {
    // Processes that start at the same time find the same free name: one of them creates the index.
    const name = await freeName(engine, options.prefix, kind, definition.layout);
    await createIndex(engine, name, definition, options, [alias, ...aliases]);
    index = await readIndex(engine, alias);
  }
  if (index === null) throw new Error(`The index ${alias} cannot be created in the cluster.`);
  checkLayout(alias, index, definition);
  const { name } = index;
  const missing = [aliasOfIndex(name), ...aliases].filter((one) => !index.aliases.includes(one));
  if (missing.length > 0) {
    await moveAliases(
      engine,
      missing.map((one) => ({ kind: 'add', index: name, alias: one })),
    );
  }
  return index;
}

function checkLayout(alias: string, { name, layout }: Index, definition: IndexDefinition): void {
  if (layout === undefined || name === alias) {
    throw new Error(
      `The index ${alias} of the cluster belongs to another program: set SEARCH_PREFIX to another prefix.`,
    );
  }
  if (layout > definition.layout) {
    throw new Error(
      `The index ${alias} has layout ${layout}, and this version of the service knows layouts up to ${definition.layout}: start the version that wrote it, or a newer one.`,
    );
  }
}

async function addMappings(engine: Engine, alias: string, { layout, mappings }: IndexDefinition): Promise<void> {
  const index = await readIndex(engine, alias);
  if (index?.layout === undefined || index.layout >= layout) return;
  const more: MoreMappings = { properties: mappings.properties, _meta: { layout } };
  const body = JSON.stringify(more);
  await engine.call({ method: 'PUT', path: `${alias}/_mapping`, body });
}
