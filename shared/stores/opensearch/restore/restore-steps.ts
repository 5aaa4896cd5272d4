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
import type { Entry, HeadBody } from '../documents.ts';
import type { OpenSearchParts } from '../parts.ts';
import { type Publisher, publicationOf } from '../publish/publisher.ts';
import { type Judged, placeVersions } from './restore-plan.ts';
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

/**
 * Writes the newest versions like any write.
 *
 * @param below takes the new objects of which versions below the newest are left to insert
 */
export function writeNewest(
  tools: RestoreTools,
  cases: readonly RestoreCase[],
  below: RestoreCase[],
): Promise<Map<Work, RestoreProgress>> {
  return settleAll(cases, async (one) => {
    const { work, known, judged } = one;
    const newest = newestOf(one);
    if (newest === null) return 'done';
    const request: WriteRequest = { ...newest.request, expected: known.head?.body.writeId ?? null };
    work.written.add(newest);
    const { deleted, removed } = judged;
    const verdict = await commit(tools, { kind: 'write', request, moved: { deleted, removed } });
    if (verdict.status === 'conflict') return 'contested';
    if (verdict.status === 'alias-taken') return refuse(work, verdict.alias);
    await show(tools, work, verdict.head, newest.request.search);
    if (work.items.length === 1) return 'done';
    const left = known.head === null ? leftBelow(tools, one, newest, verdict.head) : null;
    if (left !== null) below.push(left);
    return 'again';
  });
}

/**
 * The versions below the newest one of a new object, in the state that was just written. Null where the cache does not know that state:
 * a commit that the cluster repeated may have been superseded, and its revision be that of another write.
 */
function leftBelow(
  { parts }: RestoreTools,
  { work, judged }: RestoreCase,
  { request: { version } }: RestoreItem,
  { body: { key, writeId } }: Entry<HeadBody>,
): RestoreCase | null {
  const head = parts.headCache.getState(key, writeId);
  if (head === null) return null;
  const added = new Map([...judged.added].filter(([number]) => number !== version));
  return {
    work,
    known: { head, documents: new Map(), named: new Set(), incomplete: false },
    judged: { ...judged, added },
  };
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
