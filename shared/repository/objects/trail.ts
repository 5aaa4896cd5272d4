import * as z from 'zod/mini';
import { Problem } from '../../base/errors/problem.ts';
import type { Actor } from '../access/actor.ts';
import { type Caller, isAdmin } from '../access/caller.ts';
import { writeGrant } from '../access/permissions.ts';
import type { Json } from '../linked-data/json.ts';
import type { HeadState, VersionTrail } from '../store/object-store.ts';
import { auditOverride } from './audit.ts';
import type { ObjectContext } from './context.ts';
import { MAX_HISTORY, notFound } from './read.ts';

/** Created at its first use: few requests need it. */
const RECORDS = z.lazy(() => {
  const text = z.string().check(z.maxLength(2048));
  const actor = z.object({
    keys: z.readonly(z.array(text).check(z.maxLength(100))),
    moreKeys: z.exactOptional(z.int()),
    issuer: z.exactOptional(text),
    subject: z.exactOptional(text),
  });
  const override = z.exactOptional(z.literal(true));
  return z.object({
    written: z.exactOptional(z.object({ operation: z.enum(['create', 'change']), actor, override })),
    removed: z.exactOptional(z.object({ time: z.int(), actor, override })),
  });
});

type Records = z.infer<typeof RECORDS>;

/** The texts of a {@link VersionTrail}. */
export type TrailTexts = Pick<VersionTrail, 'written' | 'removed'>;

/** `create` also when the object was deleted before. */
export type WriteOperation = 'create' | 'change';

/** Text for `WriteRequest.written`. @param override only an admin key allows the write */
export function writtenText(operation: WriteOperation, actor: Actor, override: boolean): string {
  return JSON.stringify({ operation, actor, ...(override && { override }) } satisfies Records['written']);
}

/** Text for `RemoveRequest.removed`. @param time UTC milliseconds @param override only an admin key allows the deletion */
export function removedText(time: number, actor: Actor, override: boolean): string {
  return JSON.stringify({ time, actor, ...(override && { override }) } satisfies Records['removed']);
}

/**
 * The texts of a trail that was exported as JSON: `{"written":…,"removed":…}`.
 *
 * @throws Problem `invalid-object` (400) for anything else
 */
export function parseTrail(value: Json): TrailTexts {
  const { data } = RECORDS.safeParse(value);
  if (data === undefined) {
    throw new Problem('invalid-object', 'The member "trail" of the line is malformed.', {
      where: 'trail',
    });
  }
  const { written, removed } = data;
  return {
    ...(written !== undefined && { written: JSON.stringify(written) }),
    ...(removed !== undefined && { removed: JSON.stringify(removed) }),
  };
}

/** A change in the life of an object. */
export type TrailEntry = {
  readonly operation: WriteOperation | 'delete';
  /** The version that was written, or that was current until the deletion. */
  readonly version: number;
  /** UTC milliseconds; null when it is not known. */
  readonly time: number | null;
  /** Null when it is not known. */
  readonly actor: Actor | null;
  /** Only an admin key allowed it, not the key of an owner. */
  readonly override: boolean;
};

/**
 * Who created, changed and deleted an object, newest first, for its owners and for admins; also after its deletion.
 *
 * @param name an id or alias of the object
 * @throws Problem `not-found` (404) for all others, as for absent objects
 */
export async function trail(
  ctx: Pick<ObjectContext, 'store' | 'logger'>,
  name: string,
  caller: Caller,
): Promise<readonly TrailEntry[]> {
  const [head = null] = await ctx.store.heads([name]);
  if (head === null) throw notFound(caller);
  const grant = writeGrant(head.access, caller, head.shortId);
  if (grant === null || (grant === 'no-owner' && !isAdmin(caller, head.shortId))) throw notFound(caller);
  if (grant === 'admin') auditOverride(ctx, caller, head.shortId, 'read');
  const versions = await ctx.store.trail(head.key, MAX_HISTORY);
  return versions.flatMap((one, index) => {
    const { version, time } = one;
    const { written, removed } = recordsOf(one);
    const isDeleted = head.deleted && version === head.version;
    const operation = written?.operation ?? (index === versions.length - 1 ? 'create' : 'change');
    return [
      ...(removed || isDeleted
        ? [toEntry({ operation: 'delete', version, time: removed?.time ?? null }, removed)]
        : []),
      toEntry({ operation, version, time }, written),
    ];
  });
}

/** The caller that wrote the current version of an object; null where that is not known. */
export async function authorOf({ store }: Pick<ObjectContext, 'store'>, head: HeadState): Promise<Actor | null> {
  const [latest] = await store.trail(head.key, 1);
  return latest?.version === head.version ? (recordsOf(latest).written?.actor ?? null) : null;
}

function recordsOf({ written, removed }: VersionTrail): Records {
  return z.parse(RECORDS, {
    ...(written !== undefined && { written: JSON.parse(written) }),
    ...(removed !== undefined && { removed: JSON.parse(removed) }),
  });
}

function toEntry(
  what: Pick<TrailEntry, 'operation' | 'version' | 'time'>,
  record: Records['written'] | Records['removed'],
): TrailEntry {
  return { ...what, actor: record?.actor ?? null, override: record?.override ?? false };
}
