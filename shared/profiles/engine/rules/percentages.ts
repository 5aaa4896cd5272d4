import type { Evidence } from '../evidence/evidence.ts';
import { at } from '../graph/adjacency.ts';
import type { EquivalenceClasses } from '../graph/equivalence.ts';
import { type Measures, sumBelow } from '../graph/sum-below.ts';
import type { ProfileLimits } from '../model.ts';

/** The shares of a competency's subtree by kind of evidence. Each competency in it counts once, with weight 1. */
export type Percentages = {
  /** Number of competencies in the subtree, including the competency itself. */
  treeWeight(competency: number): number;
  /** The share, 0 to 1, of competencies whose latest evidence is positive. */
  percentLastEvidenceIsPositive(competency: number): number;
  /** The share, 0 to 1, of competencies with positive and without negative evidence. */
  percentAllEvidenceIsPositive(competency: number): number;
  /** The share, 0 to 1, of competencies with positive evidence. */
  percentHasPositiveEvidence(competency: number): number;
  /** Number of competencies with positive evidence. */
  positive(competency: number): number;
};

/**
 * Ratios over the competencies that are below a competency, or equivalent to it or to one below it (specification: profile rule
 * 10), including outside competencies. They do not depend on the place of the competency in the tree.
 *
 * @throws Problem `profile-too-large` (422)
 */
export function percentagesOf(classes: EquivalenceClasses, evidence: Evidence, limits: ProfileLimits): Percentages {
  const own: Measures = [new Float64Array(classes.count), new Float64Array(classes.count)];
  for (let competency = 0; competency < classes.of.length; competency++) {
    const positive = at(evidence.positive.latest.assertion, competency);
    const negative = at(evidence.negative.latest.assertion, competency);
    const group = at(classes.of, competency);
    add(own[0], group, 1, +(positive > negative));
    add(own[1], group, +(positive > -1 && negative === -1), +(positive > -1));
  }
  const { component, sums } = sumBelow(classes.down, own, limits);
  const value = (measure: number, competency: number): number => {
    const pair = at(sums[measure >> 1] ?? [], at(component, at(classes.of, competency)));
    return measure % 2 === 0 ? pair % PAIR : Math.floor(pair / PAIR);
  };
  const ratio = (measure: number) => (competency: number) => value(measure, competency) / value(0, competency);
  return {
    treeWeight: (competency) => value(0, competency),
    percentLastEvidenceIsPositive: ratio(1),
    percentAllEvidenceIsPositive: ratio(2),
    percentHasPositiveEvidence: ratio(3),
    positive: (competency) => value(3, competency),
  };
}

/** Two counts are added as one number: the first plus the second times this. Both stay far below it. */
const PAIR = 2 ** 26;

function add(column: Float64Array | undefined, position: number, first: number, second: number): void {
  if (column !== undefined) column[position] = at(column, position) + first + second * PAIR;
}
