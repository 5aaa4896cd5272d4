import type { PublicKey } from '../../base/crypto/public-key.ts';
import { ANONYMOUS, type Caller, createCaller } from '../../repository/access/caller.ts';
import { mayRead } from '../../repository/access/permissions.ts';
import type { Context } from '../../repository/context.ts';
import type { ProfileQuery, ProfileService } from '../service/profile-service.ts';
import type { FoundObject, FoundPerson } from './find.ts';

type CallerContext = Pick<Context, 'config' | 'forwarding' | 'adminPublicKeys' | 'readKey'>;

/** Number of profiles that were calculated, and of profiles that were still valid in the cache. */
export type RoundTally = { calculated: number; kept: number };

/** A person's profiles in one framework, for these callers. */
export type Precalculation = {
  readonly person: FoundPerson;
  readonly framework: FoundObject;
  readonly callers: readonly Caller[];
};

/** The parameters of most requests: the defaults. */
const QUERY: Omit<ProfileQuery, 'frameworkId' | 'subject'> = {
  fresh: false,
  conditions: [],
  explain: false,
  expand: false,
  whatIf: [],
};

/** The callers whose requests are expected: the person, and the anonymous caller if profiles are open to all. */
export function expectedCallers(ctx: CallerContext, { key }: FoundPerson): readonly Caller[] {
  const subject = subjectCaller(ctx, key);
  return [...(subject === null ? [] : [subject]), ...(ctx.config.profiles.openEvidence ? [ANONYMOUS] : [])];
}

/**
 * The person with this key as a caller, as if a signature of the person had been verified. Profiles calculated for this caller are
 * cached under the rights of the person's own requests, so no other caller gets them.
 *
 * Only for use inside the service: the callers of requests come only from signatures (`shared/http/caller.ts`). Never an admin.
 *
 * @returns null if the person's own requests have other rights: the key belongs to an admin, or is forwarded to another one
 */
function subjectCaller({ config, forwarding, adminPublicKeys, readKey }: CallerContext, key: PublicKey): Caller | null {
  if (adminPublicKeys.some((pem) => readKey(pem).id === key.id)) return null;
  const [server] = config.bases;
  const proof = { key, server, everywhere: true, admin: false, expires: Number.POSITIVE_INFINITY };
  const caller = forwarding.apply(createCaller([proof], []));
  return caller.proofs.length === 0 ? null : caller;
}

/**
 * Puts profiles into the cache for the expected requests: by the person's key, and by the person object, to which e-mail address,
 * user name and fingerprint lead. Cached profiles that are still valid stay.
 *
 * @throws Problem as `ProfileService.latest` does
 */
export async function precalculate(
  service: Pick<ProfileService, 'latest'>,
  { person, framework, callers }: Precalculation,
  tally: RoundTally,
): Promise<void> {
  const canRead = (caller: Caller, { access, shortId }: FoundObject) => mayRead(access, caller, shortId);
  for (const caller of callers.filter((one) => canRead(one, framework))) {
    const subjects = canRead(caller, person) ? [person.key.pem, person.shortId] : [person.key.pem];
    for (const subject of subjects) {
      const { cached } = await service.latest({ ...QUERY, frameworkId: framework.shortId, subject }, caller);
      tally[cached ? 'kept' : 'calculated'] += 1;
    }
  }
}
