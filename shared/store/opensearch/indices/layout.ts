import type { Engine } from '../engine/engine.ts';
import { writeWatermark } from '../watermark.ts';
import type { IndexDefinition, IndexKind, Layouts } from './index-definitions.ts';
import { aliasOfCopies, aliasOfIndex, indexNames } from './index-names.ts';
import { createIndex, freeName, type Index, type IndexOptions, moveAliases, readIndex } from './indices.ts';

export type LayoutOptions = IndexOptions & {
  /** What the names of all indices begin with. */
  readonly prefix: string;
  readonly layouts: Layouts;
};

/**
 * Makes the indices of a new cluster, or checks that those of an existing one can be used, and gives them what they lack for
 * that. Of several processes that start at once, one makes each.
 *
 * An older layout of `objects` and `values` gets what is new in it at once: nothing of them is analysed, so that
 * more mappings are all that a new layout can bring. A search index of an older layout is usable as it is: see `rebuild.ts`.
 *
 * @throws Error with one sentence for the operator when the data are of a kind that this version cannot use
 * @throws EngineFailure when the engine does not answer
 */
export async function prepareLayout(engine: Engine, options: LayoutOptions): Promise<void> {
  const names = indexNames(options.prefix);
  const objects = await prepareIndex(engine, options, 'objects', []);
  await prepareIndex(engine, options, 'values', []);
  // Where the search index alone is lost, repair makes all copies anew.
  if ((await readIndex(engine, names.search)) === null) await writeWatermark({ engine, names }, 0);
  await prepareIndex(engine, options, 'search', [aliasOfCopies(objects.name)]);
  for (const kind of ['objects', 'values'] as const) await addMappings(engine, names[kind], options.layouts[kind]);
}

/** The index of the kind, which has all its aliases after this. */
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
    // All that start now find the same name free: one of them makes the index.
    const name = await freeName(engine, options.prefix, kind, definition.layout);
    await createIndex(engine, name, definition, options, [alias, ...aliases]);
    index = await readIndex(engine, alias);
  }
  if (index === null) throw new Error(`The index ${alias} cannot be made in the cluster.`);
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
      `The index ${alias} of the cluster belongs to another program: set SEARCH_PREFIX to another beginning.`,
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
  const { properties } = mappings;
  const body = JSON.stringify({ properties, _meta: { layout } });
  await engine.call({ method: 'PUT', path: `${alias}/_mapping`, body });
}
