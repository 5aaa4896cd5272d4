import type { RestoreOutcome, RestoreRequest } from '../../object-store.ts';
import { EngineFailure } from '../engine/transport.ts';
import { repairHeads, staleCopies } from '../publish/repair.ts';
import { runRound } from './restore-round.ts';
import type { RestoreTools, Work } from './restore-work.ts';

/** Objects, and characters of text, that are moved in together. */
const MAX_OBJECTS = 500;
const MAX_TEXT = 8_000_000;

/** Rounds that an object may take beside one for each of its versions: others may be writing it. */
const MAX_ROUNDS = 40;

/** Milliseconds to wait, at most, after others came first. */
const PAUSE = 50;

/**
 * Moves versions in, as `ObjectStore.restore` promises.
 *
 * The newest version of an object is written first, as any write is: from then on no write can take the number of a version
 * below it. Those below are then put in their places, every document of history over the state that it was read in, and the
 * head last. Whoever moves in versions of the same object at the same time meets the other at one of these documents, and
 * looks again. Broken off at any point, history lacks at most what was being moved in; doing it again finishes it.
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
    if (outcome === undefined) throw new Error('A version was moved in without an outcome.');
    return outcome;
  });
}

/** The objects of the requests, as many at once as fit into the calls. */
function slicesOf(requests: readonly RestoreRequest[], outcomes: Map<number, RestoreOutcome>): Work[][] {
  const objects = new Map<string, Work>();
  for (const [index, request] of requests.entries()) {
    const work = objects.get(request.key) ?? {
      ...{ key: request.key, items: [], written: new Set(), outcomes, shown: false, generation: 0 },
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
  const most = MAX_ROUNDS + slice.reduce((longest, { items }) => Math.max(longest, items.length), 0);
  let open = slice;
  for (let round = 0; open.length > 0; round++) {
    if (round > most) throw new EngineFailure('refused', 'Other writes of an object kept coming first.');
    const { again, contested } = await runRound(tools, open);
    if (contested) await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE));
    open = again.length > 0 ? again : await showAll(tools, slice);
  }
}

/**
 * Makes search show the objects of which nothing new was shown: what is there already may be of a write that was broken
 * off before.
 *
 * @returns the objects that something was done about, which may have lost their place by it
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
