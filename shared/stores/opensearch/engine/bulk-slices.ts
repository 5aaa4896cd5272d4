import { BodyText, type BulkResult, type BulkStep, type Engine } from './engine.ts';

/** Maximum length of the text in one bulk, in UTF-16 code units: engines refuse bodies much larger than the largest object. */
const MAX_BULK_TEXT = 10_000_000;

/** Whether these steps need bulks of their own. */
export function isLarge(steps: readonly BulkStep[]): boolean {
  return textLength(steps) > MAX_BULK_TEXT;
}

/** Length of the text in the steps, in UTF-16 code units. */
export function textLength(steps: readonly BulkStep[]): number {
  return steps.reduce((sum, step) => sum + textOf(step), 0);
}

function textOf(step: BulkStep): number {
  if (step.kind === 'delete') return 0;
  const text = step.body instanceof BodyText ? step.body.json : step.body.text;
  return typeof text === 'string' ? text.length : 0;
}

/**
 * Executes the steps in order, in as many bulks as their texts need.
 *
 * @throws EngineFailure as `Engine.bulk` does: some of the steps may have been executed
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
      room = MAX_BULK_TEXT - textOf(step);
    }
  }
  const results: BulkResult[] = [];
  for (const slice of slices) for (const result of await engine.bulk(slice, false)) results.push(result);
  return results;
}
