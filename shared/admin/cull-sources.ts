import type { Context } from '../context.ts';
import { CULLABLE_HINT, FRAMEWORK_HINT, FRAMEWORK_QUERY } from '../objects/framework-types.ts';
import { searchAll } from '../objects/search-all.ts';
import { wholeVersions } from '../objects/whole-versions.ts';
import { parseQuery } from '../search/parser.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import type { Head, StoredVersion } from '../store/object-store.ts';

/** Where a cull reads objects from, page by page. */
export type CullSource = {
  /** Among others, deleted ones too: every competency and relation that was there before the reading began. */
  competencies(): AsyncIterable<readonly Head[]>;
  /** Among others: every framework that was there before the reading began. None of them is deleted. */
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
      for await (const page of hits('*', CULLABLE_HINT)) {
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
