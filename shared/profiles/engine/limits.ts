import { Problem } from '../../base/errors/problem.ts';
import type { ProfileLimits } from './model.ts';

/** The default limits. */
export const PROFILE_LIMITS: ProfileLimits = {
  competencies: 200_000,
  relations: 1_000_000,
  assertions: 100_000,
  nodes: 400_000,
  expandedNodes: 100_000,
  depth: 500,
  listedAssertions: 250_000,
  explainedCompetencies: 20_000,
  steps: 600_000_000,
};

/** Descriptions of the counted items for callers. */
const COUNTED: { readonly [Name in keyof ProfileLimits]: string } = {
  competencies: 'competencies in the framework and those that its relations reach',
  relations: 'relations between these competencies',
  assertions: 'assertions about the subject',
  nodes: 'nodes in the answer',
  expandedNodes: 'nodes in the expanded answer',
  depth: 'levels of competencies below each other',
  listedAssertions: 'assertions in the answer',
  explainedCompetencies: 'competencies to explain',
  steps: 'steps of calculation',
};

/** The limits of one calculation. */
export function limitsOf(limits: Partial<ProfileLimits> | undefined): ProfileLimits {
  return { ...PROFILE_LIMITS, ...limits };
}

/**
 * Throws if a count exceeds its limit.
 *
 * @throws Problem `profile-too-large` (422)
 */
export function checkLimit(limits: ProfileLimits, name: keyof ProfileLimits, count: number): void {
  if (count <= limits[name]) return;
  throw new Problem(
    'profile-too-large',
    `This profile needs more than ${limits[name].toLocaleString('en-US')} ${COUNTED[name]}.`,
  );
}
