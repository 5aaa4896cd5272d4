import type { PublicKey } from '../../crypto/public-key.ts';
import type { ProfileAssertion, ProfileLimits } from '../../profile-engine/model.ts';
import { exclusionOf } from '../../profile-engine/stages/default.ts';
import { evidenceOf, keyOf, type PartReader, polarityOf, timeOf } from './assertion-values.ts';
import { after, type Maybe, together } from './at-once.ts';
import { type Candidate, findAssertions, type Wanted } from './find-assertions.ts';
import { inParallel } from './in-parallel.ts';
import type { LoadContext, LoadOptions } from './load-context.ts';
import type { MayOpen, ProfileRights } from './rights.ts';

/** An assertion about the subject whose agent has no name yet. */
export type LoadedAssertion = { readonly assertion: ProfileAssertion; readonly agent: PublicKey | null };

/** Assertions opened at a time; the runtime's threads do the work. */
const AT_ONCE = 16;

/**
 * The decrypted assertions about the subject that count for the caller (specification: Assertion, profile rule 3). Of each the
 * subject is opened first; of those about somebody else, or about nobody who can be read, nothing more. Evidence is opened where
 * the assertion can count.
 *
 * @throws Problem `profile-too-large` (422)
 */
export async function loadAssertions(
  ctx: LoadContext,
  wanted: Wanted,
  rights: ProfileRights,
  options: LoadOptions & { readonly limits: ProfileLimits },
): Promise<readonly LoadedAssertion[]> {
  const candidates = await findAssertions(ctx, wanted, rights, options.limits);
  const about = await inParallel(candidates, AT_ONCE, (candidate) => {
    const reader = readerOf(ctx, candidate.rights.mayOpen, rights);
    const subject = keyOf(candidate.parts.subject, reader, ctx.readKey);
    return after(subject, (key) => (key?.id === wanted.subject.id ? candidate : null));
  });
  const mine = about.filter((candidate) => candidate !== null);
  return inParallel(mine, AT_ONCE, (candidate) => open(ctx, candidate, wanted, rights, options));
}

function open(
  ctx: LoadContext,
  { id, competency, parts, rights: { mayOpen, mayOpenAbout } }: Candidate,
  { subject }: Wanted,
  rights: ProfileRights,
  { now, targetDateTime }: LoadOptions,
): Maybe<LoadedAssertion> {
  const reader = readerOf(ctx, mayOpenAbout(subject.id), rights);
  const said = together([
    polarityOf(parts.negative, reader),
    keyOf(parts.agent, reader, ctx.readKey),
    timeOf(parts.assertionDate, reader),
    timeOf(parts.expirationDate, reader),
  ]);
  return after(said, ([negative, agent, assertionDate, expirationDate]): Maybe<LoadedAssertion> => {
    const facts = {
      id,
      competency,
      negative,
      agent: agent === null ? null : { key: agent.id },
      assertionDate,
      expirationDate,
      grade: parts.grade,
      registration: parts.registration,
      condition: parts.condition,
    };
    const counts = exclusionOf(facts, targetDateTime ?? now, targetDateTime !== undefined) === null;
    if (parts.evidence === undefined || !counts) return { agent, assertion: facts };
    const evidenceReader = readerOf(ctx, mayOpen, rights);
    const evidence = together(parts.evidence.map((item) => evidenceOf(item, evidenceReader)));
    return after(evidence, (items) => ({ agent, assertion: { ...facts, evidence: items } }));
  });
}

function readerOf({ opener }: LoadContext, mayOpen: MayOpen, { acting }: ProfileRights): PartReader {
  return { opener, keys: acting, mayOpen };
}
