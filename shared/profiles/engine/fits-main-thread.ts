import type { CalculationInput } from './calculation.ts';

/**
 * Maximum length of a response, by measurement: a transfer to another thread and back blocks this thread for 0.1 to 0.3 ms and
 * delays the request by 0.3 to 1.5 ms; a response of 100,000 characters is calculated here in 0.6 to 1.1 ms. So below this limit a
 * transfer saves next to nothing, and a calculation blocks this thread for a few milliseconds at most.
 */
const MAX_ANSWER_LENGTH = 500_000;

/** Estimated length of a node in the response without its texts. A relation adds no text, but costs time. */
const NODE_LENGTH = 1000;
const ASSERTION_LENGTH = 250;
const RELATION_LENGTH = 100;

/**
 * Explanations usually lengthen a response by less than this factor. If all assertions travel ten steps or more, they lengthen it up
 * to ten times, so that a response that is calculated here has at most 1.5 million characters.
 */
const EXPLAINED_FACTOR = 3;

/**
 * Whether a calculation is too small to be worth a transfer to another thread, judged by the longest answer that it can have: every
 * assertion may travel to every competency. The cost of `expand` and conditions cannot be bounded this way.
 */
export function fitsMainThread({ graph, assertions, options }: CalculationInput): boolean {
  if (options.expand === true || (options.conditions ?? []).length > 0) return false;
  const { competencies, relations, resources = [] } = graph;
  const one = (NODE_LENGTH + ASSERTION_LENGTH * assertions.length) * (options.explain === true ? EXPLAINED_FACTOR : 1);
  const room = MAX_ANSWER_LENGTH - relations.length * RELATION_LENGTH - competencies.length * one;
  if (room < 0) return false;
  const left = roomAfter(resources, roomAfter(resources, roomAfter(competencies, room))); // the timeline repeats resources
  return roomAfter(assertions, left / Math.max(1, competencies.length)) >= 0;
}

/** `room` less the length of the texts in a value. Stops early when they exceed it; the result is then negative. */
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
