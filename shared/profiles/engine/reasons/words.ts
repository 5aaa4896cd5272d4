import type { ProfileCalculation } from '../calculation.ts';
import type { ProfileAgent } from '../model.ts';
import { UNKNOWN_PERSON } from '../output/nodes.ts';
import { displayText } from '../stored-values.ts';

/** The name of a competency in a sentence: its id when it has none. */
export function nameOf(competency: number, { index, options }: ProfileCalculation): string {
  const vertex = index.competencies[competency];
  return `"${displayText(vertex?.name, options.language) ?? vertex?.id ?? ''}"`;
}

/** The name of an agent in a sentence. */
export function agentName(agent: ProfileAgent | null, { options }: ProfileCalculation): string {
  return displayText(agent?.name, options.language) ?? UNKNOWN_PERSON;
}

/** A date in a sentence. */
export function dateText(time: number | null): string {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? 'without a date' : `of ${date.toISOString().slice(0, 10)}`;
}

/** `1 person`, `2 people`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
