import { parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { idOf } from '../outline/draft.ts';
import type { Vault } from '../outline/load.ts';
import { quoted, type SearchPage } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import type { WritingService } from '../service/writer.ts';
import { type Access, accessOf, withAccess } from '../sharing/access.ts';
import { hasAccess } from '../sharing/access-change.ts';
import { type Comment, type NewComment, newComment, readComment, withText } from './comment.ts';
import { commentAccess } from './comment-access.ts';

/** All comments on a framework and its parts that the person may read. @throws ServiceError */
export async function loadComments(
  { search }: Pick<Service, 'search'>,
  vault: Vault,
  frameworkId: string,
  signal?: AbortSignal,
): Promise<readonly Comment[]> {
  const request = { q: `isBasedOn:${quoted(frameworkId)}`, indexHint: '*comment', size: 500 };
  const comments: Comment[] = [];
  let page: SearchPage | null = await search(request, signal);
  while (page !== null) {
    for (const stored of page.objects) {
      const object = await vault.open(stored);
      const comment = object === null ? null : readComment(object, stored);
      if (comment !== null) comments.push(comment);
    }
    page = page.next === null ? null : await page.next(signal);
  }
  return comments;
}

type Saving = Pick<WritingService, 'base' | 'read' | 'save'>;

/**
 * Stores a comment. It belongs to its writer; on a private framework, its owners and readers can read it, too.
 *
 * @param owner public key of the writer, as PEM
 * @throws ServiceError
 */
export async function saveComment(
  service: Saving,
  comment: Omit<NewComment, 'writer' | 'now'>,
  owner: string,
): Promise<void> {
  const access = accessOf((await service.read(comment.frameworkId)).object);
  const object = newComment(service.base, { ...comment, writer: parsePublicKey(owner), now: Date.now() });
  await service.save(idOf(object), await withAccess(object, commentAccess(object, access)), 'new');
}

/** Changes the text of a comment. @throws ServiceError, also when it was changed meanwhile */
export async function editComment(
  service: Pick<WritingService, 'readMany' | 'save'>,
  vault: Vault,
  { id, stored }: Comment,
  text: string,
): Promise<void> {
  const [read] = await service.readMany([id]);
  const current: JsonObject | null = read === undefined ? null : await vault.open(read.object);
  if (read === undefined || current === null || read.etag === null) return;
  await service.save(id, await vault.seal(withText(current, text, Date.now()), stored), { etag: read.etag });
}

/**
 * Gives the comments of the person the access of a private framework, where that has changed since: only their writer can. Nothing is
 * made public. Comments that cannot be saved now are left for the next time.
 *
 * @param framework the access of the framework
 * @param mine fingerprints of the keys of the person
 * @returns how many were saved
 * @throws ServiceError
 */
export async function alignComments(
  service: Pick<WritingService, 'readMany' | 'saveMany'>,
  vault: Vault,
  comments: readonly Comment[],
  framework: Access,
  mine: ReadonlySet<string>,
): Promise<number> {
  const isStale = (stored: JsonObject): boolean =>
    framework.isPrivate && !hasAccess(stored, commentAccess(stored, framework));
  const stale = comments.filter(({ stored, owners }) => owners.some((id) => mine.has(id)) && isStale(stored));
  if (stale.length === 0) return 0;
  const items: { readonly object: JsonObject; readonly etag: string }[] = [];
  for (const { object: stored, etag } of await service.readMany(stale.map(({ id }) => id))) {
    const object = await vault.open(stored);
    if (object === null || etag === null || !isStale(stored)) continue;
    items.push({ object: await withAccess(object, commentAccess(stored, framework)), etag });
  }
  const failures = await service.saveMany(items);
  return items.length - failures.length;
}
