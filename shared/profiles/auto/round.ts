import { Problem } from '../../errors/problem.ts';
import type { Bookmark } from '../../store/bookmark.ts';
import type { StoredVersion } from '../../store/object-store.ts';
import type { ProfileService } from '../service/profile-service.ts';
import { personPage } from './known.ts';
import { createMarkKeeper, type Mark } from './mark.ts';
import { type AutoContext, createWork, type Work } from './work.ts';

/** What a part of a round did. */
export type RoundReport = ReturnType<Work['account']> & {
  /** Nothing is left of the round. */
  readonly complete: boolean;
};

export type RoundOptions = {
  /** Where the last call left off. */
  readonly bookmark: Bookmark;
  /** Milliseconds from the begin of one round to that of the next, at least. */
  readonly period: number;
  /** Whether another profile may be begun. */
  readonly mayGoOn: () => boolean;
};

/** Milliseconds of work that is looked through again, at most, after a process died. */
const NOTE_EVERY = 5_000;

/** Part of the period by which a round may begin too early: timers are not exact. */
const EARLY = 0.1;

/**
 * Goes on with the round of automatic profiles where the last call stopped, in whatever process, or begins one when it is time for
 * it (specification: profile rule 15). What cannot be calculated is passed over until the next round.
 *
 * A lease has to keep calls apart: of several at the same time, one leaves its mark, and the others stop at their next one.
 *
 * @throws Problem `store-unavailable` (503) when the store is away: the next call goes on with what was not done
 */
export async function continueRound(
  ctx: AutoContext,
  service: Pick<ProfileService, 'latest'>,
  { bookmark, period, mayGoOn }: RoundOptions,
): Promise<RoundReport> {
  const { now } = ctx;
  const keeper = createMarkKeeper(bookmark);
  const work = createWork(ctx, service, mayGoOn);
  const report = (complete: boolean): RoundReport => ({ ...work.account(), complete });

  const found = await keeper.read();
  if (found?.ended && Math.abs(now() - found.began) < period * (1 - EARLY)) return report(true);
  let mark = found === null || found.ended ? newRound(now()) : found;
  let noted = now();

  /** Leaves the mark now and then; false when another call left one meanwhile. */
  async function note(): Promise<boolean> {
    if (now() - noted < NOTE_EVERY) return true;
    noted = now();
    return keeper.write(mark);
  }

  /** Whether all that there was to do for the object that the mark is at is done. */
  async function atMark(hit: StoredVersion): Promise<boolean> {
    if (!work.mayGoOn()) return false;
    const { last, complete, failure } = await work.goThrough(hit, mark.framework);
    mark = { ...mark, framework: last };
    if (failure !== null) throw failure.error;
    return complete && (await note());
  }

  try {
    while (!mark.ended) {
      const { page, hits, next } = await pageAt(ctx, mark.page);
      for (const hit of startingWith(hits, mark.person)) {
        mark = movedTo(mark, page, hit.shortId);
        if (await atMark(hit)) continue;
        await keeper.write(mark);
        return report(false);
      }
      mark = { ...mark, ended: next === null, page: next, person: null, framework: null };
    }
    await keeper.write(mark);
    return report(true);
  } catch (error) {
    await keeper.write(mark).catch(() => false); // what cannot be noted is looked through again
    throw error;
  }
}

function newRound(began: number): Mark {
  return { began, ended: false, page: null, person: null, framework: null };
}

function movedTo(mark: Mark, page: string | null, person: string): Mark {
  return { ...mark, page, person, framework: mark.person === person ? mark.framework : null };
}

/** The page of persons with this cursor; the first when no search of this store gave the cursor. */
async function pageAt(ctx: AutoContext, cursor: string | null) {
  try {
    return { page: cursor, ...(await personPage(ctx, cursor)) };
  } catch (error) {
    if (cursor === null || !(error instanceof Problem) || error.code !== 'invalid-parameter') throw error;
    return { page: null, ...(await personPage(ctx, null)) };
  }
}

/** What is left of a page from this object on; all of it when the object is not there any more. */
function startingWith(hits: readonly StoredVersion[], shortId: string | null): readonly StoredVersion[] {
  return hits.slice(
    Math.max(
      0,
      hits.findIndex((hit) => hit.shortId === shortId),
    ),
  );
}
