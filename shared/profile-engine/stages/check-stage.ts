import { PROFILE_STAGES } from '../calculate.ts';
import type { ProfileStage } from './stage.ts';

const HOOKS: { readonly [hook in Exclude<keyof ProfileStage, 'name' | 'order'>]-?: true } = {
  assertions: true,
  states: true,
  node: true,
  profile: true,
};

/** The function that makes asynchronous functions. */
const AsyncFunction = (async () => {}).constructor;

/**
 * Checks that a value is a stage, so that a misspelt hook is an error at start and not a stage that does nothing.
 *
 * @throws TypeError whose message continues a sentence that names the value
 */
export function assertStage(value: unknown): asserts value is ProfileStage {
  if (typeof value !== 'object' || value === null) throw new TypeError('is no object with a name and an order');
  const { name, order, ...hooks } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name.trim() === '') throw new TypeError('has no name, which must be a text');
  if (typeof order !== 'number' || !Number.isFinite(order)) throw new TypeError('has no order, which must be a number');
  for (const [hook, given] of Object.entries(hooks)) {
    if (!Object.hasOwn(HOOKS, hook)) {
      throw new TypeError(`has "${hook}", but hooks are called ${Object.keys(HOOKS).join(', ')}`);
    }
    if (given !== undefined && typeof given !== 'function')
      throw new TypeError(`has a hook ${hook} that is no function`);
    if (given instanceof AsyncFunction)
      throw new TypeError(`has an asynchronous hook ${hook}, but hooks are synchronous`);
  }
}

/** A name that two stages have, those of every calculation included; null when all differ. */
export function repeatedName(stages: readonly ProfileStage[]): string | null {
  const names = new Set(PROFILE_STAGES.map(({ name }) => name));
  for (const { name } of stages) {
    if (names.has(name)) return name;
    names.add(name);
  }
  return null;
}
