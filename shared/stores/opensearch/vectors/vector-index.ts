import type { VectorIndex, VectorUpdate } from '../../../repository/store/object-store.ts';
import type { Entry, HeadBody } from '../documents.ts';
import type { SearchBody } from '../engine/api-types.ts';
import type { BulkStep, EngineDocument } from '../engine/engine.ts';
import { KEYS_ONLY } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import { aliasOfIndex, aliasOfNext } from '../indices/index-names.ts';
import type { OpenSearchParts } from '../parts.ts';
import type { Publisher } from '../publish/publisher.ts';
import { publishHeads, republish } from '../publish/repair.ts';
import { readByKey } from '../read/read-objects.ts';
import type { RebuildWatch } from '../rebuild/announcement.ts';
import { idOfVector, MODEL_FIELD, toStoredVector, toVector, toVectorBody } from './vector-documents.ts';
import { mapVectors } from './vector-fields.ts';

const FORGOTTEN_PAGE_SIZE = 500;
const SEARCH_TIMEOUT_MS = 10_000;

export type VectorIndexParts = {
  readonly parts: OpenSearchParts;
  readonly publisher: Publisher;
  readonly present: RebuildWatch['present'];
};

/** {@link VectorIndex} over OpenSearch. */
export function openVectorIndex({ parts, publisher, present }: VectorIndexParts): VectorIndex {
  const { engine, names } = parts;

  function readDocuments(keys: readonly string[], source: boolean): Promise<readonly (EngineDocument | null)[]> {
    return engine.read(keys.map((key) => ({ index: names.objects, id: idOfVector(key), routing: key, source })));
  }

  /** Maps the fields of these vectors in the search index, and in the one that is to replace it. */
  async function mapFields(updates: readonly VectorUpdate[]): Promise<void> {
    const dimensions = new Set(updates.flatMap(({ vector }) => vector?.length ?? []));
    if (dimensions.size === 0) return;
    const rebuild = await present();
    const aliases = [names.search, ...(rebuild === null ? [] : [aliasOfNext(rebuild.objects)])];
    for (const alias of aliases) for (const length of dimensions) await mapVectors(engine, alias, length);
  }

  /** Removes the vectors in these documents. @returns the keys of the objects that had one */
  async function remove(keys: readonly string[], isMeant: (document: EngineDocument) => boolean, source: boolean) {
    const documents = await readDocuments(keys, source);
    const had: string[] = [];
    const steps: BulkStep[] = [];
    for (const [at, key] of keys.entries()) {
      const document = documents[at] ?? null;
      if (document === null || !isMeant(document)) continue;
      had.push(key);
      steps.push({ kind: 'delete', index: names.objects, id: document.id, routing: key, revision: document.revision });
    }
    await engine.bulk(steps, false);
    return had;
  }

  return {
    async save(model, updates) {
      const heads = await readByKey(
        parts,
        updates.map(({ key }) => key),
      );
      const current = updates.filter(({ key, writeId }) => heads.get(key)?.body.writeId === writeId);
      await mapFields(current);
      const removed = await remove(
        current.filter(({ vector }) => vector === null).map(({ key }) => key),
        () => true,
        false,
      );
      const steps = current.flatMap(({ key, vector }): BulkStep[] => {
        const head = heads.get(key);
        if (vector === null || head === undefined) return [];
        // In the index that the state was read from: in a new one, after a purge, there is no such object.
        const index = aliasOfIndex(head.revision.index);
        return [{ kind: 'index', index, id: idOfVector(key), routing: key, body: toVectorBody(key, model, vector) }];
      });
      for (const { status } of await engine.bulk(steps, false)) {
        // 404: the objects have been purged since.
        if (status >= 300 && status !== 404) throw new EngineFailure('refused', 'A vector was refused.', status);
      }
      const changed = new Set([...removed, ...steps.map(({ routing }) => routing)]);
      await publishHeads(
        parts,
        publisher,
        [...heads.values()].filter(({ body }: Entry<HeadBody>) => changed.has(body.key) && !body.deleted),
      );
    },

    async read(model, keys) {
      const documents = await readDocuments(keys, true);
      return documents.map((document) => {
        const stored = document === null ? null : toStoredVector(document);
        return stored?.model === model ? toVector(stored) : null;
      });
    },

    async forgetOthers(model) {
      const body: SearchBody = {
        query: {
          bool: { filter: [{ exists: { field: MODEL_FIELD } }], must_not: [{ term: { [MODEL_FIELD]: model } }] },
        },
        size: FORGOTTEN_PAGE_SIZE,
        sort: [{ key: 'asc' }],
        track_total_hits: false,
        ...KEYS_ONLY,
      };
      for (let after: readonly string[] | null = []; after !== null; ) {
        const page = { ...body, ...(after.length > 0 && { search_after: after }) };
        const [answer] = await engine.search(names.search, [page], SEARCH_TIMEOUT_MS);
        const keys = (answer?.hits ?? []).map(({ id }) => id);
        await remove(keys, (document) => toStoredVector(document).model !== model, true);
        await republish(parts, publisher, keys);
        const last = keys.at(-1);
        after = keys.length < FORGOTTEN_PAGE_SIZE || last === undefined ? null : [last];
      }
    },
  };
}
