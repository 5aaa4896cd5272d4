import { Problem } from '../../shared/base/errors/problem.ts';
import { rootsOfPart } from '../../shared/exchange/frameworks/find-by-uuid.ts';
import { type Found, find, type LoadedFramework, loadFramework } from '../../shared/exchange/frameworks/load.ts';
import { namesFor, type Target } from '../../shared/exchange/frameworks/resolve.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import type { ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import { partIn } from './addresses.ts';

/**
 * The target of a CASE address: an object, or a part that is derived from a framework and not stored, which is the association of a top
 * member with the document, or a definition of texts.
 */
export type NamedPart =
  | { readonly kind: 'object'; readonly found: Found }
  | { readonly kind: 'derived'; readonly identifier: string; readonly frameworks: readonly LoadedFramework[] };

/** The part that a target names, as the caller may see it. @throws Problem `not-found` (404) when there is neither object nor framework */
export async function findPart(ctx: ReadContext, target: Target, caller: Caller): Promise<NamedPart> {
  const [name = ''] = target.names;
  const part = partIn(name);
  if (part !== null) {
    const found = await find(ctx, { names: namesFor(part.root), version: null }, caller);
    const frameworks = found.kind === 'framework' ? [found.framework] : [];
    return { kind: 'derived', identifier: part.identifier, frameworks };
  }
  try {
    return { kind: 'object', found: await find(ctx, target, caller) };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not-found') throw error;
    const frameworks: LoadedFramework[] = [];
    for (const root of await rootsOfPart(ctx, name.toLowerCase(), caller)) {
      const framework = await loadFramework(ctx, root, caller);
      if (framework !== null) frameworks.push(framework);
    }
    if (frameworks.length === 0) throw error;
    return { kind: 'derived', identifier: name.toLowerCase(), frameworks };
  }
}
