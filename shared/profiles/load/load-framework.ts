import { Problem } from '../../errors/problem.ts';
import { notFound } from '../../objects/not-found.ts';
import { namesOf } from '../../objects/reference.ts';
import type { LoadContext } from './load-context.ts';
import { isFramework } from './read-members.ts';
import { type ReadObject, readMany } from './read-objects.ts';
import type { ProfileRights } from './rights.ts';

/**
 * The framework that a request names by its id, with a version or without, or by another name of the object.
 *
 * @throws Problem `not-found` (404) when there is none that the caller may read, `not-a-framework` (422) for another object and
 *   for an encrypted framework that no acting key opens
 */
export async function loadFramework(ctx: LoadContext, id: string, rights: ProfileRights): Promise<ReadObject> {
  const names = namesOf(id.trim(), ctx.config.bases);
  const found = await readMany(ctx, names, rights);
  const [framework] = names.flatMap((name) => found.get(name) ?? []);
  if (framework === undefined) {
    const { code, message, extras } = notFound(rights.caller);
    throw code === 'not-found'
      ? new Problem(code, 'There is no framework with this id, or it may not be read.', { where: 'frameworkId' })
      : new Problem(code, message, extras);
  }
  if (isFramework(framework.object)) return framework;
  throw new Problem('not-a-framework', 'The object that "frameworkId" names is no framework that can be read.', {
    where: 'frameworkId',
  });
}
