import * as z from 'zod/mini';
import type { AliasActions, Answers, NewIndex, Reads } from '../engine/api-types.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { IndexDefinition, IndexKind } from './index-definitions.ts';
import { aliasOfIndex } from './index-names.ts';

/** An index of this service, as the cluster describes it. */
export type Index = {
  /** Name of the index itself, not an alias, such as `competency-search-2-1`. */
  readonly name: string;
  /** Undefined: this service did not create the index. */
  readonly layout: number | undefined;
  readonly aliases: readonly string[];
  /** The fields that have mappings. */
  readonly fields: readonly string[];
  /** Whether its documents can have vectors that searches compare. */
  readonly hasVectors: boolean;
  /** Major version of the engine that created it. */
  readonly major: number;
  /** When it was created, UTC milliseconds of the engine's clock. */
  readonly created: number;
};

export type IndexOptions = {
  /** Number of shards of new indices; an existing index keeps its number. */
  readonly shards: number;
  /** Number of copies of each shard of new indices, or `auto`: one if the cluster has more than one node. */
  readonly replicas: number | 'auto';
};

const INDICES = z.record(
  z.string(),
  z.object({
    aliases: z.record(z.string(), z.unknown()),
    mappings: z.object({
      _meta: z.optional(z.object({ layout: z.optional(z.number()) })),
      properties: z.optional(z.record(z.string(), z.unknown())),
    }),
    settings: z.object({
      index: z.object({
        creation_date: z.union([z.string(), z.number()]),
        version: z.object({ created: z.string() }),
        knn: z.optional(z.union([z.string(), z.boolean()])),
      }),
    }),
  }),
);

/** The index that an alias points to, or null when the alias does not exist. */
export async function readIndex(engine: Engine, alias: string): Promise<Index | null> {
  const [index = null] = await readIndices(engine, alias);
  return index;
}

/** The indices of the kind, of any layout, with or without an alias. */
export async function listIndices(engine: Engine, prefix: string, kind: IndexKind): Promise<readonly Index[]> {
  const beginning = `${prefix}${kind}-`;
  const found = await readIndices(engine, `${beginning}*`);
  return found.filter(({ name }) => name.startsWith(beginning) && NUMBERS.test(name.slice(beginning.length)));
}

/** Layout and serial number. Names of the first layouts lack the serial number. */
const NUMBERS = /^\d+(?:-(\d+))?$/;

/** A name that no index of the kind uses. */
export async function freeName(engine: Engine, prefix: string, kind: IndexKind, layout: number): Promise<string> {
  const beginning = `${prefix}${kind}-`;
  const taken = (await listIndices(engine, prefix, kind)).map(({ name }) => {
    return Number(NUMBERS.exec(name.slice(beginning.length))?.[1] ?? 0);
  });
  return `${beginning}${layout}-${Math.max(0, ...taken) + 1}`;
}

async function readIndices(engine: Engine, pattern: string): Promise<Index[]> {
  const { status, body } = await engine.call({ method: 'GET', path: pattern }, [404]);
  if (status === 404) return [];
  const indices: Reads<Answers['indices'], typeof INDICES> = z.parse(INDICES, body);
  return Object.entries(indices).map(([name, { aliases, mappings, settings }]) => ({
    name,
    layout: mappings._meta?.layout,
    aliases: Object.keys(aliases),
    fields: Object.keys(mappings.properties ?? {}),
    hasVectors: String(settings.index.knn) === 'true',
    major: majorOf(Number(settings.index.version.created)),
    created: Number(settings.index.creation_date),
  }));
}

/** The major version in a version number of OpenSearch, which sets a bit as a mark and writes 3.8.0 as 3080099. */
function majorOf(created: number): number {
  return Math.floor((created ^ 0x08_00_00_00) / 1_000_000);
}

/**
 * Creates an index.
 *
 * @param aliases in addition to `aliasOfIndex`
 * @returns false when an index with that name exists
 */
export async function createIndex(
  engine: Engine,
  name: string,
  { layout, settings, mappings }: IndexDefinition,
  { shards, replicas }: IndexOptions,
  aliases: readonly string[],
): Promise<boolean> {
  const copies = replicas === 'auto' ? { auto_expand_replicas: '0-1' } : { number_of_replicas: replicas };
  const index: NewIndex = {
    settings: { index: { number_of_shards: shards, ...copies, ...settings } },
    mappings: { ...mappings, _meta: { layout } },
    aliases: Object.fromEntries([aliasOfIndex(name), ...aliases].map((alias) => [alias, { is_write_index: true }])),
  };
  const body = JSON.stringify(index);
  try {
    await engine.call({ method: 'PUT', path: `${name}?wait_for_active_shards=1`, body });
    return true;
  } catch (error) {
    if (error instanceof EngineFailure && error.reason === 'resource_already_exists_exception') return false;
    throw error;
  }
}

/** One change of an alias. `join` adds an index to an alias of several indices, which accepts no writes. */
export type AliasMove = { readonly kind: 'add' | 'join' | 'remove'; readonly index: string; readonly alias: string };

/**
 * Moves aliases atomically.
 *
 * @returns false when an index, or an alias to remove, does not exist: nothing was done
 */
export async function moveAliases(engine: Engine, moves: readonly AliasMove[]): Promise<boolean> {
  const actions: AliasActions = {
    actions: moves.map(({ kind, ...names }) =>
      kind === 'remove'
        ? { remove: { ...names, must_exist: true } }
        : { add: kind === 'add' ? { ...names, is_write_index: true } : names },
    ),
  };
  const { status } = await engine.call({ method: 'POST', path: '_aliases', body: JSON.stringify(actions) }, [404]);
  return status !== 404;
}

/** Deletes indices; missing ones are ignored. */
export async function deleteIndices(engine: Engine, names: readonly string[]): Promise<void> {
  // One call for each: an interrupted call leaves every index either complete or deleted.
  for (const name of names) await engine.call({ method: 'DELETE', path: name }, [404]);
}
