import { Problem } from '../../errors/problem.ts';
import type { JsonObject } from '../../linked-data/json.ts';

/** One thing that was checked of a badge. */
export type Check = { readonly name: string; readonly ok: boolean; readonly detail: string };

/** A badge is verified when everything that was checked is right. */
export type Verdict = {
  readonly verified: boolean;
  readonly checks: readonly Check[];
  /** Of a learner record: what was checked of each credential in it, in their order. */
  readonly credentials?: readonly InnerVerdict[];
};

/** What was checked of a credential in another one. */
export type InnerVerdict = Verdict & {
  /** Its own id, if it has one. */
  readonly id: string | null;
};

/** What a badge says, for those who take it in. */
export type BadgeContent = {
  /** What counts: for a hosted badge what is at its address, not what was sent. */
  readonly document: JsonObject;
  /** Its own id, if it has one. */
  readonly id: string | null;
  /** Ids of what it is aligned to. */
  readonly targets: readonly string[];
  /** UTC milliseconds; null where it does not say. */
  readonly issued: number | null;
  readonly expires: number | null;
};

/** The checks of one badge. */
export type Checks = {
  /**
   * Checks something.
   *
   * @param work returns what was found; throws {@link CheckFailed}, or a Problem of another server, for what is wrong
   * @returns the value beside the detail; null when the check failed
   */
  readonly run: <T>(name: string, work: () => Promise<readonly [T, detail: string]>) => Promise<T | null>;
  readonly verdict: () => Verdict;
};

/** What is wrong with a badge. */
export class CheckFailed extends Error {}

/** No checks so far: nothing is verified without any. */
export function createChecks(): Checks {
  const checks: Check[] = [];
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
