import type { ChangeLog } from '../../shared/notifications/change-log.ts';
import { changedObject } from '../../shared/objects/changed-object.ts';
import type { ObjectStore } from '../../shared/store/object-store.ts';
import type { Connections, Replay } from '../connections.ts';
import type { Hearing } from './hearing.ts';

/** A part of what a listener missed. */
export type ReplayPart = {
  /** None when there is nothing in this part for the listener. */
  readonly messages: readonly string[];
  /** What comes after it; null: that was all, and the listener hears of changes as they come. */
  readonly next: Replay | null;
};

/** Finds what listeners missed, part by part. */
export type Replayer = {
  next(replay: Replay, hearing: Hearing): Promise<ReplayPart>;
  /** Makes what comes next known: it survives this process. */
  goOn(id: string, next: Replay | null, step: number): Promise<void>;
};

/** Objects of one part. */
const OBJECTS = 500;

/**
 * Replays come from the store, not from the log: it knows what was written however long ago that is. Each part is an entry of
 * the log, so that a long replay holds up nobody, and the listener goes over from the replay to the log at a known place of it:
 * what is logged before that place is in the store, and what is logged after it is told as it comes.
 */
export function createReplayer(parts: {
  readonly store: Pick<ObjectStore, 'changes'>;
  readonly log: Pick<ChangeLog, 'askReplay'>;
  readonly connections: Pick<Connections, 'advance'>;
}): Replayer {
  const { store, log, connections } = parts;
  return {
    async next({ cursor, step }, hearing) {
      const page = await store.changes(cursor, OBJECTS);
      const objects = page.objects.map(({ head }) => changedObject(head));
      const messages = await hearing.missed(objects, { before: cursor, behind: page.next }, !page.more);
      return { messages, next: page.more ? { cursor: page.next, step: step + 1 } : null };
    },
    async goOn(id, next, step) {
      // First the entry: one without a connection that waits for it does nothing.
      if (next !== null) await log.askReplay(id, next.step);
      await connections.advance(id, step, next);
    },
  };
}
