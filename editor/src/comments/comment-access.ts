import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { typeKey } from '../../../shared/repository/linked-data/type-key.ts';
import { type Access, accessOf } from '../sharing/access.ts';

/** Whether a stored object is a comment, also if it is encrypted. */
export function isComment(stored: JsonObject): boolean {
  return /(?:^|\.)comment$/.test(typeKey(stored));
}

/** The access of a comment on a framework: it is its writer's, and those who own and read a private framework read it. */
export function commentAccess(stored: JsonObject, { isPrivate, owners, readers }: Access): Access {
  const { owners: writers } = accessOf(stored);
  const ids = new Set(writers.map(({ fingerprint }) => fingerprint));
  const others = [...owners, ...readers].filter(({ fingerprint }) => !ids.has(fingerprint));
  return { isPrivate, owners: writers, readers: isPrivate ? others : [] };
}
