import { Problem } from '../../../../shared/base/errors/problem.ts';
import { hierarchyOf } from '../../../../shared/exchange/frameworks/hierarchy.ts';
import { find, type LoadedFramework } from '../../../../shared/exchange/frameworks/load.ts';
import { namesFor } from '../../../../shared/exchange/frameworks/resolve.ts';
import { bestText } from '../../../../shared/exchange/frameworks/values.ts';
import type { Caller } from '../../../../shared/repository/access/caller.ts';
import type { ReadContext } from '../../../../shared/repository/frameworks/object-reader.ts';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import { MAX_DESCRIPTION, MAX_NAME, textIn } from '../answer-text.ts';
import type { ExistingCompetency, ExistingFramework } from './draft.ts';

/** A stored framework to add to, and its state. */
export type Extended = { readonly framework: ExistingFramework; readonly name: string; readonly version: number };

/**
 * Loads a framework as the caller may see it.
 *
 * @param id id or alias
 * @throws Problem `not-found` (404), `not-a-framework` (422), `answer-too-large` (413), `store-unavailable` (503)
 */
export async function loadFrameworkAs(ctx: ReadContext, id: string, caller: Caller): Promise<LoadedFramework> {
  const names = namesFor(shortIdOf(id, ctx.config.bases));
  const found = await find(ctx, { names, version: null }, caller);
  if (found.kind === 'framework') {
    const { kind } = found.framework.root;
    if (kind === 'framework' || kind === 'collection') return found.framework;
  }
  throw new Problem('not-a-framework', 'The object is not a framework of competencies, or it is encrypted.');
}

/**
 * Loads a framework to add to, down to the level of `depth`.
 *
 * @throws Problem as {@link loadFrameworkAs}; `not-owner` (401) when parts of the framework are hidden from the caller: a save would
 *   lose them
 */
export async function loadExisting(
  ctx: ReadContext,
  id: string,
  { language, depth }: { readonly language: string | null; readonly depth: number },
  caller: Caller,
): Promise<Extended> {
  const loaded = await loadFrameworkAs(ctx, id, caller);
  const { root, stored } = loaded;
  if (stored.hidden.length > 0) {
    throw new Problem('not-owner', 'Parts of the framework are hidden from the caller: they would be lost.');
  }
  const { object, version } = stored;
  const framework = { object, id: root.id, tops: topsOf(loaded, language, depth), members: keyListsOf(object) };
  return { framework, name: bestText(root.properties.get('name'), language ?? undefined) ?? '', version };
}

/** The competencies of the top level. Each competency is only in its first place, which also breaks cycles. */
function topsOf(loaded: LoadedFramework, language: string | null, depth: number): readonly ExistingCompetency[] {
  const hierarchy = hierarchyOf(loaded);
  const members = new Map(loaded.members.map((node) => [node.id, node]));
  const placed = new Set<string>();

  function competencies(ids: readonly string[], level: number): readonly ExistingCompetency[] {
    const here = ids.filter((id) => !placed.has(id));
    for (const id of here) placed.add(id);
    return here.flatMap((id) => {
      const node = members.get(id);
      if (node === undefined) return [];
      const text = (name: string) => bestText(node.properties.get(name), language ?? undefined);
      const name = textIn(text('name'), MAX_NAME);
      const description = textIn(text('description'), MAX_DESCRIPTION);
      const children = level < depth ? competencies(hierarchy.children(id), level + 1) : [];
      return [{ id, name, description, children }];
    });
  }

  return competencies(hierarchy.tops, 1);
}

function keyListsOf(object: JsonObject): JsonObject {
  const names = ['owner', '@owner', 'reader', '@reader'].filter((name) => Object.hasOwn(object, name));
  return Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
}
