import type { SearchDocument } from '../../../search/document.ts';
import type { Alias, RestoreOutcome, WriteRequest } from '../../object-store.ts';
import { type Claim, claimAliases } from '../commit/claim-aliases.ts';
import type { Committer } from '../commit/committer.ts';
import { aliasNames, type Change, type Names, unclaimedNames, type Verdict } from '../commit/plan.ts';
import { EARLIER, type Entry, type HeadBody } from '../documents.ts';
import { bulkInSlices } from '../engine/bulk-slices.ts';
import type { BulkStep, Place } from '../engine/engine.ts';
import { aliasOfIndex } from '../indices/index-names.ts';
import type { Parts } from '../parts.ts';
import { type Publisher, publicationOf } from '../publish/publisher.ts';
import { isSamePlace } from '../read/head-cache.ts';
import { earlierSteps, type Judged, placeVersions } from './restore-plan.ts';
import type { Item, Known } from './restore-state.ts';

/** What moving versions in needs. */
export type RestoreTools = { readonly parts: Parts; readonly committer: Committer; readonly publisher: Publisher };

/** One object whose versions are moved in, and how far that is. */
export type Work = {
  readonly key: string;
  /** The versions that are not refused. */
  items: Item[];
  /** Those that were begun to be written. */
  readonly written: Set<Item>;
  /** What became of each version of the call, by its place. */
  readonly outcomes: Map<number, RestoreOutcome>;
  /** Count of the newest state of the object that was seen or written; 0: none was. */
  generation: number;
  /** This work made search show it. */
  shown: boolean;
};

/** What an object is, and what the versions that come in make of it. */
export type Case = { readonly work: Work; readonly known: Known; readonly judged: Judged };

/** Nothing more to do, one more round to do, or one because somebody else came first. */
export type Progress = 'done' | 'again' | 'contested';

/** Does the work on all objects, also when that on some fails: what is under way is known to be. */
export async function settleAll(
  cases: readonly Case[],
  work: (one: Case, index: number) => Promise<Progress>,
): Promise<Map<Work, Progress>> {
  const all = cases.map(async (one, index) => [one.work, await work(one, index)] as const);
  await Promise.allSettled(all);
  return new Map(await Promise.all(all));
}

/** Makes a change, as those of all callers are made. @throws EngineFailure when it is unknown what became of it */
export async function commit(
  { committer }: RestoreTools,
  change: Change,
): Promise<Exclude<Verdict, { status: 'failed' }>> {
  const verdict = await committer.add(change);
  if (verdict.status === 'failed') throw verdict.error;
  return verdict;
}

/** Lets search show a new state; a deleted one by nothing. */
export async function show(
  { publisher }: RestoreTools,
  work: Work,
  head: Entry<HeadBody>,
  document: SearchDocument | null,
): Promise<void> {
  await publisher.add(publicationOf(head, document));
  work.generation = head.body.generation;
  work.shown = true;
}

/** Gives up the versions that need a name of another object. */
export function refuse(work: Work, alias: string): Progress {
  const needs = ({ request }: Item) => request.shortId === alias || aliasNames(request).strong.includes(alias);
  for (const item of work.items.filter(needs)) work.outcomes.set(item.index, { status: 'alias-taken', alias });
  work.items = work.items.filter((item) => !needs(item));
  return work.items.length > 0 ? 'again' : 'done';
}

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

/** Puts versions among those that are there, and deletes objects whose current versions come in as deleted. */
export async function insertAll(tools: RestoreTools, cases: readonly Case[]): Promise<Map<Work, Progress>> {
  const { parts } = tools;
  const asking = new Map(cases.map((one) => [one, claimsOf(one)]));
  const claims = [...asking.values()].flat();
  const answers = claims.length === 0 ? [] : await claimAliases(parts, claims);
  const taken = new Map(claims.map((claim, index) => [claim, answers[index] ?? null]));
  return settleAll(cases, async (one) => {
    const { work, known, judged } = one;
    const own = asking.get(one) ?? [];
    const lost = own.map((claim) => taken.get(claim) ?? null).find((alias) => alias !== null);
    if (lost !== undefined) return refuse(work, lost);
    const aliases = own.flatMap(aliasesOf);
    const news = aliases.some(({ name }) => !isNoted(known.head?.body, name));
    const placing = placeVersions(work.key, known, judged, news);
    if (placing === null) return 'done';
    for (const item of incoming(one)) work.written.add(item);
    const { generation, shortId } = placing.before.body;
    const verdict = await commit(tools, { kind: 'insert', request: { ...placing, key: work.key, shortId, aliases } });
    if (verdict.status !== 'committed') return 'contested';
    if (verdict.head.body.generation !== generation) await show(tools, work, verdict.head, null);
    // Those whose documents are on their way were not given the new ones to name: they are looked for once more.
    return known.incomplete ? 'again' : 'done';
  });
}

/** The versions that are written, or were in a round before. */
function incoming({ work, judged }: Case): Item[] {
  return work.items.filter((item) => judged.judgements.get(item) === 'restored' || work.written.has(item));
}

/** The names that these bring along: one claim for all versions that bring the same. */
function claimsOf(one: Case): Claim[] {
  const { head } = one.known;
  if (head === null) return [];
  const different = new Map<string, Names>();
  for (const { request } of incoming(one)) {
    const names = unclaimedNames(request, head.body);
    if (names.strong.length + names.weak.length > 0) different.set(JSON.stringify(names), names);
  }
  return [...different.values()].map((names) => ({ key: one.work.key, ...names }));
}

function aliasesOf({ strong, weak }: Claim): Alias[] {
  return [
    ...strong.map((name): Alias => ({ name, strength: 'strong' })),
    ...weak.map((name): Alias => ({ name, strength: 'weak' })),
  ];
}

function isNoted(head: HeadBody | undefined, name: string): boolean {
  return head !== undefined && (head.names.includes(name) || head.asked.includes(name));
}
