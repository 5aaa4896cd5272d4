import { parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { idOf } from '../outline/draft.ts';
import type { Vault } from '../outline/load.ts';
import { quoted, type SearchPage } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import type { WritingService } from '../service/writer.ts';
import { accessOf, withAccess } from '../sharing/access.ts';
import { type Comment, type NewComment, newComment, readComment, withText } from './comment.ts';

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
  const { isPrivate, owners, readers } = accessOf((await service.read(comment.frameworkId)).object);
  const writer = parsePublicKey(owner);
  const object = newComment(service.base, { ...comment, writer, now: Date.now() });
  const others = [...owners, ...readers].filter(({ fingerprint }) => fingerprint !== writer.fingerprint);
  const sealed = await withAccess(object, { isPrivate, owners: [writer], readers: isPrivate ? others : [] });
  await service.save(idOf(object), sealed, 'new');
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
