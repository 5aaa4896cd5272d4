import type { Caller } from '../access/caller.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { queriesFor } from '../search/phrase-queries.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import type { HeadState } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';
import { isReadable } from './present.ts';
import { searchAll, searcher } from './search.ts';
import { storedObject, wholeVersions } from './stored-versions.ts';

/** An object that was found. */
export type FoundObject = { readonly head: HeadState; readonly object: JsonObject };

const PAGE_SIZE = 200;

/**
 * The objects of a type that have one of these texts in a member, and some others: a search finds words, so callers compare the
 * values.
 *
 * @param hint of the type, such as `*.person`
 */
export async function* findObjects(
  ctx: Pick<ObjectContext, 'store' | 'logger' | 'config'>,
  { member, texts, hint }: { readonly member: string; readonly texts: readonly string[]; readonly hint: string },
  caller: Caller,
): AsyncGenerator<FoundObject> {
  const types = parseIndexHint(hint);
  for (const query of queriesFor([member], texts)) {
    for await (const page of searchAll(ctx, { query, types, caller: searcher(caller), page: PAGE_SIZE })) {
      const readable = page.filter((state) => isReadable(ctx, state, caller));
      for await (const whole of wholeVersions(ctx.store, readable)) {
        for (const head of whole) yield { head, object: storedObject(head) };
      }
    }
  }
}
