import * as z from 'zod/mini';
import { Problem } from '../../base/errors/problem.ts';
import type { Bookmark } from '../../repository/store/bookmark.ts';
import type { StoredVersion } from '../../repository/store/object-store.ts';
import type { ProfileService } from '../service/profile-service.ts';
import { findPersons } from './find.ts';
import { type AutoContext, createPersonProfiles, type PersonProfiles } from './person-profiles.ts';

/** The result of a part of a round. */
export type RoundReport = ReturnType<PersonProfiles['counts']> & {
  /** Whether the round has ended. */
  readonly complete: boolean;
};

export type RoundOptions = {
  /** Stores the position that the last call reached. */
  readonly bookmark: Bookmark;
  /** Minimum milliseconds between the starts of two rounds. */
  readonly period: number;
  /** Whether another profile may begin. */
  readonly mayContinue: () => boolean;
};

const POSITION = z.object({
  /** When the round began, UTC milliseconds. */
  began: z.number(),
  /** The round has ended. */
  ended: z.boolean(),
  /** Cursor of the current page of persons; null: the first page. */
  page: z.nullable(z.string()),
  /** Short id of the current person in that page; null: the first person. */
  person: z.nullable(z.string()),
  /** Short id of the last framework that is done for this person; null: none. */
  framework: z.nullable(z.string()),
});

/** The position of a round, in the form in which it is stored. */
type Position = z.infer<typeof POSITION>;

/** Interval in which the position is saved: after a crash, at most this much work is repeated. */
const SAVE_INTERVAL_MS = 5_000;

/** Part of the period by which a round may begin too early: timers are not exact. */
const TOLERANCE = 0.1;

/**
 * Continues the round of automatic profiles where the last call stopped, in any process, or begins one when it is time
 * (specification: profile rule 15). Profiles that cannot be calculated are left to the next round.
 *
 * A lease prevents concurrent calls: of several, one saves its position, and the others stop when they try.
 *
 * @throws Problem `store-unavailable` (503) when the store is unavailable: the next call continues
 */
export async function continueRound(
  ctx: AutoContext,
  service: Pick<ProfileService, 'latest'>,
  { bookmark, period, mayContinue }: RoundOptions,
): Promise<RoundReport> {
  const { now } = ctx;
  const profiles = createPersonProfiles(ctx, service, mayContinue);
  const report = (complete: boolean): RoundReport => ({ ...profiles.counts(), complete });

  const found = parsePosition(await bookmark.read());
  if (found?.ended && Math.abs(now() - found.began) < period * (1 - TOLERANCE)) return report(true);
  let position = found === null || found.ended ? newRound(now()) : found;
  let savedAt = now();

  /** @returns false when another process has saved a position since: nothing was written */
  const save = (): Promise<boolean> => bookmark.write(JSON.stringify(position));

  async function saveIfDue(): Promise<boolean> {
    if (now() - savedAt < SAVE_INTERVAL_MS) return true;
    savedAt = now();
    return save();
  }

  /** @returns whether the object at the position is done, and the round may continue */
  async function calculateAt(hit: StoredVersion): Promise<boolean> {
    if (!profiles.mayContinue()) return false;
    const { last, complete, failure } = await profiles.calculate(hit, position.framework);
    position = { ...position, framework: last };
    if (failure !== null) throw failure.error;
    return complete && (await saveIfDue());
  }

  try {
    while (!position.ended) {
      const { page, hits, next } = await pageAt(ctx, position.page);
      for (const hit of startingWith(hits, position.person)) {
        position = movedTo(position, page, hit.shortId);
        if (await calculateAt(hit)) continue;
        await save();
        return report(false);
      }
      position = { ...position, ended: next === null, page: next, person: null, framework: null };
    }
    await save();
    return report(true);
  } catch (error) {
    await save().catch(() => false); // if this fails, the work is repeated
    throw error;
  }
}

/** The stored position; null if it is missing or has another form. */
function parsePosition(text: string | null): Position | null {
  return text === null ? null : (z.safeParse(POSITION, JSON.parse(text)).data ?? null);
}

function newRound(began: number): Position {
  return { began, ended: false, page: null, person: null, framework: null };
}

function movedTo(position: Position, page: string | null, person: string): Position {
  return { ...position, page, person, framework: position.person === person ? position.framework : null };
}

/** The page of persons with this cursor, or the first page if this store did not return the cursor. */
async function pageAt(ctx: AutoContext, cursor: string | null) {
  try {
    return { page: cursor, ...(await findPersons(ctx, cursor)) };
  } catch (error) {
    if (cursor === null || !(error instanceof Problem) || error.code !== 'invalid-parameter') throw error;
    return { page: null, ...(await findPersons(ctx, null)) };
  }
}

/** The hits from this object on, or all hits if the object is no longer among them. */
function startingWith(hits: readonly StoredVersion[], shortId: string | null): readonly StoredVersion[] {
  const index = hits.findIndex((hit) => hit.shortId === shortId);
  return hits.slice(Math.max(0, index));
}
