import { type AliasBody, asAlias, asHead, type Entry, idOfName } from '../documents.ts';
import type { BulkResult, BulkStep, EngineDocument, Revision } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { OpenSearchParts } from '../parts.ts';
import { isSameRevision } from '../read/head-cache.ts';
import { readByKey } from '../read/read-objects.ts';

/** Names that an object claims. */
export type AliasClaim = { readonly key: string; readonly strong: readonly string[]; readonly weak: readonly string[] };

/** A claim that is made only while the object is in this state: a former owner must not give it names. */
export type ConditionalClaim = AliasClaim & { readonly revision: Revision };

/** Why a claim failed: another object holds a strong name, or its own object is in another state. */
export type Lacking = { readonly taken: string } | { readonly changed: true };

/** How often concurrent claims of a name may win before this one fails. */
const MAX_ATTEMPTS = 10;

const MAX_LOST_ANSWERS = 2;

/** How long a claim by an object that does not exist is valid, since its write may be in flight. After that it is an orphan. */
const CLAIM_TTL_MS = 60_000;

type Wanted = { readonly claim: number; readonly key: string; readonly name: string; readonly strong: boolean };

/**
 * Claims names for objects: a strong claim replaces a weak one, and between equals the first one keeps the name. Names that
 * the object already has stay.
 *
 * @returns for each claim the strong name that another object holds, or null when it has all its strong names
 */
export async function claimAliases(parts: OpenSearchParts, claims: readonly AliasClaim[]): Promise<(string | null)[]> {
  const results = await claimAll(parts, claims);
  return results.map((lacking) => (lacking !== null && 'taken' in lacking ? lacking.taken : null));
}

/** As {@link claimAliases}, for objects whose states were not just read. @returns null for each claim that lacks nothing */
export function claimInState(parts: OpenSearchParts, claims: readonly ConditionalClaim[]): Promise<(Lacking | null)[]> {
  return claimAll(parts, claims);
}

async function claimAll(
  parts: OpenSearchParts,
  claims: readonly (AliasClaim | ConditionalClaim)[],
): Promise<(Lacking | null)[]> {
  const index = parts.names.objects;
  const results: (Lacking | null)[] = claims.map(() => null);
  let open: Wanted[] = claims.flatMap(({ key, strong, weak }, claim) => [
    ...strong.map((name) => ({ claim, key, name, strong: true })),
    ...weak.map((name) => ({ claim, key, name, strong: false })),
  ]);
  for (let attempt = 0; open.length > 0; attempt++) {
    if (attempt >= MAX_ATTEMPTS) throw new EngineFailure('refused', 'Concurrent claims of a name kept winning.');
    const conditions = [...new Set(open.map(({ claim }) => claim))].flatMap((claim) => {
      const wanted = claims[claim];
      return wanted !== undefined && 'revision' in wanted ? [{ claim, id: wanted.key, revision: wanted.revision }] : [];
    });
    const found = await parts.engine.read([
      ...open.map(({ name }) => ({ index, id: idOfName(name) })),
      ...conditions.map(({ id }) => ({ index, id, source: false })),
    ]);
    const documents = found.slice(0, open.length);
    const states = found.slice(open.length);
    for (const [at, { claim, revision }] of conditions.entries()) {
      const state = states[at] ?? null;
      if (state === null || !isSameRevision(state.revision, revision)) results[claim] = { changed: true };
    }
    const orphans = await findOrphans(parts, documents);
    const moves = open.map((wanted, at) => ({ wanted, move: decide(parts, wanted, documents[at], orphans) }));
    for (const { wanted, move } of moves) if (move === 'taken') results[wanted.claim] ??= { taken: wanted.name };
    const steps = moves.flatMap(({ wanted, move }) => {
      return typeof move === 'string' || results[wanted.claim] !== null ? [] : [{ wanted, move }];
    });
    const answers = await bulkOrUnknown(
      parts,
      steps.map(({ move }) => move),
      attempt,
    );
    open = steps.filter((_, at) => isOpen(answers?.[at]?.status)).map(({ wanted }) => wanted);
  }
  return results;
}

/** Returns null when the response is lost: the next attempt reads the result. */
async function bulkOrUnknown(
  { engine, report }: OpenSearchParts,
  steps: readonly BulkStep[],
  attempt: number,
): Promise<readonly BulkResult[] | null> {
  try {
    return await engine.bulk(steps, false);
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.kind === 'refused' || attempt >= MAX_LOST_ANSWERS) throw error;
    report(error);
    return null;
  }
}

/** Whether another claim won, or the result is unknown. */
function isOpen(status: number | undefined): boolean {
  return status === undefined || status === 409;
}

/** The step that claims a name that leads to this document. */
function decide(
  { names, clock }: OpenSearchParts,
  { key, name, strong }: Wanted,
  document: EngineDocument | null | undefined,
  orphans: ReadonlySet<string>,
): BulkStep | 'settled' | 'taken' {
  const body = { kind: 'alias', name, key, strong, stamp: clock() };
  const target = { index: names.objects, id: idOfName(name), body };
  if (!document) return { kind: 'create', ...target };
  const alias = asAlias(document);
  if (alias === null) return strong ? 'taken' : 'settled'; // the short id of an object
  if (alias.body.key !== key && orphans.has(alias.body.key))
    return { kind: 'index', revision: alias.revision, ...target };
  if (!strong || (alias.body.key === key && alias.body.strong)) return 'settled';
  if (alias.body.strong) return 'taken';
  return { kind: 'index', revision: alias.revision, ...target };
}

/** The keys of objects that hold one of these names but do not exist. */
async function findOrphans(
  parts: OpenSearchParts,
  documents: readonly (EngineDocument | null)[],
): Promise<Set<string>> {
  const aliases = documents.map((document) => asAlias(document)).filter((alias) => alias !== null);
  const old = aliases.filter((alias) => isOld(parts, alias)).map(({ body }) => body.key);
  const heads = await readByKey(parts, old);
  return new Set(old.filter((key) => !heads.has(key)));
}

function isOld({ clock }: OpenSearchParts, { body }: Entry<AliasBody>): boolean {
  return clock() - body.stamp > CLAIM_TTL_MS;
}

/** Whether the document of a short id can be replaced by the head of its object: it is a weak alias, or an orphan. */
export async function isReplaceable(parts: OpenSearchParts, document: EngineDocument): Promise<boolean> {
  if (asHead(document) !== null) return false;
  const alias = asAlias(document);
  if (alias === null) return false;
  return !alias.body.strong || (await findOrphans(parts, [document])).has(alias.body.key);
}
