import { Problem } from '../../base/errors/problem.ts';
import type { LogFields } from '../../base/telemetry/logger.ts';
import type { Context } from '../../repository/context.ts';
import type { StoredVersion } from '../../repository/store/object-store.ts';
import type { ProfileService } from '../service/profile-service.ts';
import { type FoundObject, type FoundPerson, findFrameworks, isActive, personIn } from './find.ts';
import { expectedCallers, precalculate, type RoundTally } from './precalculate.ts';

/** Dependencies of automatic profiles. */
export type AutoContext = Pick<
  Context,
  'store' | 'keyValues' | 'config' | 'readKey' | 'forwarding' | 'adminPublicKeys' | 'logger' | 'now'
>;

/** Progress with one person: `last` is the short id of the framework up to which all are done. */
type PersonProgress = Pick<Progress, 'failure'> & { readonly last: string | null; readonly complete: boolean };

/** Calculates the profiles of one person after the other, during one tick. */
export type PersonProfiles = {
  /** Whether another profile may begin. */
  readonly mayContinue: () => boolean;
  /**
   * Calculates the profiles of a stored person in the frameworks that follow `after`. Does nothing for other objects and for
   * inactive persons. Logs failures and continues.
   *
   * @throws Problem `store-unavailable` (503) when the store is unavailable; once the first framework has begun, it returns this
   *   Problem as `failure`
   */
  readonly calculate: (stored: StoredVersion, after: string | null) => Promise<PersonProgress>;
  readonly counts: () => Readonly<RoundTally> & {
    /** Number of profiles, or persons, that failed. */
    readonly failed: number;
  };
};

/** Maximum number of concurrent frameworks of one person (specification: Limits, auto-calculation). */
const MAX_CONCURRENCY = 5;

/** @param mayBegin returns whether there is time for another profile */
export function createPersonProfiles(
  ctx: AutoContext,
  service: Pick<ProfileService, 'latest'>,
  mayBegin: () => boolean,
): PersonProfiles {
  const failures = createFailures(ctx);
  const tally: RoundTally = { calculated: 0, kept: 0 };
  let frameworks: readonly FoundObject[] | null = null;

  const mayContinue = (): boolean => !failures.tooMany() && mayBegin();

  async function activePerson(stored: StoredVersion): Promise<FoundPerson | null> {
    let found: FoundPerson | null = null;
    await failures.catch({ person: stored.shortId }, async () => {
      const person = personIn(ctx, stored);
      if (person === null || expectedCallers(ctx, person).length === 0) return;
      if (await isActive(ctx, person)) found = person;
    });
    return found;
  }

  return {
    mayContinue,
    async calculate(stored, after) {
      const person = await activePerson(stored);
      if (person === null) return { last: after, complete: true, failure: null };
      const callers = expectedCallers(ctx, person);
      frameworks ??= await findFrameworks(ctx);
      const rest = frameworks.filter(({ shortId }) => after === null || shortId > after);
      const { done, failure } = await forEachInOrder(rest, MAX_CONCURRENCY, mayContinue, (framework) =>
        failures.catch({ person: person.shortId, framework: framework.shortId }, () =>
          precalculate(service, { person, framework, callers }, tally),
        ),
      );
      return { last: rest[done - 1]?.shortId ?? after, complete: done === rest.length, failure };
    },
    counts: () => ({ ...tally, failed: failures.count() }),
  };
}

type Failures = {
  /**
   * Runs work, and logs its failure.
   *
   * @throws Problem `store-unavailable` (503) when the store is unavailable
   */
  readonly catch: (facts: LogFields, work: () => Promise<void>) => Promise<void>;
  readonly count: () => number;
  /** Whether further profiles are unlikely to succeed, so that the tick ends. */
  readonly tooMany: () => boolean;
};

/** Maximum number of failures per tick that are the service's own fault. */
const MAX_OWN_FAILURES = 20;

function createFailures({ store, logger }: Pick<Context, 'store' | 'logger'>): Failures {
  let count = 0;
  let own = 0;
  return {
    async catch(facts, work) {
      try {
        await work();
      } catch (error) {
        const isOwn = !(error instanceof Problem) || error.status >= 500;
        // The store may refuse the request of a single profile, which must not stop all others.
        if (error instanceof Problem && error.code === 'store-unavailable' && !(await store.health()).ready)
          throw error;
        count += 1;
        if (isOwn) own += 1;
        logger[isOwn ? 'warn' : 'debug']('ADAPTER', 'A profile was not calculated ahead', {
          ...facts,
          error: String(error),
        });
      }
    },
    count: () => count,
    tooMany: () => own >= MAX_OWN_FAILURES,
  };
}

/** The progress of a loop. */
type Progress = {
  /** All items before this index are done. */
  readonly done: number;
  /** The first error, if any. */
  readonly failure: { readonly error: unknown } | null;
};

/**
 * Does work on the items in their order, at most `limit` at a time, while `mayBegin` returns true and nothing has failed. Waits
 * for running work.
 */
export async function forEachInOrder<Item>(
  items: readonly Item[],
  limit: number,
  mayBegin: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<Progress> {
  const done = new Array<boolean>(items.length).fill(false);
  const rest = items.entries();
  let failure: Progress['failure'] = null;

  async function run(): Promise<void> {
    while (failure === null && mayBegin()) {
      const next = rest.next();
      if (next.done) return;
      const [index, item] = next.value;
      try {
        await work(item);
        done[index] = true;
      } catch (error) {
        failure ??= { error };
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run));
  const first = done.indexOf(false);
  return { done: first === -1 ? items.length : first, failure };
}
