import type { DocumentSource, Engine, ReadItem, Revision } from '../engine/engine.ts';
import type { IndexNames } from '../indices/index-names.ts';
import { isSameRevision } from '../read/head-cache.ts';
import { idOfVector, toStoredVector, vectorMembers } from './vector-documents.ts';
import { mapVectors } from './vector-fields.ts';

/** The vectors of objects, for their search copies: a new copy of an object carries the vector that the object has. */
export type CarriedVectors = {
  /** The vectors of those of the objects that have one. */
  read(keys: readonly string[]): Promise<VectorsByKey>;
  /** The keys of the objects whose vectors have been saved or removed since they were read. */
  changedSince(found: VectorsByKey, keys: readonly string[]): Promise<ReadonlySet<string>>;
};

/** Members of search copies, and the states of the documents that they are from, by the keys of the objects. */
export type VectorsByKey = ReadonlyMap<string, { readonly members: DocumentSource; readonly revision: Revision }>;

/** @param alias of the search index, in which the fields of the vectors that are read get their mappings */
export function createCarriedVectors(
  engine: Engine,
  { objects }: Pick<IndexNames, 'objects'>,
  alias: string,
): CarriedVectors {
  const mapped = new Set<number>();

  function itemOf(key: string): ReadItem {
    return { index: objects, id: idOfVector(key), routing: key };
  }

  return {
    async read(keys) {
      const documents = await engine.read(keys.map(itemOf));
      const found = new Map<string, { members: DocumentSource; revision: Revision }>();
      for (const [at, key] of keys.entries()) {
        const document = documents[at] ?? null;
        if (document === null) continue;
        const stored = toStoredVector(document);
        const dimensions = stored.bytes.length;
        if (!mapped.has(dimensions)) await mapVectors(engine, alias, dimensions);
        mapped.add(dimensions);
        found.set(key, { members: vectorMembers(stored), revision: document.revision });
      }
      return found;
    },
    async changedSince(found, keys) {
      const documents = await engine.read(keys.map((key) => ({ ...itemOf(key), source: false })));
      return new Set(
        keys.filter((key, at) => {
          const [before, now] = [found.get(key)?.revision, documents[at]?.revision];
          return before === undefined || now === undefined ? before !== now : !isSameRevision(before, now);
        }),
      );
    },
  };
}
