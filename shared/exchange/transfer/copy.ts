import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isObject, member } from '../../repository/linked-data/json.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { ImportContext } from './import-lines.ts';
import { createTally, joinReports, type TransferReport } from './report.ts';
import { jsonOrNull, type SourceClient } from './source-client.ts';
import { sourceIds } from './source-ids.ts';
import { listedObjects, restoreObjects } from './source-objects.ts';
import { importParts, type NoParts, openFirst, type SourcePart } from './source-parts.ts';

/** The result of a copy. */
export type CopyReport = TransferReport & {
  /** `export`: everything, as an admin; `search`: by searches and histories, what the source shows to the given keys. */
  readonly way: 'export' | 'search';
  /** Why there was no export, although credentials were passed; null otherwise. */
  readonly noExport: NoParts | null;
  /** Continues an earlier run. */
  readonly resumed: boolean;
  /** The number of objects requested; 0 for an export. */
  readonly objects: number;
  /** Searches of which the source did not show all results. */
  readonly missed: readonly string[];
};

/** The report before anything is copied. */
export const NOTHING_COPIED: CopyReport = {
  ...createTally().report(),
  way: 'search',
  noExport: null,
  resumed: false,
  objects: 0,
  missed: [],
};

type CopyOptions = {
  /** The number of results that the source shows of one search. */
  readonly window: number;
  /** Ids of the keys that sign the requests. With other keys the source shows other objects: their copy has its own checkpoint. */
  readonly keyIds?: readonly string[];
  /** Starts from the beginning. */
  readonly restart?: boolean;
  readonly progress: (report: CopyReport) => void;
};

/** A run of a copy. */
type Copy = Pick<CopyOptions, 'window' | 'progress'> & {
  readonly ctx: ImportContext;
  readonly client: SourceClient;
  /** The checkpoint of an earlier run. It is stored beside the copied objects, and purged with them. */
  readonly saved: string | null;
  readonly save: (checkpoint: string) => Promise<unknown>;
};

/**
 * Copies every object of a server with all versions that it shows, by its export or else by search. Ids, owners, signatures and
 * version numbers are kept. Versions that exist here are not changed, so that a copy can be repeated. An interrupted copy
 * is resumed.
 *
 * @throws SourceError when the source cannot, or can no longer, be read, Problem `store-unavailable` (503); what was copied stays
 */
export async function copyFrom(
  ctx: ImportContext & { readonly keyValues: Pick<KeyValueStore, 'get' | 'set' | 'delete'> },
  client: SourceClient,
  { keyIds = [], restart = false, ...options }: CopyOptions,
): Promise<CopyReport> {
  const { keyValues } = ctx;
  const name = `copy:${bytesToHex(sha256(utf8ToBytes(JSON.stringify([client.base, ...keyIds.toSorted()]))))}`;
  if (restart) await keyValues.delete(name);
  const saved = (await keyValues.get(name))?.value ?? null;
  const copy: Copy = { ...options, ctx, client, saved, save: (text) => keyValues.set(name, text) };
  const first = client.proves ? await openFirst(ctx, client, 'export', exportCursorOf(saved)) : null;
  const isExport = typeof first === 'object' && first !== null;
  const report = isExport ? await copyExport(copy, first) : await copyBySearch(copy, first);
  await keyValues.delete(name);
  return report;
}

/** The cursor in a checkpoint; null for the checkpoint of a copy by search. */
function exportCursorOf(checkpoint: string | null): string | null {
  const value = checkpoint === null ? null : jsonOrNull(checkpoint);
  const cursor = isObject(value) ? member(value, 'export') : undefined;
  return typeof cursor === 'string' ? cursor : null;
}

async function copyExport({ ctx, client, save, progress }: Copy, first: SourcePart): Promise<CopyReport> {
  let copied: CopyReport = { ...NOTHING_COPIED, way: 'export', resumed: first.cursor !== null };
  await importParts(ctx, client, first, {
    progress: (report) => progress({ ...copied, ...joinReports(copied, report) }),
    async imported({ next }, report) {
      copied = { ...copied, ...joinReports(copied, report) };
      if (next !== null) await save(JSON.stringify({ export: next }));
    },
  });
  return copied;
}

async function copyBySearch(
  { ctx, client, saved, save, window, progress }: Copy,
  noExport: NoParts | null,
): Promise<CopyReport> {
  const after = exportCursorOf(saved) === null ? saved : null;
  const tally = createTally();
  const missed: string[] = [];
  let objects = 0;
  const report = (): CopyReport => {
    return { ...tally.report(), way: 'search', noExport, resumed: after !== null, objects, missed };
  };
  for await (const { ids, checkpoint } of sourceIds(client, window, after, (search) => missed.push(search))) {
    await restoreObjects(ctx, client, listedObjects(ids, client.base, tally), tally, {
      restored(count) {
        objects += count;
        progress(report());
      },
    });
    if (checkpoint !== null) await save(checkpoint);
  }
  return report();
}
