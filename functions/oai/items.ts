import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import { createSlices } from '../../shared/base/concurrency/slices.ts';
import { describedOf } from '../../shared/exchange/surroundings/described.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import { isEncryptedValue } from '../../shared/repository/access/kbac-types.ts';
import { kindOf, type NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import {
  createObjectReader,
  type ReadContext,
  type ReadObject,
} from '../../shared/repository/frameworks/object-reader.ts';
import { typeKey } from '../../shared/repository/linked-data/type-key.ts';
import { storedObject } from '../../shared/repository/objects/stored-versions.ts';
import type { Head, ObjectKey, VersionState } from '../../shared/repository/store/object-store.ts';

/** An item of the repository: a framework, a competency, a concept scheme or a concept that is or was public. */
export type Item = {
  readonly shortId: string;
  readonly key: ObjectKey;
  readonly kind: NodeKind;
  /** Time of the last change, UTC milliseconds. */
  readonly changed: number;
  /** As everybody may see it; null when it is deleted, hidden, or has become a private draft or another kind of object. */
  readonly read: ReadObject | null;
};

/** An object with the time of its last change. */
export type Changed = { readonly head: Head; readonly changed: number };

/** Versions among which a public one is looked for. Older ones are not seen: such an object looks as if it had never been public. */
const MAX_VERSIONS = 1_000;

const MAX_CONCURRENCY = 8;

/**
 * The items among changed objects, in their order. An object that is no longer public is reported as deleted if a version of it was: that
 * version can still be read by everybody, so this tells nothing new. All others look as if they did not exist.
 */
export async function itemsOf(ctx: ReadContext, changed: readonly Changed[]): Promise<readonly Item[]> {
  const slices = createSlices();
  const candidates: Changed[] = [];
  for (const one of changed) {
    if (slices.over()) await slices.next();
    if (mayBeItem(one.head)) candidates.push(one);
  }
  const current = candidates.filter(({ head }) => !head.deleted).map(({ head }) => head);
  const shown = new Map<string, ReadObject>();
  for await (const read of createObjectReader(ctx, ANONYMOUS).readVersions(current)) shown.set(read.shortId, read);
  const items = await mapLimit(candidates, MAX_CONCURRENCY, async ({ head, changed }): Promise<Item | null> => {
    const { shortId, key } = head;
    const read = shown.get(shortId);
    const kind = read === undefined ? null : publicKind(read);
    if (read !== undefined && kind !== null) return { shortId, key, kind, changed, read };
    const past = await publicKindBefore(ctx, head);
    return past === null ? null : { shortId, key, kind: past, changed, read: null };
  });
  return items.filter((item) => item !== null);
}

/** Whether an object has the type of an item, or does not say what it holds. Cheap, since most objects of a service may be others. */
function mayBeItem(head: Head): boolean {
  const object = storedObject(head);
  return kindOf(object) !== null || typeKey(object).endsWith('encryptedvalue');
}

/** What an object is that everybody may read; null for private drafts and objects that are no items. */
export function publicKind(read: ReadObject): NodeKind | null {
  if (isEncryptedValue(read.object) || describedOf(read).isDraft) return null;
  return kindOf(read.object);
}

/** What an object was when it was last public; null when it never was. */
export async function publicKindBefore(ctx: ReadContext, { key }: Pick<VersionState, 'key'>): Promise<NodeKind | null> {
  const versions = await ctx.store.history(key, MAX_VERSIONS);
  for (const version of versions) {
    if (version.access.hidden) continue;
    for await (const read of createObjectReader(ctx, ANONYMOUS).readVersions([version])) {
      const kind = publicKind(read);
      if (kind !== null) return kind;
    }
  }
  return null;
}
