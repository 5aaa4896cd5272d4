import type { Comment } from './comment.ts';

/** A comment with its replies, oldest first. */
export type Thread = {
  readonly root: Comment;
  readonly replies: readonly Comment[];
  readonly isResolved: boolean;
};

/**
 * The threads of a framework by the short id of what they are about, oldest first. Replies to replies are in the same thread. What is
 * about nothing that is there any more is about the framework.
 *
 * @param parts short ids of the framework's competencies
 * @param owners fingerprints of the framework's owners, who may resolve a comment, as its own owners may
 */
export function threadsOf(
  comments: readonly Comment[],
  frameworkId: string,
  parts: ReadonlySet<string>,
  owners: ReadonlySet<string>,
): ReadonlyMap<string, readonly Thread[]> {
  const sorted = comments.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0));
  const byId = new Map(sorted.map((comment) => [comment.id, comment]));
  const replies = new Map<string, Comment[]>();
  const roots: Comment[] = [];
  for (const comment of sorted) {
    const root = rootOf(comment, byId);
    if (root === comment) roots.push(root);
    else replies.set(root.id, [...(replies.get(root.id) ?? []), comment]);
  }
  const threads = new Map<string, Thread[]>();
  for (const root of roots) {
    const about = parts.has(root.about) ? root.about : frameworkId;
    const mayResolve = new Set([...owners, ...root.owners]);
    const own = replies.get(root.id) ?? [];
    const last = own.findLast((reply) => reply.resolves !== null && reply.owners.some((key) => mayResolve.has(key)));
    threads.set(about, [...(threads.get(about) ?? []), { root, replies: own, isResolved: last?.resolves === true }]);
  }
  return threads;
}

/** The number of unresolved threads by what they are about. */
export function openCounts(threads: ReadonlyMap<string, readonly Thread[]>): ReadonlyMap<string, number> {
  return new Map([...threads].map(([about, list]) => [about, list.filter(({ isResolved }) => !isResolved).length]));
}

/** The comment that a reply leads to in the end; of comments that reply to each other in a circle, each is its own. */
function rootOf(comment: Comment, byId: ReadonlyMap<string, Comment>): Comment {
  const passed = new Set([comment.id]);
  let root = comment;
  for (let next = byId.get(root.about); next !== undefined; next = byId.get(root.about)) {
    if (passed.has(next.id)) return comment;
    passed.add(next.id);
    root = next;
  }
  return root;
}
