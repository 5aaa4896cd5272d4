import type { SearchDocument } from '../../../search/document.ts';
import type { RestoreOutcome } from '../../object-store.ts';
import type { Committer } from '../commit/committer.ts';
import { aliasNames, type Change, type Verdict } from '../commit/plan.ts';
import type { Entry, HeadBody } from '../documents.ts';
import type { Parts } from '../parts.ts';
import { type Publisher, publicationOf } from '../publish/publisher.ts';
import type { Judged } from './restore-plan.ts';
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
