import * as z from 'zod/mini';
import { createKeyedQueue } from '../../base/concurrency/keyed-queue.ts';
import {
  type Counter,
  isListed,
  type KeyValueEntry,
  type KeyValueStore,
  type ListedKey,
  type ListPage,
  listCursorFault,
} from '../../repository/store/key-value-store.ts';
import { idOfName } from './documents.ts';
import type { SearchBody } from './engine/api-types.ts';
import type { BulkStep, DocumentSource, EngineDocument, Revision } from './engine/engine.ts';
import { EngineFailure } from './engine/transport.ts';
import type { InFlight } from './in-flight.ts';
import type { OpenSearchParts } from './parts.ts';

const VALUE = z.object({
  value: z.string(),
  revision: z.string(),
  expires: z.nullable(z.number()),
  /** The key, in entries that can be listed. */
  key: z.optional(z.string()),
});

/** Maximum attempts of a write that conflicts with others. */
const MAX_ATTEMPTS = 50;

const SWEEP_SIZE = 1_000;

type Known = { readonly entry: KeyValueEntry | null; readonly documentRevision: Revision | null };

const SEARCH_TIMEOUT_MS = 10_000;

/** {@link KeyValueStore} in a separate index. Reads by id and compare-and-set need no refresh; a list starts with one. */
export function openKeyValueStore(parts: OpenSearchParts, { guard }: InFlight): KeyValueStore {
  const { engine, names, clock } = parts;
  /** Increments of this process wait here for each other, so that only other instances cause conflicts. */
  const increments = createKeyedQueue();

  async function read(id: string): Promise<Known> {
    const [document = null] = await engine.read([{ index: names.values, id }]);
    return known(document);
  }

  function known(document: EngineDocument | null): Known {
    if (document === null) return { entry: null, documentRevision: null };
    const { value, revision, expires } = z.parse(VALUE, document.source);
    return { entry: isExpired(expires) ? null : { value, revision }, documentRevision: document.revision };
  }

  function isExpired(expires: number | null): boolean {
    return expires !== null && expires <= clock();
  }

  /** Whether the step was done. After a lost response the entry is read to find out. */
  async function attempt(step: BulkStep, revision: string | null): Promise<boolean> {
    try {
      const [result] = await engine.bulk([step], false);
      return result !== undefined && result.status < 300;
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.kind === 'refused') throw error;
      const { entry } = await read(step.id);
      if ((entry?.revision ?? null) === revision) return true;
      throw error;
    }
  }

  async function increment(key: string, expires: number): Promise<Counter | undefined> {
    const target = { index: names.values, id: idOfName(key) };
    const [document = null] = await engine.read([target]);
    const stored = document === null ? null : z.parse(VALUE, document.source);
    const current = isExpired(stored?.expires ?? null) ? null : stored;
    const counter = { count: Number(current?.value ?? 0) + 1, expires: current?.expires ?? expires };
    const revision = crypto.randomUUID();
    const body = { value: String(counter.count), revision, expires: counter.expires, ...(isListed(key) && { key }) };
    return (await attempt(overState(target, document?.revision ?? null, body), revision)) ? counter : undefined;
  }

  /** A cursor is the key of the last entry of its page. Entries are then read by id, since these reads see every write. */
  async function listed(prefix: ListedKey, cursor: string | null, limit: number): Promise<ListPage> {
    if (cursor === null) await engine.refresh(names.values);
    const body: SearchBody = {
      query: { prefix: { key: prefix } },
      sort: [{ key: 'asc' }],
      ...(cursor !== null && { search_after: [cursor] }),
      size: limit + 1,
      track_total_hits: false,
      _source: false,
    };
    const [answer] = await engine.search(names.values, [body], SEARCH_TIMEOUT_MS);
    const hits = answer?.hits ?? [];
    const page = hits.slice(0, limit);
    const documents = await engine.read(page.map(({ id }) => ({ index: names.values, id })));
    const entries = documents.flatMap((document, index) => {
      const { entry } = known(document);
      const key = page[index]?.sort[0];
      return entry !== null && typeof key === 'string' ? [{ ...entry, key: key as ListedKey }] : []; // matched by the prefix
    });
    const last = page.at(-1)?.sort[0];
    return { entries, next: hits.length > limit && typeof last === 'string' ? last : null };
  }

  return {
    get: (key) => guard(async () => (await read(idOfName(key))).entry),
    set: (key, value, { expires = null, expected } = {}) =>
      guard(async () => {
        const target = { index: names.values, id: idOfName(key) };
        return repeatOnConflict(async () => {
          const { entry, documentRevision } = await read(target.id);
          if (expected !== undefined && (entry?.revision ?? null) !== expected) return null;
          const revision = crypto.randomUUID();
          const over = expires === null ? null : Math.ceil(expires);
          const body = { value, revision, expires: over, ...(isListed(key) && { key }) };
          return (await attempt(overState(target, documentRevision, body), revision)) ? { value, revision } : undefined;
        });
      }),
    increment: (key, expires) =>
      guard(() => increments.run([key], () => repeatOnConflict(() => increment(key, Math.ceil(expires))))),
    delete: (key, expected) =>
      guard(async () => {
        const id = idOfName(key);
        return repeatOnConflict(async () => {
          const { entry, documentRevision } = await read(id);
          if (entry === null || documentRevision === null || (expected !== undefined && entry.revision !== expected))
            return false;
          const step = { kind: 'delete', index: names.values, id, revision: documentRevision } as const;
          return (await attempt(step, null)) || undefined;
        });
      }),
    async list(prefix, cursor, limit) {
      if (cursor !== null && !cursor.startsWith(prefix)) throw listCursorFault();
      return guard(() => listed(prefix, cursor, limit));
    },
    clear: () => guard(() => removeEntries(parts)),
  };
}

/** Repeats an attempt until no concurrent write conflicts with it. @param attempt resolves with undefined after a conflict */
async function repeatOnConflict<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new EngineFailure('refused', 'Concurrent writes of an entry kept winning.');
}

/** The ids of entries are digests, unlike the ids of the store's own documents. */
const ENTRY_ID = /^[0-9a-f]{64}$/;

/** Removes all entries that existed when it began. One that is set again at the same time may stay. */
async function removeEntries({ engine, names }: OpenSearchParts): Promise<void> {
  const body: SearchBody = { query: { match_all: {} }, size: SWEEP_SIZE, _source: false, track_total_hits: false };
  for (let more = true; more; ) {
    await engine.refresh(names.values);
    const [answer] = await engine.search(names.values, [body], SEARCH_TIMEOUT_MS);
    const hits = answer?.hits ?? [];
    const entries = hits.filter(({ id }) => ENTRY_ID.test(id));
    const documents = await engine.read(entries.map(({ id }) => ({ index: names.values, id, source: false })));
    await engine.bulk(
      documents.flatMap((document): BulkStep[] => {
        return document === null
          ? []
          : [{ kind: 'delete', index: names.values, id: document.id, revision: document.revision }];
      }),
      false,
    );
    more = hits.length === SWEEP_SIZE;
  }
}

/** The step that writes an entry over the state that was read. */
function overState(
  target: { readonly index: string; readonly id: string },
  revision: Revision | null,
  body: DocumentSource,
): BulkStep {
  return revision === null ? { kind: 'create', ...target, body } : { kind: 'index', ...target, revision, body };
}

/** Removes expired entries. */
export async function sweepValues({ engine, names, clock }: OpenSearchParts): Promise<void> {
  await engine.refresh(names.values);
  const body: SearchBody = {
    query: { range: { expires: { lte: clock() } } },
    size: SWEEP_SIZE,
    sort: [{ expires: 'asc' }],
    _source: false,
    track_total_hits: false,
  };
  const [answer] = await engine.search(names.values, [body], SEARCH_TIMEOUT_MS);
  const documents = await engine.read((answer?.hits ?? []).map(({ id }) => ({ index: names.values, id })));
  const steps = documents.flatMap((document): BulkStep[] => {
    const { data } = z.safeParse(VALUE, document?.source);
    if (document === null || data === undefined || data.expires === null || data.expires > clock()) return [];
    return [{ kind: 'delete', index: names.values, id: document.id, revision: document.revision }];
  });
  await engine.bulk(steps, false);
}
