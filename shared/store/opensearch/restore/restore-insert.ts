import type { Alias } from '../../object-store.ts';
import { type Claim, claimAliases } from '../commit/claim-aliases.ts';
import { type Names, unclaimedNames } from '../commit/plan.ts';
import type { HeadBody } from '../documents.ts';
import { placeVersions } from './restore-plan.ts';
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
