import { type AliasBody, asAlias, asHead, type Entry, idOfName } from '../documents.ts';
import type { BulkResult, BulkStep, EngineDocument } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { Parts } from '../parts.ts';
import { readByKey } from '../read/read-objects.ts';

/** Names that an object wants. */
export type Claim = { readonly key: string; readonly strong: readonly string[]; readonly weak: readonly string[] };

/** How often a name may slip away to another claim while this one is being made. */
const MAX_ATTEMPTS = 10;

/** Lost answers that one claim puts up with. */
const MAX_LOST = 2;

/**
 * A claim of an object that does not exist holds for so long (milliseconds): its write may still be under way. After that
 * it is what a killed process left behind.
 */
const CLAIM_GRACE = 60_000;

type Wanted = { readonly claim: number; readonly key: string; readonly name: string; readonly strong: boolean };

/**
 * Makes names lead to objects, as far as the rules allow: a strong claim takes over from a weak one, and between equals the
 * first to come keeps the name. Names that are the object's already stay.
 *
 * @returns for each claim the strong name that another object holds, or null when it has all its strong names
 */
export async function claimAliases(parts: Parts, claims: readonly Claim[]): Promise<(string | null)[]> {
  const taken: (string | null)[] = claims.map(() => null);
  let open: Wanted[] = claims.flatMap(({ key, strong, weak }, claim) => [
    ...strong.map((name) => ({ claim, key, name, strong: true })),
    ...weak.map((name) => ({ claim, key, name, strong: false })),
  ]);
  for (let attempt = 0; open.length > 0; attempt++) {
    if (attempt >= MAX_ATTEMPTS) throw new EngineFailure('refused', 'Other claims of a name kept coming first.');
    const documents = await parts.engine.read(
      open.map(({ name }) => ({ index: parts.names.objects, id: idOfName(name) })),
    );
    const orphans = await findOrphans(parts, documents);
    const moves = open.map((wanted, index) => ({ wanted, move: decide(parts, wanted, documents[index], orphans) }));
    for (const { wanted, move } of moves) if (move === 'taken') taken[wanted.claim] ??= wanted.name;
    const steps = moves.flatMap(({ wanted, move }) => {
      return typeof move === 'string' || taken[wanted.claim] !== null ? [] : [{ wanted, move }];
    });
    const results = await bulkOrUnknown(
      parts,
      steps.map(({ move }) => move),
      attempt,
    );
    open = steps.filter((_, index) => isOpen(results?.[index]?.status)).map(({ wanted }) => wanted);
  }
  return taken;
}

/** Null when the answer is lost: the names themselves tell what was done, at the next look. */
async function bulkOrUnknown(
  { engine, report }: Parts,
  steps: readonly BulkStep[],
  attempt: number,
): Promise<readonly BulkResult[] | null> {
  try {
    return await engine.bulk(steps, false);
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.kind === 'refused' || attempt >= MAX_LOST) throw error;
    report(error);
    return null;
  }
}

/** Another came first, or nobody knows. */
function isOpen(status: number | undefined): boolean {
  return status === undefined || status === 409;
}

/** What to do about a name, given the document that it leads to. */
function decide(
  { names, clock }: Parts,
  { key, name, strong }: Wanted,
  document: EngineDocument | null | undefined,
  orphans: ReadonlySet<string>,
): BulkStep | 'settled' | 'taken' {
  const body = { kind: 'alias', name, key, strong, stamp: clock() };
  const target = { index: names.objects, id: idOfName(name), body };
  if (!document) return { kind: 'create', ...target };
  const alias = asAlias(document);
  if (alias === null) return strong ? 'taken' : 'settled'; // it is the short id of an object
  if (alias.body.key !== key && orphans.has(alias.body.key)) return { kind: 'index', place: alias.place, ...target };
  if (!strong || (alias.body.key === key && alias.body.strong)) return 'settled';
  if (alias.body.strong) return 'taken';
  return { kind: 'index', place: alias.place, ...target };
}

/** The keys of objects that hold one of these names, and do not exist. */
async function findOrphans(parts: Parts, documents: readonly (EngineDocument | null)[]): Promise<Set<string>> {
  const aliases = documents.map((document) => asAlias(document)).filter((alias) => alias !== null);
  const old = aliases.filter((alias) => isOld(parts, alias)).map(({ body }) => body.key);
  const heads = await readByKey(parts, old);
  return new Set(old.filter((key) => !heads.has(key)));
}

function isOld({ clock }: Parts, { body }: Entry<AliasBody>): boolean {
  return clock() - body.stamp > CLAIM_GRACE;
}

/** Whether the document of a short id can become the head of its object: it is there as a weak alias only, or an orphan. */
export async function canGiveWay(parts: Parts, document: EngineDocument): Promise<boolean> {
  if (asHead(document) !== null) return false;
  const alias = asAlias(document);
  if (alias === null) return false;
  return !alias.body.strong || (await findOrphans(parts, [document])).has(alias.body.key);
}
