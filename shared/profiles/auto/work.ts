import type { Context } from '../../context.ts';
import type { StoredVersion } from '../../store/object-store.ts';
import type { ProfileService } from '../service/profile-service.ts';
import { createFailures } from './failures.ts';
import { inTurn, type Reached } from './in-turn.ts';
import { isActive, type KnownObject, type KnownPerson, knownFrameworks, personIn } from './known.ts';
import { foreseenCallers, keepProfiles, type Tally } from './pair.ts';

/** What automatic profiles need of the world. */
export type AutoContext = Pick<
  Context,
  'store' | 'keyValues' | 'config' | 'readKey' | 'forwarding' | 'adminPublicKeys' | 'logger' | 'now'
>;

/** How far a person's profiles are: `last` is the short id of the last framework, in order, up to which all are done. */
type Passed = Pick<Reached, 'failure'> & { readonly last: string | null; readonly complete: boolean };

/** What one tick works with, and an account of what it did. */
export type Work = {
  /** Whether another profile may be begun. */
  readonly mayGoOn: () => boolean;
  /**
   * Goes through the frameworks that come after this one, for the person that is stored there; for what is no active person there
   * is nothing to do. What fails is passed over.
   *
   * @throws Problem `store-unavailable` (503) when the store is away; once a framework was begun, as `failure`
   */
  readonly goThrough: (stored: StoredVersion, after: string | null) => Promise<Passed>;
  readonly account: () => Readonly<Tally> & {
    /** Profiles, or persons, that were passed over. */
    readonly failed: number;
  };
};

/** Frameworks of one person that are calculated at the same time (specification: Limits, auto-calculation). */
const AT_ONCE = 5;

/** @param mayBegin whether there is time for another profile */
export function createWork(ctx: AutoContext, service: Pick<ProfileService, 'latest'>, mayBegin: () => boolean): Work {
  const failures = createFailures(ctx);
  const tally: Tally = { calculated: 0, kept: 0 };
  let frameworks: readonly KnownObject[] | null = null;

  const mayGoOn = (): boolean => !failures.tooMany() && mayBegin();

  /** A person that is active and whose requests are foreseen, if that is what is stored there. */
  async function activePerson(stored: StoredVersion): Promise<KnownPerson | null> {
    let found: KnownPerson | null = null;
    await failures.passOver({ person: stored.shortId }, async () => {
      const person = personIn(ctx, stored);
      if (person === null || foreseenCallers(ctx, person).length === 0) return;
      if (await isActive(ctx, person)) found = person;
    });
    return found;
  }

  return {
    mayGoOn,
    async goThrough(stored, after) {
      const person = await activePerson(stored);
      if (person === null) return { last: after, complete: true, failure: null };
      const callers = foreseenCallers(ctx, person);
      frameworks ??= await knownFrameworks(ctx);
      const rest = frameworks.filter(({ shortId }) => after === null || shortId > after);
      const { done, failure } = await inTurn(rest, AT_ONCE, mayGoOn, (framework) =>
        failures.passOver({ person: person.shortId, framework: framework.shortId }, () =>
          keepProfiles(service, { person, framework, callers }, tally),
        ),
      );
      return { last: rest[done - 1]?.shortId ?? after, complete: done === rest.length, failure };
    },
    account: () => ({ ...tally, failed: failures.count() }),
  };
}
