import { sleep } from '../../../base/concurrency/sleep.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { OpenSearchParts } from '../parts.ts';
import type { IndexKind, Layouts } from './index-definitions.ts';
import { aliasOfCopies, aliasOfGone, aliasOfPending } from './index-names.ts';
import { type AliasMove, createIndex, deleteIndices, freeName, moveAliases, readIndex } from './indices.ts';
import type { LayoutOptions } from './layout.ts';
import { giveUpIndex } from './sweep-indices.ts';

/** How long operations in flight in the old indices may take to finish. */
const GRACE_MS = 500;

/** Maximum attempts while other instances change the indices at the same time. */
const MAX_ATTEMPTS = 10;

/**
 * Removes all objects: new indices replace those of the objects and of their search copies, in one call. A concurrent write is
 * committed in one of the two objects indices. In the old one it is purged with all others, and its search copy, which is bound
 * to that index, is refused; in the new one it is kept.
 *
 * @throws EngineFailure
 */
export async function purgeObjects(parts: OpenSearchParts, options: LayoutOptions): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const old = await replaceIndices(parts, options);
    if (old === null) continue;
    await sleep(GRACE_MS);
    await deleteIndices(parts.engine, old);
    return;
  }
  throw new EngineFailure('refused', 'Other instances kept changing the indices.');
}

/** The names of the replaced indices; null when another instance changed the indices at the same time. */
async function replaceIndices(
  { engine, names }: OpenSearchParts,
  options: LayoutOptions,
): Promise<readonly string[] | null> {
  const [objects, search] = [await readIndex(engine, names.objects), await readIndex(engine, names.search)];
  if (objects === null || search === null) throw new EngineFailure('refused', 'An index is missing.', 404);
  const next = { objects: await makeIndex('objects'), search: await makeIndex('search') };
  const gone = aliasOfGone(options.prefix);
  const moves: AliasMove[] = [
    { kind: 'remove', index: objects.name, alias: names.objects },
    { kind: 'remove', index: search.name, alias: names.search },
    { kind: 'remove', index: search.name, alias: aliasOfCopies(objects.name) },
    { kind: 'join', index: objects.name, alias: gone },
    { kind: 'join', index: search.name, alias: gone },
    { kind: 'remove', index: next.objects, alias: aliasOfPending(next.objects) },
    { kind: 'remove', index: next.search, alias: aliasOfPending(next.search) },
    { kind: 'add', index: next.objects, alias: names.objects },
    { kind: 'add', index: next.search, alias: names.search },
    { kind: 'add', index: next.search, alias: aliasOfCopies(next.objects) },
  ];
  if (await moveAliases(engine, moves)) return [objects.name, search.name];
  for (const name of [next.objects, next.search]) {
    if (await giveUpIndex(engine, options.prefix, name)) await deleteIndices(engine, [name]);
  }
  return null;

  async function makeIndex(kind: IndexKind & keyof Layouts): Promise<string> {
    for (;;) {
      const definition = options.layouts[kind];
      const name = await freeName(engine, options.prefix, kind, definition.layout);
      if (await createIndex(engine, name, definition, options, [aliasOfPending(name)])) return name;
    }
  }
}
