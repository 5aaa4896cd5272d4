import type { Entry, HeadBody } from '../documents.ts';
import { textLength } from '../engine/bulk-slices.ts';
import type { OpenSearchParts } from '../parts.ts';
import { readByKey } from '../read/read-objects.ts';
import { type Batcher, createBatcher } from './batcher.ts';
import { claimInState } from './claim-aliases.ts';
import { commitPlans } from './commit-plans.ts';
import { type CommitPlan, type CommitVerdict, namesToClaim, type PlannedChange, planChange } from './plan.ts';

/**
 * Commits changes of objects: concurrent changes go into one bulk.
 *
 * The commit of a change is one document, the head, written by compare-and-set. The superseded state goes into history ahead of
 * it, in the same bulk and on the same shard. A new object claims its aliases in that bulk too; if one of them belongs to
 * another object, the new head is deleted before the write is answered.
 */
export type Committer = Batcher<PlannedChange, CommitVerdict>;

export function createCommitter(parts: OpenSearchParts): Committer {
  return createBatcher<PlannedChange, CommitVerdict>({
    run: (changes) => commitRound(parts, changes),
    namesOf: (change) => namesOf(change),
    sizeOf: (change) => sizeOf(change),
  });
}

function namesOf({ kind, request }: PlannedChange): string[] {
  if (kind === 'remove') return [request.key];
  return [request.key, request.shortId, ...request.aliases.map(({ name }) => name)];
}

function sizeOf({ kind, request }: PlannedChange): number {
  if (kind === 'remove') return 1_000;
  if (kind === 'write') return 2 * request.text.length;
  return textLength(request.history) + request.before.body.text.length;
}

async function commitRound(parts: OpenSearchParts, changes: readonly PlannedChange[]): Promise<CommitVerdict[]> {
  const verdicts = new Map<PlannedChange, CommitVerdict>();
  const plans: CommitPlan[] = [];
  const befores = await statesBefore(parts, changes);
  for (const change of changes) {
    const before = befores.get(change);
    const plan = before === undefined ? null : planChange(parts, change, before);
    if (plan === null) verdicts.set(change, { status: 'conflict' });
    else plans.push(plan);
  }
  const ready = await claimFirst(parts, plans, verdicts);
  for (const [plan, verdict] of await commitPlans(parts, ready)) verdicts.set(plan.change, verdict);
  for (const [{ request }, { status }] of verdicts) {
    if (status === 'conflict') parts.headCache.markContested(request.key);
  }
  return changes.map((change) => verdicts.get(change) ?? { status: 'failed', error: new Error('No verdict.') });
}

/** The state that each change expects, if the object is in that state; null: the object must not exist. */
async function statesBefore(
  parts: OpenSearchParts,
  changes: readonly PlannedChange[],
): Promise<Map<PlannedChange, Entry<HeadBody> | null>> {
  const befores = new Map<PlannedChange, Entry<HeadBody> | null>();
  const unknown: Exclude<PlannedChange, { kind: 'insert' }>[] = [];
  for (const change of changes) {
    if (change.kind === 'insert') {
      befores.set(change, change.request.before);
      continue;
    }
    const { key, expected } = change.request;
    const known = expected === null ? null : parts.headCache.getState(key, expected);
    if (expected === null || known !== null) befores.set(change, known);
    else unknown.push(change);
  }
  const heads = await readByKey(
    parts,
    unknown.map(({ request }) => request.key),
  );
  for (const change of unknown) {
    const head = heads.get(change.request.key);
    if (head?.body.writeId === change.request.expected) befores.set(change, head);
  }
  return befores;
}

/** Claims the new names of updates. */
async function claimFirst(
  parts: OpenSearchParts,
  plans: readonly CommitPlan[],
  verdicts: Map<PlannedChange, CommitVerdict>,
): Promise<CommitPlan[]> {
  const claims = plans.flatMap((plan) => {
    const { strong, weak } = namesToClaim(plan);
    if (plan.before === null || strong.length + weak.length === 0) return [];
    return [{ plan, claim: { key: plan.next.key, strong, weak, revision: plan.before.revision } }];
  });
  if (claims.length === 0) return [...plans];
  const results = await claimInState(
    parts,
    claims.map(({ claim }) => claim),
  );
  for (const [index, { plan }] of claims.entries()) {
    const lacking = results[index] ?? null;
    if (lacking === null) continue;
    const isTaken = 'taken' in lacking;
    verdicts.set(plan.change, isTaken ? { status: 'alias-taken', alias: lacking.taken } : { status: 'conflict' });
  }
  return plans.filter(({ change }) => !verdicts.has(change));
}
