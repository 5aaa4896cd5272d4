import { Problem } from '../../shared/base/errors/problem.ts';
import type { FeedReader } from '../../shared/repository/notifications/feed-reader.ts';
import { type FollowChanges, type Follower, followFeed } from '../../shared/repository/notifications/follow-changes.ts';

/** Responses that follow the changes, in one process. */
const MAX_FOLLOWERS = 1_000;

const RETRY_AFTER_SECONDS = 10;

/** Followers of the changes of the store. */
export type Followers = {
  readonly follow: FollowChanges;
  /** Ends all responses, because the server stops. */
  readonly close: () => void;
};

/** Follows changes by the feed of this process. */
export function createFollowers(feed: Pick<FeedReader, 'subscribeFrom'>, max = MAX_FOLLOWERS): Followers {
  const open = new Set<Follower>();
  let closed = false;
  return {
    follow(cursor) {
      if (open.size >= max) {
        const detail = 'Too many responses follow the changes. Ask again later, or without `wait`.';
        throw new Problem('overloaded', detail, { retryAfter: RETRY_AFTER_SECONDS });
      }
      const { next, close } = followFeed(feed, cursor);
      const follower: Follower = {
        next,
        close() {
          open.delete(follower);
          close();
        },
      };
      if (closed) close();
      else open.add(follower);
      return follower;
    },
    close() {
      closed = true;
      for (const follower of open) follower.close();
    },
  };
}
