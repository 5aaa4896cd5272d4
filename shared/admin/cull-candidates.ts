import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { guidOf, type Identity, identify, objectKey } from '../linked-data/identifiers.ts';
import { storedObject } from '../objects/stored-object.ts';
import type { Head, ObjectKey, StoredVersion } from '../store/object-store.ts';
import { frameworkReferences } from './framework-references.ts';
import { isCullable, isFramework } from './framework-types.ts';

/** A competency or relation that no framework seen so far refers to. */
export type Candidate = {
  readonly shortId: string;
  /** State that it was seen in: it is removed in no other. */
  readonly writeId: string;
  readonly owners: readonly string[];
};

/** The objects that a cull may remove, until frameworks take them out. */
export type Candidates = {
  /** Takes in those of these objects that are competencies or relations. */
  add(heads: readonly Head[]): void;
  /** Takes out what those of these objects that are frameworks refer to. */
  protect(objects: readonly StoredVersion[]): Promise<void>;
  /** What is left: to be removed, and to be kept because a framework that cannot be read may refer to it. */
  rest(): { readonly unreferenced: readonly Candidate[]; readonly kept: readonly Candidate[] };
};

/** Names that the store is asked for at a time. */
const LOOKUP = 500;

/** Stands for "no owner": objects without owners go together, too. */
const NOBODY = '';

/** No candidates yet. */
export function createCandidates({ store, config }: Pick<Context, 'store' | 'config'>): Candidates {
  const candidates = new Map<ObjectKey, Candidate>();
  const sealedOwners = new Set<string>();

  /** Ids under an own address can name an object by its GUID or MD5, in any path: the store knows which one it is. */
  async function protectNamed(names: ReadonlySet<string>): Promise<void> {
    const all = [...names];
    for (let at = 0; at < all.length; at += LOOKUP) {
      for (const head of await store.heads(all.slice(at, at + LOOKUP))) if (head !== null) candidates.delete(head.key);
    }
  }

  return {
    add(heads) {
      for (const head of heads) {
        if (head.deleted || !isCullable(storedObject(head))) continue;
        const { shortId, writeId, access } = head;
        candidates.set(head.key, { shortId, writeId, owners: ownersOf(access.owners) });
      }
    },

    async protect(objects) {
      const names = new Set<string>();
      for (const stored of objects) {
        const object = storedObject(stored);
        if (!isFramework(object)) continue;
        const { ids, sealed } = frameworkReferences(object);
        if (sealed) for (const owner of ownersOf(stored.access.owners)) sealedOwners.add(owner);
        for (const id of ids) {
          const { key, shortId, local } = lenientIdentity(id, config.bases);
          if (!candidates.delete(key) && local) names.add(guidOf(shortId));
        }
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
  return owners.length === 0 ? [NOBODY] : owners;
}

/** What an id in a framework means; one whose version is beyond all bounds means the object all the same. */
function lenientIdentity(id: string, bases: readonly string[]): Pick<Identity, 'key' | 'shortId' | 'local'> {
  try {
    return identify(id, bases);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const shortId = id.slice(0, id.lastIndexOf('/'));
    return { key: objectKey(shortId), shortId, local: bases.some((base) => id.startsWith(base)) };
  }
}
