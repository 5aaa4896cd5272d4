import { inSlices, mapInSlices } from '../../base/concurrency/slices.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type Caller, createCaller, refusal } from '../../repository/access/caller.ts';
import { isEncryptedValue } from '../../repository/access/kbac-types.ts';
import { writeGrant } from '../../repository/access/permissions.ts';
import { isScheme, kindOf } from '../../repository/frameworks/kinds.ts';
import {
  countValues,
  isObject,
  type Json,
  type JsonObject,
  member,
  setMember,
} from '../../repository/linked-data/json.ts';
import { JsonText, LARGE_OBJECT_LENGTH } from '../../repository/linked-data/json-scan.ts';
import { idsIn, shortIdOf } from '../../repository/linked-data/references.ts';
import { typeKey } from '../../repository/linked-data/type-key.ts';
import { ownUuid, uuidOf } from '../../repository/linked-data/uuids.ts';
import { requireId } from '../../repository/objects/prepare.ts';
import type { PutItem } from '../../repository/objects/prepare-item.ts';
import { isReadable } from '../../repository/objects/present.ts';
import { putMany } from '../../repository/objects/put-many.ts';
import { removeMany } from '../../repository/objects/remove-many.ts';
import { copyOf } from './copy.ts';
import type { Framework, Loss } from './model.ts';
import { type FrameworkOutline, outlineOf } from './outline.ts';
import { type Carries, type ImportPlan, type Planned, planImport, type Stored } from './plan.ts';
import { planUnchanged } from './plan-unchanged.ts';
import type { ImportContext } from './read-stored.ts';
import { listedElsewhere, readStored, type StoredObject } from './read-stored.ts';
import { relationOf } from './stored.ts';
import { listedParts, storedFramework, type TimedObject } from './stored-framework.ts';

/** How frameworks are imported. */
export type ImportOptions = {
  readonly caller: Caller;
  /** Owns what is created, besides the caller. Where it is the only owner, every caller may import the object again. */
  readonly adapterKey: PublicKey;
  /** A further owner of what is created. */
  readonly owner: PublicKey | null;
  /** Nothing is stored; the report says what would be. */
  readonly dryRun: boolean;
  /** Everything gets new ids, so that nothing that is stored is changed. */
  readonly copy?: boolean;
  /** The report of a dry run has the outlines of the frameworks. */
  readonly outline?: boolean;
  readonly carries: Carries;
  /** What reading the document has lost. */
  readonly losses: readonly Loss[];
  /** Receives the number of objects whose saving has begun. */
  readonly progress?: (done: number) => void;
};

/** An object that was not saved. */
export type ImportFailure = { readonly '@id': string; readonly status: number; readonly reason: string };

/** What an import did. Every object of the document is in one of the counts, or failed. */
export type ImportReport = {
  /** The id of the first framework, collection, concept scheme or progression model; null: there was none. */
  readonly id: string | null;
  readonly ids: readonly string[];
  /** Objects that were new or different. */
  readonly saved: number;
  /** Those among them that were new. */
  readonly created: number;
  readonly unchanged: number;
  /** Relations that were stored and are no longer in the document. */
  readonly removed: number;
  readonly failed: readonly ImportFailure[];
  readonly losses: readonly Loss[];
  readonly dryRun?: true;
  /** What the document says of the frameworks, in the order of `ids`. */
  readonly outlines?: readonly FrameworkOutline[];
};

/**
 * Saves frameworks, collections, concept schemes and progression models: only what differs from what is stored. New objects belong to
 * the caller's first proved key, the adapter and `owner`; others keep their owners and readers. Objects that the caller may not change
 * are reported and stay as they are.
 *
 * @throws Problem `invalid-object` (400) when the id of a root cannot be stored: nothing is written then; `not-owner` (401) when a root
 *   may not be changed, `identifier-taken` (409) when it is encrypted, `malformed-request` (400) when an object of another type has its
 *   id: nothing of it is written then;
 *   `store-unavailable` (503)
 */
export async function importFrameworks(
  ctx: ImportContext,
  given: readonly Framework[],
  options: ImportOptions,
): Promise<ImportReport> {
  const frameworks = options.copy ? copyOf(given, ctx.config.bases[0]) : given;
  const outlines: FrameworkOutline[] = [];
  const total = { saved: 0, created: 0, unchanged: 0, removed: 0, failed: [] as ImportFailure[] };
  for (const { root } of frameworks) requireId(root.id);
  for (const framework of frameworks) {
    const outcome = await importFramework(ctx, framework, options, total.saved);
    const { saved, created, unchanged, removed, failed } = outcome;
    if (options.dryRun && options.outline) outlines.push(await outlineOf(framework, outcome.isStored));
    total.saved += saved;
    total.created += created;
    total.unchanged += unchanged;
    total.removed += removed;
    for (const failure of failed) total.failed.push(failure);
  }
  const ids = frameworks.map(({ root }) => root.id);
  return {
    id: ids[0] ?? null,
    ids,
    ...total,
    losses: options.losses,
    ...(options.dryRun && { dryRun: true as const }),
    ...(options.dryRun && options.outline && { outlines }),
  };
}

type Outcome = Pick<ImportReport, 'saved' | 'created' | 'unchanged' | 'removed' | 'failed'> & {
  /** Whether the root was stored before. */
  readonly isStored: boolean;
};

/** By whose right an object is written. */
type Right = 'caller' | 'adapter';

/** A plan, with what is stored of it. */
type Prepared = { readonly plan: ImportPlan; readonly stored: ReadonlyMap<string, StoredObject> };

async function importFramework(
  ctx: ImportContext,
  framework: Framework,
  options: ImportOptions,
  before: number,
): Promise<Outcome> {
  const { plan, stored } = await prepare(ctx, framework, options);
  const isStored = Boolean(stored.get(framework.root.id)?.object);
  const outcome = { saved: 0, created: 0, unchanged: 0, removed: 0, failed: [] as ImportFailure[], isStored };
  const writes: Record<Right, Planned[]> = { caller: [], adapter: [] };
  for await (const one of inSlices(plan.objects)) {
    const decided = decide(ctx, one, stored.get(one.id), options);
    if (decided instanceof Problem && one.id === framework.root.id) {
      throw new Problem('malformed-request', `Nothing is stored: ${decided.message}`);
    }
    if (decided === 'none') outcome.unchanged++;
    else if (decided instanceof Problem) outcome.failed.push(failureOf(one.id, decided));
    else writes[decided].push(one);
  }
  const removable = await removableOf(ctx, plan.removed, stored, framework.root.id, options);
  const isNew = ({ id }: Planned): boolean => !stored.get(id)?.object;
  if (options.dryRun) {
    const planned = [...writes.caller, ...writes.adapter];
    return { ...outcome, saved: planned.length, created: planned.filter(isNew).length, removed: removable.length };
  }
  let taken = before;
  for (const right of ['adapter', 'caller'] as const) {
    const items = putItems(ctx, writes[right], stored, options, () => options.progress?.(++taken));
    const results = await putMany(ctx, items, callerFor(right, options), 'batch');
    const failed = failures(results, writes[right]);
    outcome.saved += results.length - failed.length;
    outcome.created += writes[right].filter((one, index) => isNew(one) && isSaved(results[index])).length;
    for (const failure of failed) outcome.failed.push(failure);
  }
  for (const right of ['adapter', 'caller'] as const) {
    const heads = removable.filter((one) => rightTo(one, options) === right).map(({ head }) => head);
    const references = heads.map(({ shortId, writeId }) => ({ name: shortId, version: null, expected: writeId }));
    const results = await removeMany(ctx, references, callerFor(right, options), 'batch');
    const failed = failures(
      results,
      heads.map(({ shortId }) => ({ id: shortId })),
    );
    outcome.removed += results.length - failed.length;
    for (const failure of failed) outcome.failed.push(failure);
  }
  return outcome;
}

function isSaved(result: object | undefined): boolean {
  return result !== undefined && !('problem' in result);
}

function failures(results: readonly object[], items: readonly { readonly id: string }[]): readonly ImportFailure[] {
  return results.flatMap((result, index) => {
    const problem = 'problem' in result ? result.problem : null;
    return problem instanceof Problem ? [failureOf(items[index]?.id ?? '', problem)] : [];
  });
}

/** Reads what is stored, and compares. @throws Problem `not-owner` (401) when the root may not be changed */
async function prepare(ctx: ImportContext, framework: Framework, options: ImportOptions): Promise<Prepared> {
  const { root, members, definitions, relations } = framework;
  const ids = [
    root.id,
    ...[...members, ...definitions].map(({ id }) => id),
    ...relations.flatMap(({ id }) => id ?? []),
  ];
  const stored = await readStored(ctx, ids);
  const storedRoot = stored.get(root.id);
  if (storedRoot !== undefined && rightTo(storedRoot, options) === null) {
    throw refusal(options.caller, new Problem('not-owner', `Only an owner of ${root.id} may import it again.`));
  }
  if (storedRoot?.object && isEncryptedValue(storedRoot.object)) throw encrypted(root.id);
  const relationIds = isScheme(root.kind) ? [] : listedIn(ctx, storedRoot, 'relation');
  for (const [id, one] of await readStored(
    ctx,
    relationIds.filter((id) => !stored.has(id)),
  ))
    stored.set(id, one);
  const objects = presentObjects(stored);
  const shortId = (id: string): string => shortIdOf(id, ctx.config.bases);
  const storedRelations = (
    await mapInSlices(relationIds, (id) => {
      const object = objects.get(id);
      return (object && relationOf(object, id, null, shortId)) ?? [];
    })
  ).flat();
  const before = { objects, relations: storedRelations };
  const plan =
    (await planUnchanged(framework, before, options.carries)) ??
    (await planAgainstEcho(ctx, framework, before.relations, stored, options));
  // Relations with derived ids may have been stored by an import that was cut off.
  const created = plan.objects.filter(({ id }) => !stored.has(id)).map(({ id }) => id);
  for (const [id, one] of await readStored(ctx, created)) stored.set(id, one);
  return { plan, stored };
}

async function planAgainstEcho(
  ctx: ImportContext,
  framework: Framework,
  relations: Stored['relations'],
  stored: Map<string, StoredObject>,
  options: ImportOptions,
): Promise<ImportPlan> {
  const echo = await echoOf(ctx, framework, stored, options);
  const before = { objects: presentObjects(stored), relations, ...echo };
  return planImport(framework, before, options.carries, ctx.config.bases[0]);
}

function presentObjects(stored: ReadonlyMap<string, StoredObject>): ReadonlyMap<string, JsonObject> {
  const objects = new Map<string, JsonObject>();
  for (const [id, { object }] of stored) if (object !== null) objects.set(id, object);
  return objects;
}

/** What an export of the stored framework says to the caller when it is read again. Adds to `stored` what it consists of. */
async function echoOf(
  ctx: ImportContext,
  { root }: Framework,
  stored: Map<string, StoredObject>,
  { caller, carries }: ImportOptions,
): Promise<Pick<Stored, 'echo' | 'hidden'>> {
  const rootObject = stored.get(root.id)?.object ?? null;
  const kind = rootObject === null ? null : kindOf(rootObject);
  if (carries.echo === undefined || rootObject === null || kind === null) return { echo: null, hidden: new Set() };
  const { bases } = ctx.config;
  const objectsIn = (): JsonObject[] =>
    [...stored.values()].map(({ object }) => object).filter((object) => object !== null);
  const parts = await listedParts(isScheme(kind) ? objectsIn() : [rootObject], bases);
  for (const [id, one] of await readStored(
    ctx,
    parts.filter((id) => !stored.has(id)),
  ))
    stored.set(id, one);
  const hidden: string[] = [];
  const visible = new Map<string, TimedObject>();
  for await (const [id, { head, object }] of inSlices(stored)) {
    if (object === null) continue;
    if (isReadable(ctx, head, caller)) visible.set(id, { object, modified: head.time });
    else hidden.push(id);
  }
  const before = await storedFramework(root.id, visible, bases);
  return { echo: before === null ? null : await carries.echo(before), hidden: new Set(hidden) };
}

/** The ids that a member of the stored root lists. */
function listedIn(ctx: ImportContext, root: StoredObject | undefined, name: string): readonly string[] {
  const ids = root?.object ? idsIn(member(root.object, name)) : [];
  return [...new Set(ids.map((id) => shortIdOf(id, ctx.config.bases)))];
}

/** Whether, and by whose right, an object is to be written. */
function decide(
  ctx: ImportContext,
  { id, object, change }: Planned,
  stored: StoredObject | undefined,
  options: ImportOptions,
): Right | 'none' | Problem {
  if (stored === undefined) return 'caller';
  const right = rightTo(stored, options);
  if (change === 'none' && (right !== null || isReadable(ctx, stored.head, options.caller))) return 'none';
  if (right === null) return new Problem('not-owner', 'Only an owner of the object may change it.');
  if (stored.object && isEncryptedValue(stored.object)) return encrypted(id);
  const [type, before] = [object, stored.object ?? object].map((one) => typeKey(one).split('.').at(-1));
  if (type === before) return right;
  return new Problem('identifier-taken', `${id} is the id of an object of another type.`);
}

/** An update would put plain text beside what is encrypted. */
function encrypted(id: string): Problem {
  return new Problem(
    'identifier-taken',
    `${id} is encrypted, so that an import cannot change it. It can be imported as a copy.`,
  );
}

/** The adapter's key counts only where it is the only owner: an object that has another owner is that owner's to change. */
function rightTo({ head }: Pick<StoredObject, 'head'>, { caller, adapterKey }: ImportOptions): Right | null {
  if (writeGrant(head.access, caller, head.shortId) !== null) return 'caller';
  return head.access.owners.every((owner) => owner === adapterKey.id) ? 'adapter' : null;
}

function callerFor(right: Right, { caller, adapterKey }: ImportOptions): Caller {
  if (right === 'caller') return caller;
  const proof = { key: adapterKey, server: null, everywhere: true, admin: false, expires: Number.POSITIVE_INFINITY };
  return createCaller([...caller.proofs, proof], caller.faults, caller.held, caller.user);
}

function* putItems(
  { now }: ImportContext,
  items: readonly Planned[],
  stored: ReadonlyMap<string, StoredObject>,
  options: ImportOptions,
  taken: () => void,
): Generator<PutItem> {
  const { caller, adapterKey, owner } = options;
  const created = new Date(now()).toISOString();
  const keys = [caller.proofs[0]?.key, adapterKey, owner].flatMap((key) => key ?? []);
  const owners = [...new Set(keys.map(({ pem }) => pem))];
  for (const { id, object } of items) {
    const before = stored.get(id);
    taken();
    if (before?.object) {
      copyKeyLists(before.object, object);
      // Only in the state in which the right to change it was checked.
      yield { object: asText(object), precondition: { ifMatch: [`"${before.head.version}"`], ifNoneMatch: null } };
      continue;
    }
    object.owner = owners;
    if (kindOf(object) !== null) object['schema:dateCreated'] ??= created;
    yield { object: asText(object), ...(ownUuid(id) === null && { target: { name: uuidOf(id), version: null } }) };
  }
}

/** Elements of an array, or UTF-16 units of a text, above which an object may be large. */
const MAX_SURELY_SMALL = 1000;

/** Large objects are saved as text, which does not hold up other requests. */
function asText(object: JsonObject): JsonObject | JsonText {
  const mayBeLarge = Object.values(object).some((value) => {
    return (Array.isArray(value) || typeof value === 'string' || isObject(value)) && sizeOf(value) > MAX_SURELY_SMALL;
  });
  const text = mayBeLarge ? JSON.stringify(object) : '';
  return text.length > LARGE_OBJECT_LENGTH ? new JsonText(text, countValues(object)) : object;
}

function sizeOf(value: string | Json[] | JsonObject): number {
  if (!isObject(value)) return value.length;
  const text = member(value, '@value');
  return typeof text === 'string' ? text.length : Number.POSITIVE_INFINITY;
}

function copyKeyLists(from: JsonObject, to: JsonObject): void {
  for (const name of ['owner', '@owner', 'reader', '@reader']) {
    const keys = member(from, name);
    if (keys !== undefined) setMember(to, name, keys);
  }
}

/** Relations that no other framework lists. */
async function removableOf(
  ctx: ImportContext,
  ids: readonly string[],
  stored: ReadonlyMap<string, StoredObject>,
  root: string,
  options: ImportOptions,
): Promise<readonly Pick<StoredObject, 'head'>[]> {
  const elsewhere = await listedElsewhere(ctx, ids, root);
  return ids.flatMap((id) => {
    const head = stored.get(id)?.head;
    return head === undefined || elsewhere.has(id) || rightTo({ head }, options) === null ? [] : [{ head }];
  });
}

function failureOf(id: string, { status, message }: Problem): ImportFailure {
  return { '@id': id, status, reason: message };
}
