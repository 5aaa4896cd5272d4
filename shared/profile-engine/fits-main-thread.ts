import type { CalculationInput } from './calculation.ts';

/**
 * Characters that the answer of a small calculation has at most. Measured: to hand an input to another thread and take its
 * answer back holds up this one for 0.1 to 0.3 ms, and the request for 0.3 to 1.5 ms; what gives 100,000 characters is
 * calculated here in 0.6 to 1.1 ms. So below this the crossing saves next to nothing, and this thread is held up for a few
 * milliseconds at the worst.
 */
const SMALL = 500_000;

/** Characters of a competency in an answer, of one assertion in it, and what a relation costs besides. Texts come on top. */
const NODE = 1000;
const ENTRY = 250;
const RELATION = 100;

/** Explanations make an answer longer by less than this factor. */
const EXPLAINED = 3;

/**
 * Whether a calculation is so small that another thread is not worth it. Goes by the longest answer that it can have: every
 * assertion may travel to every competency. With `expand` and conditions there is no saying how much there is to do.
 */
export function isSmall({ graph, assertions, options }: CalculationInput): boolean {
  if (options.expand === true || (options.conditions ?? []).length > 0) return false;
  const { competencies, relations, resources = [] } = graph;
  const one = (NODE + ENTRY * assertions.length) * (options.explain === true ? EXPLAINED : 1);
  const room = SMALL - relations.length * RELATION - competencies.length * one;
  if (room < 0) return false;
  const left = roomAfter(resources, roomAfter(resources, roomAfter(competencies, room))); // resources are in the timeline too
  return roomAfter(assertions, left / Math.max(1, competencies.length)) >= 0;
}

/** What is left of a number of characters after the texts in a value; negative, and soon known, when they are more. */
export function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room - 1;
  let left = room;
  for (const item of Object.values(value)) {
    if (left < 0) break;
    left = roomAfter(item, left);
  }
  return left;
}
