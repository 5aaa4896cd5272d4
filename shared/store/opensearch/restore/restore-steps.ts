import type { WriteRequest } from '../../object-store.ts';
import { aliasNames } from '../commit/plan.ts';
import { EARLIER } from '../documents.ts';
import { bulkInSlices } from '../engine/bulk-slices.ts';
import type { BulkStep, Place } from '../engine/engine.ts';
import { aliasOfIndex } from '../indices/index-names.ts';
import { isSamePlace } from '../read/head-cache.ts';
import { earlierSteps, type Judged } from './restore-plan.ts';
import type { Item } from './restore-state.ts';
import {
  type Case,
  commit,
  type Progress,
  type RestoreTools,
  refuse,
  settleAll,
  show,
  type Work,
} from './restore-work.ts';

/** The version that becomes the current one; null: none does. */
export function newestOf({ known: { head }, judged: { added } }: Case): Item | null {
  let newest: Item | null = null;
  let above = head?.body.version ?? -1;
  for (const [version, item] of added) if (version > above) [newest, above] = [item, version];
  return newest;
}

/** A new object whose newest version is written, and what is still to be written of those below. */
type Begun = { readonly work: Work; readonly place: Place; readonly steps: readonly BulkStep[] };

/** Writes the newest versions as any write is done; of new objects also the versions below. */
export async function writeNewest(tools: RestoreTools, cases: readonly Case[]): Promise<Map<Work, Progress>> {
  const begun: Begun[] = [];
  const progress = await settleAll(cases, async (one) => {
    const { work, known, judged } = one;
    const newest = newestOf(one);
    if (newest === null) return 'done';
    const below = known.head === null ? sameNames(newest, judged) : [];
    const request: WriteRequest = { ...newest.request, expected: known.head?.body.writeId ?? null };
    const earlier = below.map((item) => item.request.version).slice(0, EARLIER);
    work.written.add(newest);
    const verdict = await commit(tools, { kind: 'write', request, moved: { deleted: judged.deleted, earlier } });
    if (verdict.status === 'conflict') return 'contested';
    if (verdict.status === 'alias-taken') return refuse(work, verdict.alias);
    for (const item of below) work.written.add(item);
    const versions = [newest, ...below].map((item) => item.request);
    const { place } = verdict.head;
    const steps = earlierSteps(aliasOfIndex(place.index), work.key, versions);
    if (steps.length > 0) begun.push({ work, place, steps });
    await show(tools, work, verdict.head, newest.request.search);
    const left = known.head === null ? judged.added.size - versions.length : work.items.length - 1;
    return left > 0 ? 'again' : 'done';
  });
  for (const work of await finishNew(tools, begun)) progress.set(work, 'contested');
  return progress;
}

/** The other versions that come in with no names but those of the newest, the newest of them first. */
function sameNames(newest: Item, { added }: Judged): Item[] {
  const own = aliasNames(newest.request);
  const strong = new Set(own.strong);
  const all = new Set([...own.strong, ...own.weak]);
  const others = [...added.values()].filter((item) => {
    const names = aliasNames(item.request);
    return (
      item !== newest && names.strong.every((name) => strong.has(name)) && names.weak.every((name) => all.has(name))
    );
  });
  return others.sort((a, b) => b.request.version - a.request.version);
}

/**
 * Writes the versions below the newest ones of new objects, whose heads name them already.
 *
 * @returns the objects that are to be looked at again. Where a head is not what it was any more, somebody may have put
 *   versions among these without seeing them
 */
async function finishNew({ parts }: RestoreTools, begun: readonly Begun[]): Promise<Work[]> {
  const { engine, names } = parts;
  const steps = begun.flatMap((one) => one.steps);
  const results = await bulkInSlices(engine, steps);
  const refused = new Set(steps.filter((_, index) => (results[index]?.status ?? 500) >= 300));
  const heads = await engine.read(begun.map(({ work }) => ({ index: names.objects, id: work.key, source: false })));
  const whole = begun.filter(({ place, ...one }, index) => {
    const now = heads[index]?.place;
    return now !== undefined && isSamePlace(now, place) && !one.steps.some((step) => refused.has(step));
  });
  return begun.filter((one) => !whole.includes(one)).map(({ work }) => work);
}
