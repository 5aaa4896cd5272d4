import { BodyText, type BulkResult, type BulkStep, type Engine } from './engine.ts';

/** Characters of text that go into one bulk: engines take no body of much more than the largest object. */
const LARGE = 10_000_000;

/** Whether these steps are too much for a bulk that holds other things too. */
export function isLarge(steps: readonly BulkStep[]): boolean {
  return textLength(steps) > LARGE;
}

/** Characters of text that steps carry. */
export function textLength(steps: readonly BulkStep[]): number {
  return steps.reduce((sum, step) => sum + textOf(step), 0);
}

function textOf(step: BulkStep): number {
  if (step.kind === 'delete') return 0;
  const text = step.body instanceof BodyText ? step.body.json : step.body.text;
  return typeof text === 'string' ? text.length : 0;
}

/**
 * Does the steps in order, in as many bulks as their texts need.
 *
 * @throws EngineFailure as `Engine.bulk` does: some of the steps may be done then
 */
export async function bulkInSlices(engine: Engine, steps: readonly BulkStep[]): Promise<BulkResult[]> {
  const slices: BulkStep[][] = [];
  let room = 0;
  for (const step of steps) {
    room -= textOf(step);
    const last = slices.at(-1);
    if (last !== undefined && room >= 0) {
      last.push(step);
    } else {
      slices.push([step]);
      room = LARGE - textOf(step);
    }
  }
  const results: BulkResult[] = [];
  for (const slice of slices) for (const result of await engine.bulk(slice, false)) results.push(result);
  return results;
}
