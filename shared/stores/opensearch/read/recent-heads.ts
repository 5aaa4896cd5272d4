import type { HeadState } from '../../../repository/store/object-store.ts';
import type { Entry, HeadBody } from '../documents.ts';
import type { OpenSearchParts } from '../parts.ts';
import { createInlineTexts } from './inline-texts.ts';

/** Implements `ObjectStore.recentHeads`. */
export function recentHeads(
  { headCache, engine }: Pick<OpenSearchParts, 'headCache' | 'engine'>,
  names: readonly string[],
): (HeadState | null)[] | null {
  const found = new Map<string, Entry<HeadBody>>();
  const unknown: string[] = [];
  for (const name of names) {
    if (name === '') continue;
    const id = headCache.idOf(name);
    const alias = headCache.getAlias(id);
    const head = headCache.getRecent(alias?.key ?? id);
    if (head === null || (alias !== null && alias.born !== head.body.born)) unknown.push(name);
    else found.set(name, head);
  }
  // The strong aliases that these objects have belong to no other object.
  const holders = new Map([...found.values()].flatMap((head) => namesGiven(head).map((name) => [name, head])));
  for (const name of unknown) {
    const holder = holders.get(name);
    if (holder === undefined) return null;
    found.set(name, holder);
  }
  const texts = createInlineTexts(engine);
  const states = new Map([...new Set(found.values())].map((head) => [head, texts.head(head.body, false)]));
  return names.map((name) => {
    const head = found.get(name);
    return head === undefined ? null : (states.get(head) ?? null);
  });
}

function namesGiven({ body: { names, fresh } }: Entry<HeadBody>): readonly string[] {
  return fresh ? [] : names;
}
