import type { PublicKey } from '../../crypto/public-key.ts';
import { checkLimit } from '../../profile-engine/limits.ts';
import type { ProfileLimits } from '../../profile-engine/model.ts';
import { type AssertionParts, readAssertion } from './assertion-parts.ts';
import { after, type Maybe } from './at-once.ts';
import { findStates, phrase } from './find-objects.ts';
import { inParallel } from './in-parallel.ts';
import type { LoadContext } from './load-context.ts';
import { readAssertions, type StoredAssertion } from './read-assertions.ts';
import { openObject } from './read-objects.ts';
import { type EvidenceRights, evidenceRights, type ProfileRights } from './rights.ts';
import type { SealedPart } from './sealed-part.ts';

/** An assertion that may be about the subject. */
export type Candidate = {
  readonly id: string;
  /** Short id of the competency, by which the graph knows it. */
  readonly competency: string;
  readonly parts: AssertionParts;
  readonly rights: EvidenceRights;
};

/** Which assertions are looked for. */
export type Wanted = {
  readonly subject: PublicKey;
  /** The competency of the graph that an id means; null: none. */
  readonly competency: (id: string) => string | null;
};

/** Assertions found at a time: the order of all is made for every page. */
const PAGE = 2000;

/** Assertions looked through for one that concerns the graph: an assessor's key stands in all that the assessor made. */
const LOOKED_THROUGH = 5;

/** Objects opened at a time. */
const AT_ONCE = 16;

/**
 * The assertions in which the subject's key stands anywhere, that are on competencies of the graph, and of which the caller may
 * see something (specification: profile rule 3). Who finds them is the service itself: what counts for the caller is decided
 * here, assertion by assertion.
 *
 * @throws Problem `profile-too-large` (422)
 */
export async function findAssertions(
  ctx: LoadContext,
  wanted: Wanted,
  rights: ProfileRights,
  limits: ProfileLimits,
): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  let looked = 0;
  const query = phrase(null, wanted.subject.pem);
  for await (const hits of findStates(ctx, {
    query,
    types: '*assertion',
    caller: { admin: true, keys: [] },
    page: PAGE,
  })) {
    looked += hits.length;
    checkLimit(limits, 'assertions', Math.ceil(looked / LOOKED_THROUGH));
    const stored = await readAssertions(ctx, hits);
    const read = await inParallel(stored, AT_ONCE, (one) => candidate(ctx, one, wanted, rights));
    for (const one of read) if (one !== null) found.push(one);
    checkLimit(limits, 'assertions', found.length);
  }
  return found;
}

function candidate(
  ctx: LoadContext,
  { state, taken }: StoredAssertion,
  wanted: Wanted,
  rights: ProfileRights,
): Maybe<Candidate | null> {
  const granted = evidenceRights(ctx, state, rights);
  if (granted === null || taken === null) return null;
  return after(taken.kind === 'wrapped' ? unwrapped(ctx, taken.part, rights) : taken.parts, (parts) => {
    const competency = parts === null ? null : wanted.competency(parts.competency);
    return parts === null || competency === null ? null : { id: state.shortId, competency, parts, rights: granted };
  });
}

async function unwrapped(ctx: LoadContext, part: SealedPart, rights: ProfileRights): Promise<AssertionParts | null> {
  const object = await openObject(ctx, part, rights);
  return object === null ? null : readAssertion(object, ctx.readKey);
}
