import { Problem } from '../../../base/errors/problem.ts';
import type { JsonObject } from '../../../repository/linked-data/json.ts';

/** The result of one check of a badge. */
export type BadgeCheck = { readonly name: string; readonly ok: boolean; readonly detail: string };

/** The result of all checks: a badge is verified when every check has passed. */
export type BadgeVerdict = {
  readonly verified: boolean;
  readonly checks: readonly BadgeCheck[];
  /** For a learner record: the result for each credential in it, in their order. */
  readonly credentials?: readonly InnerVerdict[];
};

/** The result for a credential inside another one. */
export type InnerVerdict = BadgeVerdict & {
  /** Its own id, if it has one. */
  readonly id: string | null;
};

/** The contents of a badge, for those who import it. */
export type BadgeContent = {
  /** The valid document: for a hosted badge, the one at its address, not the one that was sent. */
  readonly document: JsonObject;
  /** Its own id, if it has one. */
  readonly id: string | null;
  /** Ids of the objects that it is aligned to. */
  readonly targets: readonly string[];
  /** UTC milliseconds; null when absent. */
  readonly issued: number | null;
  readonly expires: number | null;
};

/** The checks of one badge. */
export type Checks = {
  /**
   * Checks something.
   *
   * @param work returns a value, and what was found in words; throws {@link CheckFailed}, or a Problem of another server, when the
   *   check fails
   * @returns the value; null when the check failed
   */
  readonly run: <T>(name: string, work: () => Promise<readonly [T, detail: string]>) => Promise<T | null>;
  readonly verdict: () => BadgeVerdict;
};

/** A check of a badge has failed; the message says why. */
export class CheckFailed extends Error {}

/** Starts without checks: no badge is verified without any. */
export function createChecks(): Checks {
  const checks: BadgeCheck[] = [];
  return {
    async run(name, work) {
      try {
        const [value, detail] = await work();
        checks.push({ name, ok: true, detail });
        return value;
      } catch (error) {
        if (!(error instanceof CheckFailed) && !(error instanceof Problem && error.status !== 500)) throw error;
        checks.push({ name, ok: false, detail: error.message });
        return null;
      }
    },
    verdict: () => ({ verified: checks.length > 0 && checks.every(({ ok }) => ok), checks }),
  };
}
