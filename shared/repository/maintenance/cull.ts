import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { FRAMEWORK_HINT, FRAMEWORK_QUERY, OWN_PARTS_HINT } from '../frameworks/kinds.ts';
import { removeMany } from '../objects/remove-many.ts';
import { searchAll } from '../objects/search.ts';
import { wholeVersions } from '../objects/stored-versions.ts';
import { parseQuery } from '../search/parser.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import type { Head, StoredVersion } from '../store/object-store.ts';
import { type CullCandidate, createCandidates } from './cull-candidates.ts';
import type { OperationControl, Progress } from './operations.ts';

/** The result of a cull. */
type CullResult = Progress & {
  /** Objects that stay although no framework that can be read refers to them: an encrypted one may. */
  readonly kept: number;
  /** In a dry run: short ids of what would be removed, in their order, the first {@link MAX_LISTED}. */
  readonly objects?: readonly string[];
};

/** Maximum number of short ids that a dry run lists. */
const MAX_LISTED = 1000;

/** Number of objects removed at a time. */
const SLICE_SIZE = 200;

type CullContext = Pick<Context, 'store' | 'config'> & Parameters<typeof removeMany>[0];

/**
 * Deletes the current competencies and relations that no framework refers to (specification: Administration); their history stays,
 * as with every delete. Encrypted ones stay, and so does what shares an owner with a framework that cannot be read.
 *
 * Competencies are read before frameworks, so that a framework that is saved after its competencies protects them; objects that
 * change during the cull stay. `scanned` counts the objects that were read as possible competencies.
 *
 * @param source where objects are read from: the whole store, or the search index
 * @param caller an admin
 */
export async function cull(
  ctx: CullContext,
  source: CullSource,
  dryRun: boolean,
  caller: Caller,
  control: OperationControl,
): Promise<CullResult> {
  const candidates = createCandidates(ctx);
  let scanned = 0;
  for await (const heads of source.competencies()) {
    control.throwIfEnded();
    candidates.add(heads);
    scanned += heads.length;
    control.report({ scanned, removed: 0 });
  }
  for await (const objects of source.frameworks()) {
    control.throwIfEnded();
    await candidates.protect(objects);
    control.report({ scanned, removed: 0 });
  }
  const { unreferenced, kept } = candidates.rest();
  const counts = { scanned, kept: kept.length };
  if (dryRun) {
    const objects = unreferenced.map(({ shortId }) => shortId).sort();
    return { ...counts, removed: objects.length, objects: objects.slice(0, MAX_LISTED) };
  }
  let removed = 0;
  for (let at = 0; at < unreferenced.length; at += SLICE_SIZE) {
    control.throwIfEnded();
    removed += await remove(ctx, unreferenced.slice(at, at + SLICE_SIZE), caller);
    control.report({ scanned, removed });
  }
  return { ...counts, removed };
}

async function remove(ctx: CullContext, candidates: readonly CullCandidate[], caller: Caller): Promise<number> {
  const items = candidates.map(({ shortId, writeId }) => ({ name: shortId, version: null, expected: writeId }));
  const results = await removeMany(ctx, items, caller, 'batch');
  return results.filter((result) => 'removed' in result).length;
}

/** Where a cull reads objects from, page by page. */
type CullSource = {
  /** Every competency and relation that existed before the reading began, and other objects; deleted ones included. */
  competencies(): AsyncIterable<readonly Head[]>;
  /** Every framework that existed before the reading began, and other objects; none that is deleted. */
  frameworks(): AsyncIterable<readonly StoredVersion[]>;
};

const PAGE_SIZE = 200;

/** Reads every object that the store has. */
export function scanSource({ store }: Pick<Context, 'store'>): CullSource {
  async function* heads(): AsyncGenerator<readonly Head[]> {
    let cursor: string | null = null;
    do {
      const { objects, next }: Awaited<ReturnType<typeof store.scan>> = await store.scan(cursor, PAGE_SIZE);
      yield objects.map(({ head }) => head);
      cursor = next;
    } while (cursor !== null);
  }

  async function* live(): AsyncGenerator<readonly StoredVersion[]> {
    for await (const page of heads()) yield page.filter((head) => !head.deleted);
  }
  return { competencies: heads, frameworks: live };
}

/** Asks the search index for objects of the types that matter. */
export function searchSource(ctx: Pick<Context, 'store' | 'config'>): CullSource {
  async function* hits(query: string, hint: string | null): AsyncGenerator<readonly StoredVersion[]> {
    const pages = searchAll(ctx, {
      query: parseQuery(query, { regex: false }),
      types: hint === null ? null : parseIndexHint(hint),
      caller: { admin: true, keys: [] },
      page: PAGE_SIZE,
    });
    for await (const page of pages) yield* wholeVersions(ctx.store, page);
  }

  return {
    async *competencies() {
      for await (const page of hits('*', OWN_PARTS_HINT)) {
        const heads = await ctx.store.heads(page.map(({ shortId }) => shortId));
        yield* wholeVersions(
          ctx.store,
          heads.filter((head) => head !== null),
        );
      }
    },
    async *frameworks() {
      yield* hits('*', FRAMEWORK_HINT);
      yield* hits(FRAMEWORK_QUERY, null);
    },
  };
}
