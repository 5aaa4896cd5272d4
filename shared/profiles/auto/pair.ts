import { ANONYMOUS, type Caller } from '../../access/caller.ts';
import { mayRead } from '../../access/permissions.ts';
import type { Context } from '../../context.ts';
import type { ProfileQuery, ProfileService } from '../service/profile-service.ts';
import { subjectCaller } from './caller.ts';
import type { KnownObject, KnownPerson } from './known.ts';

/** Profiles that were calculated, and that were kept and still right. */
export type Tally = { calculated: number; kept: number };

/** A person's profiles in one framework, as these callers will ask for them. */
export type Pair = {
  readonly person: KnownPerson;
  readonly framework: KnownObject;
  readonly callers: readonly Caller[];
};

/** What most requests ask for: everything else by default. */
const QUERY: Omit<ProfileQuery, 'frameworkId' | 'subject'> = {
  fresh: false,
  conditions: [],
  explain: false,
  expand: false,
  whatIf: [],
};

/** Those whose requests are foreseen: the person, and anybody where the profiles of all are open. */
export function foreseenCallers(
  ctx: Pick<Context, 'config' | 'forwarding' | 'adminPublicKeys' | 'readKey'>,
  { key }: KnownPerson,
): readonly Caller[] {
  const subject = subjectCaller(ctx, key);
  return [...(subject === null ? [] : [subject]), ...(ctx.config.profiles.openEvidence ? [ANONYMOUS] : [])];
}

/**
 * Sees to it that profiles are kept as they will be asked for: by the person's key, and by the person object, which e-mail address,
 * user name and fingerprint lead to. What is kept and still right stays.
 *
 * @throws Problem as `ProfileService.latest` does
 */
export async function keepProfiles(
  service: Pick<ProfileService, 'latest'>,
  { person, framework, callers }: Pair,
  tally: Tally,
): Promise<void> {
  const sees = (caller: Caller, { access, shortId }: KnownObject) => mayRead(access, caller, shortId);
  for (const caller of callers.filter((one) => sees(one, framework))) {
    const subjects = sees(caller, person) ? [person.key.pem, person.shortId] : [person.key.pem];
    for (const subject of subjects) {
      const { cached } = await service.latest({ ...QUERY, frameworkId: framework.shortId, subject }, caller);
      tally[cached ? 'kept' : 'calculated'] += 1;
    }
  }
}
