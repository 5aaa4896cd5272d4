// A stage of your own for profiles: adds a `summary` to each, such as
//
//   "summary": { "competencies": 12, "achieved": 7, "goals": 3, "goalsAchieved": 2 }
//
// Start the service with PROFILE_STAGES_DIRECTORY=examples/profile-stages, and see docs/use/profile.md, "Your own stages".

/** @type {import('competency-service/profile-stage').ProfileStage} */
export const stage = {
  name: 'summary',
  order: 400, // after all others

  profile(profile, { index, states }) {
    const own = states.slice(0, index.listed); // those of the framework come first
    const goals = own.filter(({ isGoal }) => isGoal);
    const achieved = own.filter(({ latestEvidenceIsPositive }) => latestEvidenceIsPositive === true);
    const summary = {
      competencies: own.length,
      achieved: achieved.length,
      goals: goals.length,
      goalsAchieved: goals.filter((goal) => achieved.includes(goal)).length,
    };
    Object.assign(profile, { summary });
  },
};
