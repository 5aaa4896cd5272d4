import { type Caller, callerWithKey } from '../access/caller.ts';
import { decryptWithSecret, parseEncryptedValue, secretsToTry } from '../access/encrypted-value.ts';
import { createSlices } from '../concurrency/slices.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import { Problem } from '../errors/problem.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../linked-data/json.ts';
import { items, shortIdOf } from '../linked-data/references.ts';
import { putMany } from '../objects/put-many.ts';
import { parseReference } from '../objects/reference.ts';
import { removeMany } from '../objects/remove-many.ts';
import { storedObject, wholeVersions } from '../objects/stored-versions.ts';
import type { HeadState } from '../store/object-store.ts';
import { assertionId, assertionOf, type Claim } from './assertion.ts';
import { claimsOf, type Prepared } from './claims.ts';
import type { XapiContext } from './context.ts';
import { findObjects } from './find-objects.ts';
import { outcomeOf } from './outcome.ts';
import { type Activity, parseStatement, type Statement } from './statement.ts';
import { alignmentsOf } from './targets.ts';
import { addWorks } from './works.ts';

/** What became of a statement. `rejected`: it is not one of xAPI, or contradicts another with its id. */
export type StatementResult = {
  readonly id: string | null;
  readonly status: 'stored' | 'ignored' | 'rejected';
  /** Ids of its assertions. */
  readonly assertions: readonly string[];
  readonly reason?: string;
  /** The problem of a rejected one. */
  readonly problem?: Problem;
};

const VOIDED = 'http://adlnet.gov/expapi/verbs/voided';
const ONLY_NEW = { ifMatch: null, ifNoneMatch: ['*'] };

/** A statement that may become assertions. */
type Accepted = {
  readonly index: number;
  readonly source: Json;
  readonly statement: Statement & { readonly id: string };
};

/**
 * Makes assertions of xAPI statements (specification: xAPI conversion rules). Each statement is judged on its own. A statement that was
 * taken before changes nothing; one that was voided stays so.
 *
 * @param values statements as they were sent
 * @param countsAuthority whether the `authority` of statements is believed
 * @returns a result for each, in order
 * @throws Problem `store-unavailable`, `key-unavailable` (503)
 */
export async function ingest(
  ctx: XapiContext,
  values: readonly Json[],
  countsAuthority: boolean,
): Promise<readonly StatementResult[]> {
  const results: StatementResult[] = [];
  const accepted = accept(values, results);
  const key = await ctx.xapiKey();
  // Without signatures: each would cost more processor time than everything else about a statement.
  const caller = { ...callerWithKey(key), held: [] };
  const prepared: Prepared[] = [];
  for (const one of accepted) {
    const { index, statement } = one;
    const { object, verb } = statement;
    if (verb.id === VOIDED && object.objectType === 'StatementRef') {
      results[index] = await voided(ctx, statement.id, String(object.id), caller);
      continue;
    }
    const outcome = outcomeOf(statement.result);
    if (outcome === null) results[index] = ignored(statement.id, 'Its result says neither success nor failure.');
    else if (!isActivity(object)) results[index] = ignored(statement.id, 'Its object is not an activity.');
    else prepared.push({ ...one, outcome, activity: object });
  }
  const alignments = await alignmentsOf(
    ctx,
    prepared.map(({ activity }) => activity),
    caller,
  );
  await addWorks(
    ctx,
    prepared.map(({ activity }) => activity),
    alignments,
    key.publicKey,
    caller,
  );
  const aligned = prepared.filter(({ index, statement, activity }) => {
    if ((alignments.get(activity.id)?.targets.length ?? 0) > 0) return true;
    results[index] = ignored(statement.id, 'Its activity is not aligned to a competency.');
    return false;
  });
  const claims = await claimsOf(ctx, aligned, alignments, key, countsAuthority);
  await save(ctx, { aligned, claims, key, caller, results });
  return results;
}

function ignored(id: string, reason: string): StatementResult {
  return { id, status: 'ignored', assertions: [], reason };
}

function rejected(id: string | null, problem: Problem): StatementResult {
  return { id, status: 'rejected', assertions: [], reason: problem.message, problem };
}

function isActivity(object: Statement['object']): object is Activity {
  return object.objectType === undefined || object.objectType === 'Activity';
}

/** Statements that are ones of xAPI; ids are made for those without. Of two with one id the first counts. */
function accept(values: readonly Json[], results: StatementResult[]): readonly Accepted[] {
  const first = new Map<string, string>();
  return values.flatMap((source, index): Accepted[] => {
    const parsed = parseStatement(source, values.length === 1 ? '' : `/${index}`);
    if ('problem' in parsed) {
      results[index] = rejected(idIn(source), parsed.problem);
      return [];
    }
    const id = (parsed.statement.id ?? crypto.randomUUID()).toLowerCase();
    const content = contentOf(source);
    const before = first.get(id);
    if (before !== undefined && before !== content) {
      results[index] = rejected(id, contradiction());
      return [];
    }
    first.set(id, content);
    return [{ index, source, statement: { ...parsed.statement, id } }];
  });
}

function idIn(value: Json): string | null {
  const id = isObject(value) ? member(value, 'id') : undefined;
  return typeof id === 'string' ? id.slice(0, 100) : null;
}

function contradiction(): Problem {
  return new Problem(
    'identifier-taken',
    'Another statement with this id was taken before, and statements never change.',
    {
      where: '/id',
    },
  );
}

/** Members that a record store adds or may change (xAPI 1.0.3, Data, 2.3). */
const NOT_CONTENT: ReadonlySet<string> = new Set(['id', 'authority', 'stored', 'timestamp', 'version', 'attachments']);

/** What two statements with one id have in common, whatever the order of members. */
function contentOf(source: Json): string {
  const entries = isObject(source) ? Object.entries(source).filter(([name]) => !NOT_CONTENT.has(name)) : [];
  return JSON.stringify(sorted(Object.fromEntries(entries)));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  );
}

/** Withdraws what came of a statement (xAPI 1.0.3, Data, 2.3.2). */
async function voided(ctx: XapiContext, id: string, target: string, caller: Caller): Promise<StatementResult> {
  const ids: string[] = [];
  const wanted = { member: 'identifier', texts: [target.toLowerCase()], hint: '*.assertion' };
  for await (const { head, object } of findObjects(ctx, wanted, caller)) {
    if (member(object, 'identifier') === target.toLowerCase()) ids.push(head.shortId);
  }
  const references = ids.map((one) => parseReference(encodeURIComponent(one), ctx.config.bases));
  const removed = await removeMany(ctx, references, caller, 'batch');
  for (const result of removed) if ('problem' in result) throw result.problem;
  if (ids.length === 0) return ignored(id, 'There is no assertion of the statement that it voids.');
  return { id, status: 'stored', assertions: ids };
}

type Batch = {
  readonly aligned: readonly Prepared[];
  readonly claims: ReadonlyMap<number, readonly Claim[]>;
  readonly key: PrivateKey;
  readonly caller: Caller;
  readonly results: StatementResult[];
};

/** Saves the assertions that are not there yet, and says what became of each statement. */
async function save(ctx: XapiContext, { aligned, claims, key, caller, results }: Batch): Promise<void> {
  const [base] = ctx.config.bases;
  const all = [...claims.values()]
    .flat()
    .map((claim) => ({ claim, id: assertionId(base, claim.statement.id, claim.target) }));
  const heads = await ctx.store.heads(all.map(({ id }) => shortIdOf(id, ctx.config.bases)));
  const stored = new Map(all.map(({ id }, index) => [id, heads[index] ?? null]));
  const slices = createSlices();
  const items: { readonly object: JsonObject; readonly index: number }[] = [];
  for (const { index, statement } of aligned) {
    const own = (claims.get(index) ?? []).map((claim) => ({
      claim,
      id: assertionId(base, statement.id, claim.target),
    }));
    const before = await judge(
      ctx,
      own.map(({ claim, id }) => ({ claim, head: stored.get(id) ?? null })),
      key,
    );
    results[index] = before ?? { id: statement.id, status: 'stored', assertions: own.map(({ id }) => id) };
    if (before !== null) continue;
    for (const { claim, id } of own) {
      if (stored.get(id) !== null) continue;
      if (slices.over()) await slices.next();
      items.push({ object: await assertionOf(claim, id, await ctx.sealerFor(claim), ctx.now()), index });
    }
  }
  const saved = await putMany(
    ctx,
    items.map(({ object }) => ({ object, precondition: ONLY_NEW })),
    caller,
    'batch',
  );
  for (const [position, result] of saved.entries()) {
    const { index } = items[position] ?? {};
    if (index === undefined || !('problem' in result) || result.problem.code === 'precondition-failed') continue;
    results[index] = rejected(results[index]?.id ?? null, result.problem);
  }
}

/** What became of a statement that was taken before; null for a new one. */
async function judge(
  ctx: XapiContext,
  own: readonly { readonly claim: Claim; readonly head: HeadState | null }[],
  key: PrivateKey,
): Promise<StatementResult | null> {
  for (const { claim, head } of own) {
    if (head === null) continue;
    if (head.deleted) return ignored(claim.statement.id, 'The statement was voided.');
    const source = await sourceOf(ctx, head, key);
    if (source !== null && contentOf(source) !== contentOf(claim.source))
      return rejected(claim.statement.id, contradiction());
  }
  return null;
}

/** The statement that an assertion was made of; null where it is not there any more. */
async function sourceOf(ctx: XapiContext, head: HeadState, key: PrivateKey): Promise<Json | null> {
  for await (const [whole] of wholeVersions(ctx.store, [head])) {
    const [evidence] = whole === undefined ? [] : items(member(storedObject(whole), 'evidence'));
    if (!isObject(evidence)) return null;
    const value = parseEncryptedValue(evidence, ctx.readKey);
    for (const secret of secretsToTry(value, key.publicKey.id)) {
      const opened = await decryptWithSecret(secret, value, key);
      if (opened.ok) return parseJson(opened.text, 'The statement');
    }
  }
  return null;
}
