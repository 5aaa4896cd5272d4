import { ANONYMOUS } from '../access/caller.ts';
import { createForwarding } from '../access/forwarding.ts';
import { type Config, toConfig } from '../config/config.ts';
import { createKeyRing } from '../crypto/key-ring.ts';
import { searchDocument } from '../linked-data/search-copy.ts';
import { type Change, createChangeFeed } from '../notifications/change-feed.ts';
import { putMany } from '../objects/put-many.ts';
import { storedObject } from '../objects/stored-object.ts';
import { createTurns } from '../objects/turns.ts';
import { NO_INVALIDATION } from '../profiles/cache/changes.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { exportLines } from './export-lines.ts';
import { importLines } from './import-lines.ts';

/** A repository without HTTP, over an embedded store. */
export type Repository = Awaited<ReturnType<typeof openRepository>>;

/** Opens a repository in an empty directory. Close it. */
export async function openRepository(directory: string, settings: Partial<Config> = {}) {
  const readKey = createKeyRing();
  const stores = await openSqliteStore({
    directory,
    readers: 1,
    describe: (stored) => searchDocument(storedObject(stored), stored.access, readKey),
  });
  const quiet = (): void => undefined;
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const changes: Change[] = [];
  const feed = createChangeFeed((error) => {
    throw error;
  });
  feed.subscribe((change) => changes.push(change));
  const ctx = {
    store: stores.objects,
    config: { ...toConfig({}, '1'), ...settings },
    readKey,
    logger,
    changes: feed,
    turns: createTurns(),
    forwarding: createForwarding({ readKey, logger }),
    now: () => Date.now(),
    profiles: NO_INVALIDATION,
  };
  return {
    ctx,
    keyValues: stores.keyValues,
    /** What listeners were told. */
    changes,
    /** Saves objects as callers without keys do. */
    save: (...objects: readonly object[]) =>
      putMany(
        ctx,
        objects.map((object) => ({ object: JSON.parse(JSON.stringify(object)) })),
        ANONYMOUS,
        'batch',
      ),
    /** Every line of an export, sorted. */
    async exported(): Promise<readonly string[]> {
      const lines: string[] = [];
      for await (const line of exportLines(ctx)) lines.push(line);
      return lines.sort();
    },
    import: (lines: readonly string[]) => importLines(ctx, bytesOf(lines.map((line) => `${line}\n`).join(''))),
    close: () => stores.close(),
  };
}

/** Text as bytes, in pieces of a size. */
export async function* bytesOf(text: string | Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/** An object of schema.org with this id. */
export function thing(id: string, members: object = {}): object {
  return { '@context': 'https://schema.org', '@type': 'Thing', '@id': id, ...members };
}
