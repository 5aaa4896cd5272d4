import type { RemoveOutcome, WriteOutcome } from '../object-store.ts';
import { type Batcher, createBatcher } from './batcher.ts';
import { canGiveWay, claimAliases } from './claim-aliases.ts';
import { asHead, type Entry, type HeadBody, toHead } from './documents.ts';
import type { BulkResult, BulkStep, Place } from './engine.ts';
import type { Parts } from './parts.ts';
import { aliasNames, type Change, historyStep, type Plan, planChange, stepsOf, unclaimedNames } from './plan.ts';
import { readByKey } from './read-objects.ts';
import { EngineFailure } from './transport.ts';

/** What became of a change. */
export type Verdict =
  /** It is durable, under this head; search does not show it yet. */
  | { readonly status: 'committed'; readonly change: Change; readonly head: HeadBody }
  | Exclude<WriteOutcome | RemoveOutcome, { readonly status: 'stored' | 'removed' }>
  /** The engine failed: nothing is known, or it did not happen. */
  | { readonly status: 'failed'; readonly error: unknown };

/**
 * The one who changes objects: everything that callers want changed at the same time goes into one bulk.
 *
 * The commit of a change is one document, the head, written under compare-and-set. The state that it replaces is put
 * into history ahead of it, in the same bulk and on the same shard. A new object claims its aliases in that bulk too; where
 * one of them turns out to be another object's, the new head is taken back before anybody is told of it.
 */
export type Committer = Batcher<Change, Verdict>;

/** Milliseconds to wait before each look for what became of a bulk whose answer was lost. */
const LOOKS = [50, 300, 1_000];

export function createCommitter(parts: Parts): Committer {
  return createBatcher<Change, Verdict>({
    run: (changes) => commitRound(parts, changes),
    namesOf: (change) => namesOf(change),
    sizeOf: (change) => (change.kind === 'write' ? 2 * change.request.text.length : 1_000),
  });
}

function namesOf({ kind, request }: Change): string[] {
  if (kind === 'remove') return [request.key];
  return [request.key, request.shortId, ...request.aliases.map(({ name }) => name)];
}

async function commitRound(parts: Parts, changes: readonly Change[]): Promise<Verdict[]> {
  const verdicts = new Map<Change, Verdict>();
  const conflicts: Change[] = [];
  const plans: Plan[] = [];
  const befores = await statesBefore(parts, changes);
  for (const change of changes) {
    const before = befores.get(change);
    const plan = before === undefined ? null : planChange(parts, change, before);
    if (plan === null) conflicts.push(change);
    else plans.push(plan);
  }
  const ready = await claimFirst(parts, plans, verdicts);
  for (const [plan, verdict] of await commitPlans(parts, ready)) {
    if (verdict === 'conflict') conflicts.push(plan.change);
    else verdicts.set(plan.change, verdict);
  }
  const heads = await readByKey(
    parts,
    conflicts.map(({ request }) => request.key),
  );
  for (const change of conflicts) {
    const head = heads.get(change.request.key);
    verdicts.set(change, { status: 'conflict', head: head === undefined ? null : toHead(head.body) });
  }
  return changes.map((change) => verdicts.get(change) ?? { status: 'failed', error: new Error('No verdict.') });
}

/** The state that each change expects, where the object is in it: null for "there is none". */
async function statesBefore(parts: Parts, changes: readonly Change[]): Promise<Map<Change, Entry<HeadBody> | null>> {
  const befores = new Map<Change, Entry<HeadBody> | null>();
  const unknown: Change[] = [];
  for (const change of changes) {
    const { key, expected } = change.request;
    const known = expected === null ? null : parts.memory.recall(key, expected);
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

/** Claims the names that updates bring along. */
async function claimFirst(parts: Parts, plans: readonly Plan[], verdicts: Map<Change, Verdict>): Promise<Plan[]> {
  const asking = plans.map((plan) => ({ plan, ...unclaimedNames(plan) }));
  const claims = asking.filter(({ strong, weak }) => strong.length + weak.length > 0);
  if (claims.length === 0) return [...plans];
  const taken = await claimAliases(
    parts,
    claims.map(({ plan, strong, weak }) => ({ key: plan.next.key, strong, weak })),
  );
  for (const [index, { plan }] of claims.entries()) {
    const alias = taken[index] ?? null;
    if (alias !== null) verdicts.set(plan.change, { status: 'alias-taken', alias });
  }
  return plans.filter(({ change }) => !verdicts.has(change));
}

type PlanVerdict = Verdict | 'conflict';

async function commitPlans(parts: Parts, plans: readonly Plan[]): Promise<Map<Plan, PlanVerdict>> {
  const parcels = plans.map((plan) => ({ plan, ...stepsOf(parts, plan) }));
  const steps = parcels.flatMap(({ plan: { before }, history, head, aliases }) => {
    return [...(before !== null && isLarge(before.body) ? [] : history), head, ...aliases];
  });
  let results: readonly BulkResult[];
  try {
    await historyOfLarge(parts, plans);
    results = await parts.engine.bulk(steps, false);
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    parts.report(error);
    return lookForLost(parts, plans, error);
  }
  const result = new Map<BulkStep, BulkResult>(steps.map((step, index) => [step, results[index] ?? NO_RESULT]));
  const verdicts = new Map<Plan, PlanVerdict>();
  const contested: { readonly plan: Plan; readonly place: Place }[] = [];
  for (const { plan, head, aliases } of parcels) {
    const { status, place } = result.get(head) ?? NO_RESULT;
    if (status >= 300 || place === null) {
      verdicts.set(plan, plan.before === null ? await createElsewise(parts, plan) : refused(status));
    } else if (aliases.every((step) => (result.get(step)?.status ?? 500) < 300)) {
      verdicts.set(plan, committed(parts, plan, place));
    } else {
      contested.push({ plan, place });
    }
  }
  await settleContested(parts, contested, verdicts);
  return verdicts;
}

/** A text so large goes into history by a call of its own: engines take no body of twice the largest object. */
const LARGE = 10_000_000;

async function historyOfLarge({ engine, names }: Parts, plans: readonly Plan[]): Promise<void> {
  for (const { change, before } of plans) {
    if (change.kind === 'remove' || before === null || !isLarge(before.body)) continue;
    await engine.bulk([historyStep(names.objects, before.body)], false);
  }
}

function isLarge({ text }: HeadBody): boolean {
  return text.length > LARGE;
}

const NO_RESULT: BulkResult = { status: 500, place: null };

function refused(status: number): PlanVerdict {
  if (status === 409 || status === 404) return 'conflict';
  return { status: 'failed', error: new EngineFailure('refused', `A head could not be written: ${status}.`, status) };
}

function committed(parts: Parts, { change, next }: Plan, place: Place): Verdict {
  parts.memory.remember({ body: next, place });
  return { status: 'committed', change, head: next };
}

/** New heads of which some alias was not free: they keep their place only with all their strong names. */
async function settleContested(
  parts: Parts,
  contested: readonly { readonly plan: Plan; readonly place: Place }[],
  verdicts: Map<Plan, PlanVerdict>,
): Promise<void> {
  if (contested.length === 0) return;
  const claims = contested.map(({ plan: { change, next } }) => {
    return { key: next.key, ...(change.kind === 'write' ? aliasNames(change.request) : { strong: [], weak: [] }) };
  });
  const taken = await claimAliases(parts, claims);
  const back: BulkStep[] = [];
  for (const [index, { plan, place }] of contested.entries()) {
    const alias = taken[index] ?? null;
    verdicts.set(plan, alias === null ? committed(parts, plan, place) : { status: 'alias-taken', alias });
    if (alias !== null) back.push({ kind: 'delete', index: parts.names.objects, id: plan.next.key, place });
  }
  await parts.engine.bulk(back, false);
}

/** A new object whose place is not free: it is there already, or its short id is an alias of another. */
async function createElsewise(parts: Parts, plan: Plan): Promise<PlanVerdict> {
  const index = parts.names.objects;
  const [document = null] = await parts.engine.read([{ index, id: plan.next.key }]);
  const head = asHead(document);
  if (head !== null || document === null) return 'conflict';
  if (!(await canGiveWay(parts, document))) return { status: 'alias-taken', alias: plan.next.shortId };
  const [result = NO_RESULT] = await parts.engine.bulk(
    [{ kind: 'index', index, id: plan.next.key, place: document.place, body: plan.next }],
    false,
  );
  if (result.place === null) return refused(result.status);
  const verdicts = new Map<Plan, PlanVerdict>();
  await settleContested(parts, [{ plan, place: result.place }], verdicts);
  return verdicts.get(plan) ?? 'conflict';
}

/** After a lost answer: the heads themselves tell which changes were done. None is ever sent twice. */
async function lookForLost(
  parts: Parts,
  plans: readonly Plan[],
  error: EngineFailure,
): Promise<Map<Plan, PlanVerdict>> {
  const verdicts = new Map<Plan, PlanVerdict>();
  for (const pause of LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const heads = await readByKey(
        parts,
        plans.map(({ next }) => next.key),
      );
      const done = plans.flatMap((plan) => {
        const head = heads.get(plan.next.key);
        return head?.body.writeId === plan.next.writeId ? [{ plan, place: head.place }] : [];
      });
      await parts.engine.bulk(
        done.flatMap(({ plan: { before, change } }) => {
          return before === null || change.kind === 'remove' ? [] : [historyStep(parts.names.objects, before.body)];
        }),
        false,
      );
      await settleContested(parts, done, verdicts);
      break;
    } catch (failure) {
      if (!(failure instanceof EngineFailure)) throw failure;
    }
  }
  for (const plan of plans) if (!verdicts.has(plan)) verdicts.set(plan, { status: 'failed', error });
  return verdicts;
}
