import type { SearchDocument } from '../../../repository/search/document.ts';
import type { Alias, RestoreOutcome, WriteRequest } from '../../../repository/store/object-store.ts';
import { type AliasClaim, claimAliases } from '../commit/claim-aliases.ts';
import type { Committer } from '../commit/committer.ts';
import {
  aliasNames,
  type CommitVerdict,
  type PlannedChange,
  type PlannedNames,
  unclaimedNames,
} from '../commit/plan.ts';
import { EARLIER, type Entry, type HeadBody } from '../documents.ts';
import { bulkInSlices } from '../engine/bulk-slices.ts';
import type { BulkStep, Revision } from '../engine/engine.ts';
import { aliasOfIndex } from '../indices/index-names.ts';
import type { OpenSearchParts } from '../parts.ts';
import { type Publisher, publicationOf } from '../publish/publisher.ts';
import { isSameRevision } from '../read/head-cache.ts';
import { earlierSteps, type Judged, placeVersions } from './restore-plan.ts';
import type { Known, RestoreItem } from './restore-state.ts';

/** The parts that a restore uses. */
export type RestoreTools = {
  readonly parts: OpenSearchParts;
  readonly committer: Committer;
  readonly publisher: Publisher;
};

/** The restore of one object, and its progress. */
export type Work = {
  readonly key: string;
  /** The versions that were not refused. */
  items: RestoreItem[];
  /** The versions that were sent to the engine. */
  readonly written: Set<RestoreItem>;
  /** The outcome of each version of the call, by its position. */
  readonly outcomes: Map<number, RestoreOutcome>;
  /** Generation of the newest state that was read or written; 0: none. */
  generation: number;
  /** Whether this call wrote the search copy. */
  shown: boolean;
};

/** The current state of an object, and the planned outcomes of the versions to restore. */
export type RestoreCase = { readonly work: Work; readonly known: Known; readonly judged: Judged };

/** `again`: another round is needed; `contested`: another round is needed because another writer won. */
export type RestoreProgress = 'done' | 'again' | 'contested';

/** Processes all objects, also when some fail: closing the store waits for all of them. */
export async function settleAll(
  cases: readonly RestoreCase[],
  work: (one: RestoreCase, index: number) => Promise<RestoreProgress>,
): Promise<Map<Work, RestoreProgress>> {
  const all = cases.map(async (one, index) => [one.work, await work(one, index)] as const);
  await Promise.allSettled(all);
  return new Map(await Promise.all(all));
}

/** Commits a change. @throws EngineFailure when its result is unknown */
export async function commit(
  { committer }: RestoreTools,
  change: PlannedChange,
): Promise<Exclude<CommitVerdict, { status: 'failed' }>> {
  const verdict = await committer.add(change);
  if (verdict.status === 'failed') throw verdict.error;
  return verdict;
}

/** Writes the search copy of a new state. */
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

/** Refuses the versions that need a name of another object. */
export function refuse(work: Work, alias: string): RestoreProgress {
  const needs = ({ request }: RestoreItem) => request.shortId === alias || aliasNames(request).strong.includes(alias);
  for (const item of work.items.filter(needs)) work.outcomes.set(item.index, { status: 'alias-taken', alias });
  work.items = work.items.filter((item) => !needs(item));
  return work.items.length > 0 ? 'again' : 'done';
}

/** The version that becomes the current one; null if none does. */
export function newestOf({ known: { head }, judged: { added } }: RestoreCase): RestoreItem | null {
  let newest: RestoreItem | null = null;
  let above = head?.body.version ?? -1;
  for (const [version, item] of added) if (version > above) [newest, above] = [item, version];
  return newest;
}

/** A new object whose newest version has been written, and the steps for its earlier versions. */
type Started = { readonly work: Work; readonly revision: Revision; readonly steps: readonly BulkStep[] };

/** Writes the newest versions like any other write, and the earlier versions of new objects. */
export async function writeNewest(
  tools: RestoreTools,
  cases: readonly RestoreCase[],
): Promise<Map<Work, RestoreProgress>> {
  const started: Started[] = [];
  const progress = await settleAll(cases, async (one) => {
    const { work, known, judged } = one;
    const newest = newestOf(one);
    if (newest === null) return 'done';
    const below = known.head === null ? sameNames(newest, judged) : [];
    const request: WriteRequest = { ...newest.request, expected: known.head?.body.writeId ?? null };
    const earlier = below.map((item) => item.request.version).slice(0, EARLIER);
    work.written.add(newest);
    const { deleted, removed } = judged;
    const verdict = await commit(tools, { kind: 'write', request, moved: { deleted, removed, earlier } });
    if (verdict.status === 'conflict') return 'contested';
    if (verdict.status === 'alias-taken') return refuse(work, verdict.alias);
    for (const item of below) work.written.add(item);
    const versions = [newest, ...below].map((item) => item.request);
    const { revision } = verdict.head;
    const steps = earlierSteps(aliasOfIndex(revision.index), work.key, versions);
    if (steps.length > 0) started.push({ work, revision, steps });
    await show(tools, work, verdict.head, newest.request.search);
    const left = known.head === null ? judged.added.size - versions.length : work.items.length - 1;
    return left > 0 ? 'again' : 'done';
  });
  for (const work of await finishNew(tools, started)) progress.set(work, 'contested');
  return progress;
}

/** The other versions that have no names besides those that the newest one has, in descending order. */
function sameNames(newest: RestoreItem, { added }: Judged): RestoreItem[] {
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
 * Writes the versions below the newest ones of new objects, whose heads already list them.
 *
 * @returns the objects that need another round: where a head has changed, another writer may have inserted versions without
 *   seeing these
 */
async function finishNew({ parts }: RestoreTools, started: readonly Started[]): Promise<Work[]> {
  const { engine, names } = parts;
  const steps = started.flatMap((one) => one.steps);
  const results = await bulkInSlices(engine, steps);
  const refused = new Set(steps.filter((_, index) => (results[index]?.status ?? 500) >= 300));
  const heads = await engine.read(started.map(({ work }) => ({ index: names.objects, id: work.key, source: false })));
  const whole = started.filter(({ revision, ...one }, index) => {
    const now = heads[index]?.revision;
    return now !== undefined && isSameRevision(now, revision) && !one.steps.some((step) => refused.has(step));
  });
  return started.filter((one) => !whole.includes(one)).map(({ work }) => work);
}

/** Inserts and replaces versions below the current one; replaces the current one, or deletes the object, if the call restores that. */
export async function insertAll(
  tools: RestoreTools,
  cases: readonly RestoreCase[],
): Promise<Map<Work, RestoreProgress>> {
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
    if (verdict.head.body.generation !== generation) {
      await show(tools, work, verdict.head, placing.replaced?.search ?? null);
    }
    // Versions whose documents are not written yet do not list the new ones: another round will find them.
    return known.incomplete ? 'again' : 'done';
  });
}

/** The versions that are written in this round or were written in an earlier one. */
function incoming({ work, judged }: RestoreCase): RestoreItem[] {
  return work.items.filter((item) => judged.judgements.get(item) === 'restored' || work.written.has(item));
}

/** The new names of these versions: one claim for all versions with the same names. */
function claimsOf(one: RestoreCase): AliasClaim[] {
  const { head } = one.known;
  if (head === null) return [];
  const different = new Map<string, PlannedNames>();
  for (const { request } of incoming(one)) {
    const names = unclaimedNames(request, head.body);
    if (names.strong.length + names.weak.length > 0) different.set(JSON.stringify(names), names);
  }
  return [...different.values()].map((names) => ({ key: one.work.key, ...names }));
}

function aliasesOf({ strong, weak }: AliasClaim): Alias[] {
  return [
    ...strong.map((name): Alias => ({ name, strength: 'strong' })),
    ...weak.map((name): Alias => ({ name, strength: 'weak' })),
  ];
}

function isNoted(head: HeadBody | undefined, name: string): boolean {
  return head !== undefined && (head.names.includes(name) || head.asked.includes(name));
}
