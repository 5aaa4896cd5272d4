import type { HeadState, ObjectStore } from '../store/object-store.ts';
import { namesOf } from './reference.ts';

/** The heads by name, or by another address of the object that the name is an id of. */
export async function headsOf(
  {
    store,
    config,
  }: {
    readonly store: Pick<ObjectStore, 'heads'>;
    readonly config: { readonly bases: readonly [string, ...string[]] };
  },
  names: readonly string[],
): Promise<readonly (HeadState | null)[]> {
  const heads = await store.heads(names);
  const others = names.flatMap((name, position) => {
    if (heads[position] !== null) return [];
    const [, ...addresses] = namesOf(name, config.bases);
    return addresses.map((address) => ({ position, address }));
  });
  if (others.length === 0) return heads;
  const found = new Map<number, HeadState>();
  for (const [index, head] of (await store.heads(others.map(({ address }) => address))).entries()) {
    const position = others[index]?.position;
    if (position !== undefined && head !== null && !found.has(position)) found.set(position, head);
  }
  return heads.map((head, position) => head ?? found.get(position) ?? null);
}
