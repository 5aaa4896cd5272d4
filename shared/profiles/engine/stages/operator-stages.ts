import { Problem } from '../../../base/errors/problem.ts';
import { PROFILE_STAGES } from '../calculate.ts';
import type { ProfileAssertion } from '../model.ts';
import type { Profile } from '../result.ts';
import type { ProfileStage } from './stage.ts';

/** Stages of an operator, in addition to the built-in ones. */
export type OperatorStages = {
  readonly stages: readonly ProfileStage[];
  /** Changes whenever the stages change, which invalidates cached profiles. Empty without stages. */
  readonly digest: string;
};

export const NO_STAGES: OperatorStages = { stages: [], digest: '' };

/** An error of an operator's stage. The message, with the stack of the cause, is for the log. */
export class StageFault extends Error {
  override readonly name = 'StageFault';
  /** Name of the stage; null where it is not known. */
  readonly stage: string | null;

  constructor(stage: string | null, cause: unknown) {
    super(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
    this.stage = stage;
  }
}

/**
 * The Problem when an operator's stage fails. The request gets no profile, since it would not be the one that the operator wants, and
 * no retry time, since the stage would fail again.
 */
export function stageFailed(): Problem {
  return new Problem('profile-unavailable', "A stage that this service's operator added failed; its log says which.");
}

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
  return result instanceof Promise ? 'A hook returned a promise, but hooks are synchronous.' : null;
}

function listFault(result: readonly ProfileAssertion[]): string | null {
  const isAssertion = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string';
  const fault = promiseFault(result);
  if (fault !== null) return fault;
  return Array.isArray(result) && result.every(isAssertion)
    ? null
    : 'The hook assertions returned something else than an array of assertions.';
}

function profileFault({ children, timeline }: Profile): string | null {
  return Array.isArray(children) && Array.isArray(timeline)
    ? null
    : 'The hook profile removed the children or the timeline.';
}

const HOOKS: { readonly [hook in Exclude<keyof ProfileStage, 'name' | 'order'>]-?: true } = {
  assertions: true,
  states: true,
  node: true,
  profile: true,
};

/** The constructor of asynchronous functions. */
const AsyncFunction = (async () => {}).constructor;

/**
 * Checks that a value is a stage, so that a misspelt hook is an error at start and not a stage that does nothing.
 *
 * @throws TypeError whose message continues a sentence that names the value
 */
export function assertStage(value: unknown): asserts value is ProfileStage {
  if (typeof value !== 'object' || value === null) throw new TypeError('is not an object with a name and an order');
  const { name, order, ...hooks } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name.trim() === '') throw new TypeError('has no name, which must be a string');
  if (typeof order !== 'number' || !Number.isFinite(order)) throw new TypeError('has no order, which must be a number');
  for (const [hook, given] of Object.entries(hooks)) {
    if (!Object.hasOwn(HOOKS, hook)) {
      throw new TypeError(`has "${hook}", but hooks are called ${Object.keys(HOOKS).join(', ')}`);
    }
    if (given !== undefined && typeof given !== 'function')
      throw new TypeError(`has a hook ${hook} that is not a function`);
    if (given instanceof AsyncFunction)
      throw new TypeError(`has an asynchronous hook ${hook}, but hooks are synchronous`);
  }
}

/** A name that two stages share, built-in ones included; null when all differ. */
export function repeatedName(stages: readonly ProfileStage[]): string | null {
  const names = new Set(PROFILE_STAGES.map(({ name }) => name));
  for (const { name } of stages) {
    if (names.has(name)) return name;
    names.add(name);
  }
  return null;
}
