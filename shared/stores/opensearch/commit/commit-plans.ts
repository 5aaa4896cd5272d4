import { sleep } from '../../../base/concurrency/sleep.ts';
import { Problem } from '../../../base/errors/problem.ts';
import { asHead, idOfVersion, toEntry } from '../documents.ts';
import { bulkInSlices, isLarge } from '../engine/bulk-slices.ts';
import type { BulkResult, BulkStep, EngineDocument, Revision } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { OpenSearchParts } from '../parts.ts';
import { readByKey } from '../read/read-objects.ts';
import { claimAliases, isReplaceable } from './claim-aliases.ts';
import { aliasNames, type CommitPlan, type CommitVerdict, historyStep, stepsOf } from './plan.ts';

/** Delays before each read of the heads of a bulk whose response was lost. */
const LOOKUP_DELAYS_MS = [50, 300, 1_000];
/** No further read starts after this time: the caller has a deadline. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** The object, or its history, is not in the state that the plan is based on. */
const CONFLICT: CommitVerdict = { status: 'conflict' };

/** A new head with an alias that was not free. */
type Contested = { readonly plan: CommitPlan; readonly revision: Revision };

/**
 * Writes the plans, in one bulk unless it is too large.
 *
 * @throws EngineFailure when contested names cannot be read
 */
export async function commitPlans(
  parts: OpenSearchParts,
  plans: readonly CommitPlan[],
): Promise<Map<CommitPlan, CommitVerdict>> {
  const parcels = plans.map((plan) => ({ plan, ...stepsOf(parts, plan) }));
  const history = parcels.flatMap((parcel) => parcel.history);
  const ahead = isLarge(history) ? history : [];
  const steps = parcels.flatMap((parcel) => {
    return [...(ahead.length > 0 ? [] : parcel.history), parcel.head, ...parcel.aliases];
  });
  let results: readonly BulkResult[];
  try {
    results = [...(await bulkInSlices(parts.engine, ahead)), ...(await parts.engine.bulk(steps, false))];
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    parts.report(error);
    return isAboutBody(error) ? commitHalves(parts, plans, error) : resolveLost(parts, plans, error);
  }
  const done = new Map([...ahead, ...steps].map((step, index) => [step, results[index] ?? NO_RESULT]));
  const resultOf = (step: BulkStep) => done.get(step) ?? NO_RESULT;
  const verdicts = new Map<CommitPlan, CommitVerdict>();
  const contested: Contested[] = [];
  const refusedPlans: CommitPlan[] = [];
  for (const { plan, head, aliases, ...parcel } of parcels) {
    const { status, revision } = resultOf(head);
    if (isRefusal(status)) {
      refusedPlans.push(plan);
    } else if (status >= 300 || revision === null) {
      verdicts.set(plan, failed(status));
    } else if (aliases.every((step) => resultOf(step).status < 300)) {
      const verdict = committed(parts, plan, revision);
      // If history already has the predecessor of an update, it is the same document. For an insertion it may differ.
      const whole = plan.change.kind !== 'insert' || parcel.history.every((step) => resultOf(step).status < 300);
      verdicts.set(plan, whole ? verdict : CONFLICT);
    } else {
      contested.push({ plan, revision });
    }
  }
  contested.push(...(await findOwnHeads(parts, refusedPlans, verdicts)));
  await settleContested(parts, contested, verdicts);
  return verdicts;
}

const NO_RESULT: BulkResult = { status: 500, revision: null };

/** Whether the document exists or is in another state (409), or its index was removed by a purge or a fault (404). */
function isRefusal(status: number): boolean {
  return status === 409 || status === 404;
}

function failed(status: number): CommitVerdict {
  return { status: 'failed', error: new EngineFailure('refused', `A head could not be written: ${status}.`, status) };
}

function committed(parts: OpenSearchParts, { change, before, next }: CommitPlan, revision: Revision): CommitVerdict {
  // At this point a new object has all its strong names: the next write in this process need not check them.
  parts.headCache.set({ body: before === null ? { ...next, fresh: false } : next, revision });
  return { status: 'committed', change, head: { body: next, revision } };
}

/** Deletes new heads with an alias that was not free, unless they get all their strong names. */
async function settleContested(
  parts: OpenSearchParts,
  contested: readonly Contested[],
  verdicts: Map<CommitPlan, CommitVerdict>,
): Promise<void> {
  if (contested.length === 0) return;
  const claims = contested.map(({ plan: { change, next } }) => {
    return { key: next.key, ...(change.kind === 'write' ? aliasNames(change.request) : { strong: [], weak: [] }) };
  });
  const taken = await claimAliases(parts, claims);
  const back: BulkStep[] = [];
  for (const [index, { plan, revision }] of contested.entries()) {
    const alias = taken[index] ?? null;
    verdicts.set(plan, alias === null ? committed(parts, plan, revision) : { status: 'alias-taken', alias });
    if (alias !== null) back.push({ kind: 'delete', index: parts.names.objects, id: plan.next.key, revision });
  }
  await parts.engine.bulk(back, false);
}

/**
 * Checks heads that were refused because the document exists or its index does not. The document may be the head of the plan
 * itself: a cluster that loses a node during a bulk repeats the bulk, and conflicts with its own write.
 *
 * @returns the plans whose heads are stored
 */
async function findOwnHeads(
  parts: OpenSearchParts,
  plans: readonly CommitPlan[],
  verdicts: Map<CommitPlan, CommitVerdict>,
): Promise<Contested[]> {
  const index = parts.names.objects;
  const documents = await parts.engine.read([
    ...plans.map(({ next }) => ({ index, id: next.key })),
    ...plans.map(({ next }) => ({ index, id: idOfVersion(next.key, next.version), routing: next.key })),
  ]);
  const own: Contested[] = [];
  for (const [at, plan] of plans.entries()) {
    const document = documents[at] ?? null;
    const version = documents[plans.length + at] ?? null;
    const head = asHead(document);
    if (plan.change.kind !== 'insert' && head?.body.writeId === plan.next.writeId) {
      own.push({ plan, revision: head.revision });
    } else if (head !== null && plan.change.kind === 'write' && wroteVersion(version, plan)) {
      verdicts.set(plan, { status: 'committed', change: plan.change, head: { ...head, body: plan.next } });
    } else if (head !== null || document === null || plan.before !== null) {
      verdicts.set(plan, CONFLICT);
      if (head !== null) parts.headCache.set(head);
    } else {
      verdicts.set(plan, await createOverAlias(parts, plan, document));
    }
  }
  return own;
}

/** Whether this is the state that the plan wrote, and that another write has superseded since. */
function wroteVersion(document: EngineDocument | null, { next }: CommitPlan): boolean {
  const body = document === null ? null : toEntry(document).body;
  return body?.kind === 'version' && body.writeId === next.writeId;
}

/** Creates an object whose id is an alias of another object, if that alias is weak or an orphan. */
async function createOverAlias(
  parts: OpenSearchParts,
  plan: CommitPlan,
  document: EngineDocument,
): Promise<CommitVerdict> {
  const index = parts.names.objects;
  if (!(await isReplaceable(parts, document))) return { status: 'alias-taken', alias: plan.next.shortId };
  const [result = NO_RESULT] = await parts.engine.bulk(
    [{ kind: 'index', index, id: plan.next.key, revision: document.revision, body: plan.next }],
    false,
  );
  if (result.revision === null) return isRefusal(result.status) ? CONFLICT : failed(result.status);
  const verdicts = new Map<CommitPlan, CommitVerdict>();
  await settleContested(parts, [{ plan, revision: result.revision }], verdicts);
  return verdicts.get(plan) ?? CONFLICT;
}

/** Whether the engine refused the whole body, usually because it is too large. */
function isAboutBody({ kind, status }: EngineFailure): boolean {
  return kind === 'refused' && (status === 400 || status === 413);
}

/** Commits each half separately: a plan that the engine refuses must not fail the others of its bulk. */
async function commitHalves(
  parts: OpenSearchParts,
  plans: readonly CommitPlan[],
  error: EngineFailure,
): Promise<Map<CommitPlan, CommitVerdict>> {
  if (plans.length <= 1) return new Map(plans.map((plan) => [plan, notTaken(error)]));
  const half = Math.ceil(plans.length / 2);
  const first = await commitPlans(parts, plans.slice(0, half));
  return new Map([...first, ...(await commitPlans(parts, plans.slice(half)))]);
}

function notTaken(error: EngineFailure): CommitVerdict {
  const tooLarge = new Problem('body-too-large', 'The search cluster does not take an object of this size.');
  return { status: 'failed', error: error.status === 413 ? tooLarge : error };
}

/** Finds out from the heads which changes were made after a response was lost. No change is ever sent twice. */
async function resolveLost(
  parts: OpenSearchParts,
  plans: readonly CommitPlan[],
  error: EngineFailure,
): Promise<Map<CommitPlan, CommitVerdict>> {
  const verdicts = new Map<CommitPlan, CommitVerdict>();
  const until = performance.now() + LOOKUP_TIMEOUT_MS;
  for (const delayMs of LOOKUP_DELAYS_MS) {
    if (performance.now() > until) break;
    await sleep(delayMs);
    try {
      const heads = await readByKey(
        parts,
        plans.map(({ next }) => next.key),
      );
      const done = plans.flatMap((plan) => {
        const head = heads.get(plan.next.key);
        return head?.body.writeId === plan.next.writeId ? [{ plan, revision: head.revision }] : [];
      });
      await parts.engine.bulk(
        done.flatMap(({ plan: { before, change } }) => {
          return before === null || change.kind !== 'write' ? [] : [historyStep(before)];
        }),
        false,
      );
      await settleContested(parts, done, verdicts);
      for (const { plan } of done) if (plan.change.kind === 'insert') verdicts.set(plan, CONFLICT);
      break;
    } catch (failure) {
      if (!(failure instanceof EngineFailure)) throw failure;
    }
  }
  for (const plan of plans) if (!verdicts.has(plan)) verdicts.set(plan, { status: 'failed', error });
  return verdicts;
}
