import { chunks } from '../../base/concurrency/chunks.ts';
import { createSlices } from '../../base/concurrency/slices.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type Caller, callerWithKey } from '../../repository/access/caller.ts';
import { decryptWithSecret, parseEncryptedValue, secretsToTry } from '../../repository/access/encrypted-value.ts';
import { guidOf } from '../../repository/linked-data/identifiers.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../repository/linked-data/json.ts';
import { items, shortIdOf } from '../../repository/linked-data/references.ts';
import { findObjects } from '../../repository/objects/find-objects.ts';
import { ONLY_IF_ABSENT } from '../../repository/objects/precondition.ts';
import { putMany } from '../../repository/objects/put-many.ts';
import { parseReference } from '../../repository/objects/reference.ts';
import { removeMany } from '../../repository/objects/remove-many.ts';
import { storedObject, wholeVersions } from '../../repository/objects/stored-versions.ts';
import { STATEMENT_KEY } from '../../repository/secrets/secret-names.ts';
import { adapterPublicKey } from '../../repository/secrets/server-keys.ts';
import type { HeadState } from '../../repository/store/object-store.ts';
import { createAddresses } from '../badges/addresses.ts';
import { assertionOf, type StatementClaim } from './assertion.ts';
import { claimsOf, type IngestOptions, type Prepared } from './claims.ts';
import type { XapiContext } from './context.ts';
import { outcomeOf } from './outcome.ts';
import { type Activity, parseStatement, type Statement } from './statement.ts';
import { alignmentsOf } from './targets.ts';
import { addWorks } from './works.ts';

/** The result of a statement. `rejected`: it is not valid xAPI, or contradicts another statement with its id. */
export type StatementResult = {
  readonly id: string | null;
  readonly status: 'stored' | 'ignored' | 'rejected';
  /** Ids of its assertions. */
  readonly assertions: readonly string[];
  /** Addresses of those that are badges. */
  readonly badges?: readonly string[];
  readonly reason?: string;
  /** The problem of a rejected one. */
  readonly problem?: Problem;
};

const VOIDED = 'http://adlnet.gov/expapi/verbs/voided';
/** Maximum number of assertions that are encrypted together. */
const MAX_SEALED = 100;
/** A statement that may become assertions. */
type Accepted = {
  readonly index: number;
  readonly source: Json;
  readonly statement: Statement & { readonly id: string };
};

/**
 * Makes assertions of xAPI statements (specification: xAPI conversion rules). Each statement is judged on its own. A statement that
 * was ingested before changes nothing; a voided one stays voided.
 *
 * @param values statements as they were sent
 * @returns a result for each, in order
 * @throws Problem `store-unavailable`, `key-unavailable` (503)
 */
export async function ingest(
  ctx: XapiContext,
  values: readonly Json[],
  options: IngestOptions,
): Promise<readonly StatementResult[]> {
  const results: StatementResult[] = [];
  const accepted = accept(values, results);
  const { privateKey: key } = await ctx.keys.rsa(STATEMENT_KEY);
  // Without signatures: each would cost more processor time than everything else about a statement.
  const caller = { ...callerWithKey(key), held: [] };
  const prepared: Prepared[] = [];
  const voidings: { readonly index: number; readonly id: string; readonly target: string }[] = [];
  for (const one of accepted) {
    const { index, statement } = one;
    const { object, verb } = statement;
    if (verb.id === VOIDED && object.objectType === 'StatementRef') {
      voidings.push({ index, id: statement.id, target: String(object.id) });
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
  const claims = await claimsOf(ctx, aligned, alignments, key, options);
  const known = aligned.filter(({ index, statement }) => {
    if (claims.has(index)) return true;
    const detail = `The request is about more than ${options.maxNewPeople} people who are new: send this statement again.`;
    results[index] = rejected(statement.id, new Problem('body-too-large', detail));
    return false;
  });
  const badgeKey = known.length === 0 || options.speaksFor === null ? null : await adapterPublicKey(ctx, 'badge');
  await save(ctx, { aligned: known, claims, key, badgeKey, caller, results });
  // Voiding statements come last: the statements that they void may be in the same batch.
  for (const { index, id, target } of voidings) results[index] = await voided(ctx, id, target, caller);
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

/** The valid statements; those without an id get one. Of several with the same id the first is used. */
function accept(values: readonly Json[], results: StatementResult[]): readonly Accepted[] {
  const first = new Map<string, Json>();
  return values.flatMap((source, index): Accepted[] => {
    const parsed = parseStatement(source, values.length === 1 ? '' : `/${index}`);
    if ('problem' in parsed) {
      results[index] = rejected(idIn(source), parsed.problem);
      return [];
    }
    const id = (parsed.statement.id ?? crypto.randomUUID()).toLowerCase();
    const before = first.get(id);
    if (before !== undefined && contentOf(before) !== contentOf(source)) {
      results[index] = rejected(id, contradiction());
      return [];
    }
    first.set(id, source);
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

/** The content that two statements with the same id must share, in any order of members. */
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

/** Deletes the assertions of a voided statement (xAPI 1.0.3, Data, 2.3.2). */
async function voided(ctx: XapiContext, id: string, target: string, caller: Caller): Promise<StatementResult> {
  const ids: string[] = [];
  const wanted = { member: 'identifier', texts: [target.toLowerCase()], hint: '*.assertion' };
  for await (const { head, object } of findObjects(ctx, wanted, caller)) {
    if (member(object, 'identifier') === target.toLowerCase()) ids.push(head.shortId);
  }
  const references = ids.map((one) => parseReference(encodeURIComponent(one), ctx.config.bases));
  const results = await removeMany(ctx, references, caller, 'batch');
  const removed = ids.filter((_id, index) => {
    const result = results[index];
    if (result === undefined || !('problem' in result)) return true;
    // Others may store assertions with the same identifier, and a failure of these would hold up a poll for ever.
    if (result.problem.code === 'not-owner') return false;
    throw result.problem;
  });
  if (removed.length === 0) return ignored(id, 'There is no assertion of the statement that it voids.');
  return { id, status: 'stored', assertions: removed };
}

type Batch = {
  readonly aligned: readonly Prepared[];
  readonly claims: ReadonlyMap<number, readonly StatementClaim[]>;
  readonly key: PrivateKey;
  /** The key of badges; null when no badges are requested. */
  readonly badgeKey: PublicKey | null;
  readonly caller: Caller;
  readonly results: StatementResult[];
};

/** Saves the assertions that do not exist yet, and sets the result of each statement. */
async function save(ctx: XapiContext, batch: Batch): Promise<void> {
  const { aligned, claims, caller, results } = batch;
  const stored = await storedStates(ctx, batch, aligned);
  const slices = createSlices();
  const made: { readonly claim: StatementClaim; readonly one: Prepared }[] = [];
  for (const one of aligned) {
    const own = claims.get(one.index) ?? [];
    const before = await judge(ctx, own, stored, batch.key);
    results[one.index] = before ?? taken(ctx, batch, one, own, stored);
    if (before !== null) continue;
    made.push(...own.filter(({ id }) => !stored.has(id)).map((claim) => ({ claim, one })));
  }
  const items: { readonly object: JsonObject; readonly one: Prepared }[] = [];
  for (const chunk of chunks(made, MAX_SEALED)) {
    const sealed = chunk.map(async ({ claim, one }) => {
      return { object: await assertionOf(claim, await ctx.sealerFor(claim), ctx.now()), one };
    });
    items.push(...(await Promise.all(sealed)));
    if (slices.over()) await slices.next();
  }
  const saved = await putMany(
    ctx,
    items.map(({ object }) => ({ object, precondition: ONLY_IF_ABSENT })),
    caller,
    'batch',
  );
  const overtaken = new Set<Prepared>();
  for (const [position, result] of saved.entries()) {
    const { one } = items[position] ?? {};
    if (one === undefined || !('problem' in result)) continue;
    if (result.problem.code === 'precondition-failed') overtaken.add(one);
    else if (result.problem.status >= 500)
      throw result.problem; // of the service, not of the statement
    else results[one.index] = rejected(one.statement.id, result.problem);
  }
  await judgeAgain(ctx, batch, [...overtaken]);
}

/** The result of a statement that is stored, now or before. */
function taken(
  { config }: XapiContext,
  { badgeKey }: Batch,
  { statement }: Prepared,
  own: readonly StatementClaim[],
  stored: ReadonlyMap<string, HeadState>,
): StatementResult {
  const published = own.filter(({ id, publication }) => {
    const head = stored.get(id);
    if (head === undefined) return publication.isPublished;
    return badgeKey !== null && head.access.readers.includes(badgeKey.id);
  });
  const [reason = null] = own.map(({ publication }) => publication.reason);
  return {
    id: statement.id,
    status: 'stored',
    assertions: own.map(({ id }) => id),
    ...(published.length > 0 && {
      badges: published.map(({ id }) => createAddresses(config.badges.base).assertion(guidOf(id))),
    }),
    ...(reason !== null && published.length === 0 && { reason }),
  };
}

/** Another request has ingested statements with the same ids meanwhile: those count. */
async function judgeAgain(ctx: XapiContext, batch: Batch, overtaken: readonly Prepared[]): Promise<void> {
  const stored = await storedStates(ctx, batch, overtaken);
  for (const one of overtaken) {
    const before = await judge(ctx, batch.claims.get(one.index) ?? [], stored, batch.key);
    if (before !== null) batch.results[one.index] = before;
  }
}

/** The states of those assertions that were stored at some time, by id. */
async function storedStates(
  ctx: XapiContext,
  batch: Batch,
  statements: readonly Prepared[],
): Promise<ReadonlyMap<string, HeadState>> {
  const ids = statements.flatMap(({ index }) => (batch.claims.get(index) ?? []).map(({ id }) => id));
  if (ids.length === 0) return new Map();
  const heads = await ctx.store.heads(ids.map((id) => shortIdOf(id, ctx.config.bases)));
  return new Map(
    ids.flatMap((id, index): [string, HeadState][] => {
      const head = heads[index] ?? null;
      return head === null ? [] : [[id, head]];
    }),
  );
}

/** The result of a statement that was ingested before; null for a new one. */
async function judge(
  ctx: XapiContext,
  own: readonly StatementClaim[],
  stored: ReadonlyMap<string, HeadState>,
  key: PrivateKey,
): Promise<StatementResult | null> {
  for (const claim of own) {
    const head = stored.get(claim.id);
    if (head === undefined) continue;
    if (head.deleted) return ignored(claim.statement.id, 'It was voided, or its assertion was deleted.');
    const source = await sourceOf(ctx, head, key);
    if (source === null || contentOf(source) === contentOf(claim.source)) continue;
    return rejected(claim.statement.id, contradiction());
  }
  return null;
}

/** The statement that an assertion was made from; null where it no longer exists, or an owner has replaced it. */
async function sourceOf(ctx: XapiContext, head: HeadState, key: PrivateKey): Promise<Json | null> {
  for await (const [whole] of wholeVersions(ctx.store, [head])) {
    const [evidence] = whole === undefined ? [] : items(member(storedObject(whole), 'evidence'));
    if (!isObject(evidence)) return null;
    const value = parseEncryptedValue(evidence, ctx.readKey);
    for (const secret of secretsToTry(value, key.publicKey.id)) {
      const opened = await decryptWithSecret(secret, value, key);
      if (opened.ok) return jsonOrNull(opened.text);
    }
  }
  return null;
}

function jsonOrNull(text: string): Json | null {
  try {
    return parseJson(text, 'The statement');
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
