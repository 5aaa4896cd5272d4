import type { ProfileStage } from './stage.ts';

/** Flags the competencies on which a positive assertion was made directly. */
export const directAssertions: ProfileStage = {
  name: 'direct',
  order: 200,
  states({ assertions, states }) {
    for (const competency of assertions.latestDirectPositive.keys()) {
      const state = states[competency];
      if (state !== undefined) state.hasDirectPositiveAssertion = true;
    }
  },
};
