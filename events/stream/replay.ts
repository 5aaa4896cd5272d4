import type { ChangeLog } from '../../shared/notifications/change-log.ts';
import { changedObject } from '../../shared/objects/changed-object.ts';
import type { ObjectStore } from '../../shared/store/object-store.ts';
import type { Connections, Replay } from '../connections.ts';
import type { MessageBuilder } from './message-builder.ts';

/** A part of what a subscriber missed. */
export type ReplayPart = {
  /** Empty when nothing in this part is for the subscriber. */
  readonly messages: readonly string[];
  /** What comes after it; null: that was all, and the subscriber receives changes as they come. */
  readonly next: Replay | null;
};

/** Reads what subscribers missed, part by part. */
export type Replayer = {
  next(replay: Replay, builder: MessageBuilder): Promise<ReplayPart>;
  /** Stores what comes next, so that it survives this process. */
  advance(id: string, next: Replay | null, step: number): Promise<void>;
};

const PAGE_SIZE = 500;

/**
 * Replays come from the store, not from the log, which does not reach back far. Each part is an entry of the log, so that a long
 * replay delays nobody, and the subscriber goes over from the replay to the log at a known position: what is logged before it is in
 * the store, and what is logged after it is delivered as it comes.
 */
export function createReplayer(parts: {
  readonly store: Pick<ObjectStore, 'changes'>;
  readonly log: Pick<ChangeLog, 'askReplay'>;
  readonly connections: Pick<Connections, 'advance'>;
}): Replayer {
  const { store, log, connections } = parts;
  return {
    async next({ cursor, step }, builder) {
      const page = await store.changes(cursor, PAGE_SIZE);
      const objects = page.objects.map(({ head }) => changedObject(head));
      const messages = await builder.missed(objects, { before: cursor, behind: page.next }, !page.more);
      return { messages, next: page.more ? { cursor: page.next, step: step + 1 } : null };
    },
    async advance(id, next, step) {
      // The entry first: without a connection that waits for it, it does nothing.
      if (next !== null) await log.askReplay(id, next.step);
      await connections.advance(id, step, next);
    },
  };
}
