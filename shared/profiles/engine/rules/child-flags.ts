import type { Evidence } from '../evidence/evidence.ts';
import { at } from '../graph/adjacency.ts';
import { type EquivalenceClasses, reachable } from '../graph/equivalence.ts';
import type { GraphHierarchy } from '../graph/hierarchy.ts';

/** The flags of each competency that its children decide; undefined where no child decides. */
export type ChildFlags = {
  allChildrenLatestEvidenceIsPositive(competency: number): boolean | undefined;
  hasAnyChildrenWithPositiveEvidence(competency: number): boolean | undefined;
  /** The first child that makes "all" false, of the competency itself or of an equivalent one; -1 for none. */
  failingChild(competency: number): number;
  /** A competency that makes "any" true: it has positive evidence and is below this one or an equivalent one; -1 for none. */
  positiveBelow(competency: number): number;
};

/**
 * Rolls up (specification: profile rules 7, 8 and 9). "All" is false if any child does not pass; a child passes if its latest
 * evidence is positive, or if it has none and a descendant has positive evidence. "Any" is true if any child or descendant has
 * positive evidence. Between equivalent competencies, a false "all" and a true "any" are shared.
 */
export function childFlags(hierarchy: GraphHierarchy, classes: EquivalenceClasses, evidence: Evidence): ChildFlags {
  const { children } = hierarchy;
  const positive = positiveClasses(children.size, classes, evidence);
  const origin = reachable(classes.up, positive.keys());
  const positiveBelow = (competency: number): number => positive.get(at(origin, at(classes.of, competency))) ?? -1;
  const passes = (child: number): boolean => {
    const latest = evidence.latest(child);
    return latest === -1 ? positiveBelow(child) !== -1 : latest === at(evidence.positive.latest.assertion, child);
  };
  const failing = new Int32Array(classes.count).fill(-1);
  for (let parent = 0; parent < children.size; parent++) {
    const group = at(classes.of, parent);
    for (let edge = at(children.starts, parent); edge < at(children.starts, parent + 1); edge++) {
      const child = at(children.ends, edge);
      if (at(failing, group) === -1 && !passes(child)) failing[group] = child;
    }
  }
  const failingChild = (competency: number): number => at(failing, at(classes.of, competency));
  const whereChildren = <Value>(competency: number, value: Value): Value | undefined =>
    at(children.starts, competency) < at(children.starts, competency + 1) ? value : undefined;
  return {
    failingChild,
    positiveBelow,
    allChildrenLatestEvidenceIsPositive: (competency) =>
      failingChild(competency) === -1 ? whereChildren(competency, true) : false,
    hasAnyChildrenWithPositiveEvidence: (competency) =>
      positiveBelow(competency) === -1 ? whereChildren(competency, false) : true,
  };
}

/** The classes with positive evidence, each with its first competency that has it. */
function positiveClasses(size: number, classes: EquivalenceClasses, evidence: Evidence): Map<number, number> {
  const positive = new Map<number, number>();
  for (let competency = 0; competency < size; competency++) {
    const group = at(classes.of, competency);
    if (at(evidence.positive.latest.assertion, competency) !== -1 && !positive.has(group))
      positive.set(group, competency);
  }
  return positive;
}
