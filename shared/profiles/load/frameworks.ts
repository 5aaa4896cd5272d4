import { Problem } from '../../base/errors/problem.ts';
import { mayRead } from '../../repository/access/permissions.ts';
import { ownKind } from '../../repository/frameworks/kinds.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { notFound } from '../../repository/objects/read.ts';
import { namesOf } from '../../repository/objects/reference.ts';
import type { HeadState } from '../../repository/store/object-store.ts';
import type { LoadContext } from './context.ts';

/** The current object that a request names by its id, versioned or not, or by an alias. Null when the caller can read none. */
export async function findFramework({ store, config, rights }: LoadContext, id: string): Promise<HeadState | null> {
  const heads = await store.heads(namesOf(id.trim(), config.bases));
  return heads.find((head) => head && !head.deleted && mayRead(head.access, rights.caller, head.shortId)) ?? null;
}

/**
 * Reads a framework that {@link findFramework} found.
 *
 * @param head null if none was found
 * @throws Problem `not-found` (404), or `not-a-framework` (422) for another object and for an encrypted framework that no acting
 *   key decrypts
 */
export async function readFramework({ reader, rights }: LoadContext, head: HeadState | null): Promise<ReadObject> {
  for await (const framework of reader.readVersions(head === null ? [] : [head])) {
    if (ownKind(framework.object) === 'framework') return framework;
    throw new Problem('not-a-framework', 'The object that "frameworkId" names is not a readable framework.', {
      where: 'frameworkId',
    });
  }
  const { code, message, extras } = notFound(rights.caller);
  throw code === 'not-found'
    ? new Problem(code, 'There is no framework with this id, or it may not be read.', { where: 'frameworkId' })
    : new Problem(code, message, extras);
}
