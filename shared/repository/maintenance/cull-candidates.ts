import type { Context } from '../context.ts';
import { mayBeFramework, ownKind } from '../frameworks/kinds.ts';
import { mentionedIn } from '../frameworks/listed.ts';
import { guidOf, objectKey } from '../linked-data/identifiers.ts';
import { namesOf } from '../objects/reference.ts';
import { storedObject } from '../objects/stored-versions.ts';
import type { Head, ObjectKey, StoredVersion } from '../store/object-store.ts';

/** A competency or relation that no framework seen so far refers to. */
export type CullCandidate = {
  readonly shortId: string;
  /** The state that it was seen in; it is removed only in that state. */
  readonly writeId: string;
  readonly owners: readonly string[];
};

/** The objects that a cull may remove, until frameworks take them out. */
export type CullCandidates = {
  /** Adds the competencies and relations among these objects. */
  add(heads: readonly Head[]): void;
  /** Removes what the frameworks among these objects refer to. */
  protect(objects: readonly StoredVersion[]): Promise<void>;
  /** The result: objects to remove, and those to keep because an unreadable framework may refer to them. */
  rest(): { readonly unreferenced: readonly CullCandidate[]; readonly kept: readonly CullCandidate[] };
};

/** Number of names in one lookup in the store. */
const LOOKUP_SIZE = 500;

/** In place of an owner: objects without owners form one group. */
const NO_OWNER = '';

/** No candidates yet. */
export function createCandidates({ store, config }: Pick<Context, 'store' | 'config'>): CullCandidates {
  const candidates = new Map<ObjectKey, CullCandidate>();
  const sealedOwners = new Set<string>();

  /** Takes out the candidate of this short id. @returns names by which the id may lead to others besides */
  function protectId(id: string): readonly string[] {
    const [shortId, ...others] = namesOf(id, config.bases);
    if (!candidates.delete(objectKey(shortId))) return [shortId, ...others];
    return others.filter((name) => name !== guidOf(shortId)); // the GUID leads to the same object
  }

  /** Names other than short ids may be aliases of candidates: the store resolves them. */
  async function protectNamed(names: ReadonlySet<string>): Promise<void> {
    const all = [...names];
    for (let at = 0; at < all.length; at += LOOKUP_SIZE) {
      for (const head of await store.heads(all.slice(at, at + LOOKUP_SIZE)))
        if (head !== null) candidates.delete(head.key);
    }
  }

  return {
    add(heads) {
      for (const head of heads) {
        const kind = head.deleted ? null : ownKind(storedObject(head));
        if (kind !== 'competency' && kind !== 'relation') continue;
        const { shortId, writeId, access } = head;
        candidates.set(head.key, { shortId, writeId, owners: ownersOf(access.owners) });
      }
    },

    async protect(objects) {
      const names = new Set<string>();
      for (const stored of objects) {
        const object = storedObject(stored);
        if (!mayBeFramework(object)) continue;
        const { ids, sealed } = mentionedIn(object, ['competency', 'relation']);
        if (sealed) for (const owner of ownersOf(stored.access.owners)) sealedOwners.add(owner);
        for (const id of ids) for (const name of protectId(id)) names.add(name);
      }
      await protectNamed(names);
    },

    rest() {
      const groups = Map.groupBy(candidates.values(), ({ owners }) => owners.some((owner) => sealedOwners.has(owner)));
      return { unreferenced: groups.get(false) ?? [], kept: groups.get(true) ?? [] };
    },
  };
}

function ownersOf(owners: readonly string[]): readonly string[] {
  return owners.length === 0 ? [NO_OWNER] : owners;
}
