import type { RestoreOutcome, RestoreRequest } from '../../../repository/store/object-store.ts';
import { EngineFailure } from '../engine/transport.ts';
import { repairHeads, staleCopies } from '../publish/repair.ts';
import { judge } from './restore-plan.ts';
import { type Known, readKnown } from './restore-state.ts';
import { insertAll, newestOf, type RestoreCase, type RestoreTools, type Work, writeNewest } from './restore-steps.ts';

/** Limits of one slice: the number of its objects, and the length of their text in UTF-16 code units. */
const MAX_OBJECTS = 500;
const MAX_TEXT = 8_000_000;

/** Rounds that an object may take in addition to one for each of its versions, while others write it. */
const MAX_EXTRA_ROUNDS = 40;

/** Upper bound of the random delay after a conflict. */
const MAX_CONFLICT_DELAY_MS = 50;

/**
 * Implements `ObjectStore.restore`.
 *
 * The newest version of an object is written first, like any write: from then on no write can take the number of a version
 * below it. The versions below are then put in their places by another commit: every document of history over the state that
 * it was read in, and the head last. Two callers that restore versions of one object at the same time conflict on one of
 * these documents, and read again. If the process dies at any point, history lacks at most the versions of this call; the same call again
 * completes it.
 *
 * @throws EngineFailure
 */
export async function restoreVersions(
  tools: RestoreTools,
  requests: readonly RestoreRequest[],
): Promise<RestoreOutcome[]> {
  const outcomes = new Map<number, RestoreOutcome>();
  for (const slice of slicesOf(requests, outcomes)) await restoreSlice(tools, slice);
  return requests.map((_, index) => {
    const outcome = outcomes.get(index);
    if (outcome === undefined) throw new Error('A version was restored without an outcome.');
    return outcome;
  });
}

/** The objects of the requests, in slices that fit into the calls. */
function slicesOf(requests: readonly RestoreRequest[], outcomes: Map<number, RestoreOutcome>): Work[][] {
  const objects = new Map<string, Work>();
  for (const [index, request] of requests.entries()) {
    const work = objects.get(request.key) ?? {
      key: request.key,
      items: [],
      written: new Set(),
      outcomes,
      shown: false,
      generation: 0,
    };
    work.items.push({ index, request });
    objects.set(request.key, work);
  }
  const slices: Work[][] = [];
  let room = 0;
  for (const work of objects.values()) {
    const size = work.items.reduce((sum, { request }) => sum + request.text.length, 0);
    const last = slices.at(-1);
    room -= size;
    if (last !== undefined && room >= 0 && last.length < MAX_OBJECTS) {
      last.push(work);
    } else {
      slices.push([work]);
      room = MAX_TEXT - size;
    }
  }
  return slices;
}

async function restoreSlice(tools: RestoreTools, slice: readonly Work[]): Promise<void> {
  const maxRounds = MAX_EXTRA_ROUNDS + slice.reduce((longest, { items }) => Math.max(longest, items.length), 0);
  let open = slice;
  for (let round = 0; open.length > 0; round++) {
    if (round > maxRounds) throw new EngineFailure('refused', 'Concurrent writes of an object kept winning.');
    const { again, contested } = await runRound(tools, open);
    if (contested) await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_CONFLICT_DELAY_MS));
    open = again.length > 0 ? again : await showAll(tools, slice);
  }
}

/**
 * Takes each object one step further: writes its newest version if that is new, and puts the others in their places if the object was
 * new, or that version is not.
 *
 * @returns the objects that need another round, and whether another writer won
 * @throws EngineFailure
 */
async function runRound(
  tools: RestoreTools,
  open: readonly Work[],
): Promise<{ readonly again: readonly Work[]; readonly contested: boolean }> {
  const known = await readKnown(tools.parts, open);
  const cases = open.flatMap((work, index) => judgeWork(work, known[index]));
  const rising = cases.filter((one) => newestOf(one) !== null);
  const below = cases.filter((one) => newestOf(one) === null);
  const progress = await writeNewest(tools, rising, below);
  for (const [work, made] of await insertAll(tools, below)) progress.set(work, made);
  return {
    again: open.filter((work) => progress.get(work) !== 'done'),
    contested: [...progress.values()].includes('contested'),
  };
}

function judgeWork(work: Work, known: Known | undefined): RestoreCase[] {
  if (known === undefined) return [];
  work.generation = Math.max(work.generation, known.head?.body.generation ?? 0);
  const judged = judge(known, work.items);
  for (const [item, judgement] of judged.judgements) {
    // The previous round may have written a version that exists now, and another writer may have replaced it since.
    const own = judgement !== 'restored' && work.written.has(item);
    work.outcomes.set(item.index, { status: own ? 'restored' : judgement });
  }
  work.items = work.items.filter((item) => judged.judgements.get(item) !== 'differs');
  return [{ work, known, judged }];
}

/**
 * Writes the search copies of the objects for which this call wrote none: their state may come from a write that was
 * interrupted before its search copy was written.
 *
 * @returns the objects that were repaired: their heads may have been deleted again
 */
async function showAll({ parts, publisher }: RestoreTools, slice: readonly Work[]): Promise<Work[]> {
  const unseen = slice.filter(({ shown, generation }) => !shown && generation > 0);
  for (const work of unseen) work.shown = true;
  const behind = new Set(
    await staleCopies(
      parts,
      unseen.map(({ key, generation }) => ({ id: key, generation })),
    ),
  );
  await repairHeads(parts, publisher, [...behind]);
  return unseen.filter(({ key }) => behind.has(key));
}
