import { bytesToHex } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import type { Bytes } from '../../base/crypto/base64.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Context } from '../../repository/context.ts';
import type { PresentContext } from '../../repository/objects/present.ts';
import type { Schedule } from '../../repository/schedule/run-tick.ts';
import type { Bookmark } from '../../repository/store/bookmark.ts';
import type { DumpFiles } from '../../repository/store/dump-files.ts';
import { DUMP, DUMP_FILE, type DumpFile, dumpFileName, publishDump, readDumps } from './dump-index.ts';
import { DUMP_PLACE, type DumpPlace, dumpPart } from './dump-part.ts';
import { positionBefore } from './readable-objects.ts';

/** A dump that has been begun. */
const PROGRESS = z.object({
  ...z.pick(DUMP, { id: true, begun: true, since: true }).shape,
  /** Null: all objects have been written. */
  place: z.nullable(DUMP_PLACE),
  files: z.array(DUMP_FILE),
});

type Progress = z.infer<typeof PROGRESS>;

const PERIOD_MS = 60_000;

/**
 * Size of a file, compressed: some 40,000 objects. A file is in memory until it has been written, and functions on AWS, which serve it
 * too, send 6 MB at most, in base64.
 */
const MAX_FILE_BYTES = 3 << 20;

const FIRST_PLACE: DumpPlace = { page: null, done: [] };

type DumpContext = PresentContext & Pick<Context, 'config' | 'now'>;

export type DumpOptions = {
  /** Number of dumps that are kept. */
  readonly keep: number;
  readonly maxFileBytes?: number;
};

/**
 * Writes all public objects to files once a day (UTC), as lines compressed with gzip. A dump is published when it is complete. After each
 * file the progress is saved, so that another tick, or another process after a kill, continues; what it cannot continue it begins again.
 */
export function dumps(
  ctx: DumpContext,
  files: DumpFiles,
  { keep, maxFileBytes = MAX_FILE_BYTES }: DumpOptions,
): Schedule {
  async function begin(): Promise<Progress> {
    const begun = new Date(ctx.now()).toISOString();
    return { id: begun.slice(0, 10), begun, since: await positionBefore(ctx), place: FIRST_PLACE, files: [] };
  }

  /** The dump to continue or to begin; null when there is one of this day. */
  async function pending(bookmark: Bookmark): Promise<Progress | null> {
    const saved = readProgress(await bookmark.read());
    if (saved !== null && (await hasFiles(files, saved))) return saved;
    const [newest] = await readDumps(files);
    const next = await begin();
    return newest !== undefined && newest.id >= next.id ? null : next;
  }

  async function publish({ place: _, ...progress }: Progress): Promise<void> {
    const objects = progress.files.reduce((sum, file) => sum + file.objects, 0);
    await publishDump(files, { ...progress, ended: new Date(ctx.now()).toISOString(), objects }, keep);
    ctx.logger.info('SYSTEM', 'All public objects were written to files', {
      dump: progress.id,
      objects,
      files: progress.files.length,
    });
  }

  /** Writes the next file. @returns the progress after it */
  async function advance(progress: Progress, place: DumpPlace, ended: AbortSignal): Promise<Progress> {
    const part = await dumpPart(ctx, place, maxFileBytes, ended);
    const file = await describe(progress, part.bytes, part.objects);
    const name = dumpFileName(file.name);
    if (name === null) throw new Error(`${file.name} is not a name of a file.`);
    await files.put(name, part.bytes);
    return { ...progress, place: part.next, files: [...progress.files, file] };
  }

  async function work({ until, ended, bookmark }: Parameters<Schedule['tick']>[0]): Promise<void> {
    let progress = await pending(bookmark);
    while (progress !== null && progress.place !== null && ctx.now() < until && !ended.aborted) {
      progress = await advance(progress, progress.place, ended);
      // If it cannot be saved, another process continues.
      if (!(await bookmark.write(JSON.stringify(progress)))) return;
    }
    if (progress === null || progress.place !== null) return;
    await publish(progress);
    await bookmark.write(NOTHING);
  }

  return {
    name: 'dump',
    period: PERIOD_MS,
    async tick(given) {
      try {
        await work(given);
      } catch (error) {
        // The place is of another store, or of an earlier state of this one: the next tick begins again.
        if (error instanceof Problem && error.code === 'invalid-parameter') await given.bookmark.write(NOTHING);
        throw error;
      }
    },
  };
}

/** The bookmark when nothing has been begun. */
const NOTHING = 'null';

function readProgress(saved: string | null): Progress | null {
  return saved === null ? null : (z.nullable(PROGRESS).safeParse(JSON.parse(saved)).data ?? null);
}

/** Whether the files of a dump that has been begun are still there. */
async function hasFiles(files: DumpFiles, progress: Progress): Promise<boolean> {
  const present = new Set<string>(await files.list());
  return progress.files.every(({ name }) => present.has(name));
}

async function describe({ id, files }: Progress, bytes: Bytes, objects: number): Promise<DumpFile> {
  const digest = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const number = String(files.length + 1).padStart(4, '0');
  return {
    name: `${id}-${number}-${digest.slice(0, 8)}.ndjson.gz`,
    bytes: bytes.length,
    objects,
    sha256: digest,
  };
}
