import { Problem } from '../../errors/problem.ts';
import type { ProfileAssertion } from '../model.ts';
import type { Profile } from '../result.ts';
import { StageFault } from './operator-stages.ts';
import type { ProfileStage } from './stage.ts';

/**
 * Wraps an operator's stage: errors that a hook throws, and invalid results, become a {@link StageFault}, to distinguish them from
 * errors of the engine. Problems of the engine inside a hook, such as a limit, are passed on.
 */
export function guarded(stage: ProfileStage): ProfileStage {
  const run = <Result>(hook: () => Result, check: (result: Result) => string | null): Result => {
    let fault: unknown;
    try {
      const result = hook();
      fault = check(result);
      if (fault === null) return result;
    } catch (error) {
      if (error instanceof Problem) throw error;
      fault = error;
    }
    throw new StageFault(stage.name, fault);
  };
  const { name, order, assertions, states, node, profile } = stage;
  return {
    name,
    order,
    ...(assertions && { assertions: (...given) => run(() => assertions.apply(stage, given), listFault) }),
    ...(states && { states: (...given) => run(() => states.apply(stage, given), promiseFault) }),
    ...(node && { node: (...given) => run(() => node.apply(stage, given), promiseFault) }),
    ...(profile && {
      profile: (...given) => {
        run(
          () => profile.apply(stage, given),
          (result) => promiseFault(result) ?? profileFault(given[0]),
        );
      },
    }),
  };
}

function promiseFault(result: unknown): string | null {
  return result instanceof Promise ? 'A hook gave a promise, but hooks are synchronous.' : null;
}

function listFault(result: readonly ProfileAssertion[]): string | null {
  const isAssertion = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string';
  const fault = promiseFault(result);
  if (fault !== null) return fault;
  return Array.isArray(result) && result.every(isAssertion)
    ? null
    : 'The hook assertions gave something else than an array of assertions.';
}

function profileFault({ children, timeline }: Profile): string | null {
  return Array.isArray(children) && Array.isArray(timeline)
    ? null
    : 'The hook profile took away the children or the timeline.';
}
