import type { ProfileCalculation } from '../calculation.ts';
import { at } from '../graph/adjacency.ts';
import type { Reason } from '../result.ts';
import type { GoalFlags } from '../rules/goals.ts';
import { competencyFacts } from './facts.ts';
import { nameOf } from './words.ts';

/** Which goal gives each goal flag that is set. */
export function goalReasons(competency: number, calculation: ProfileCalculation): Reason[] {
  const { all, highPriority } = calculation.goals;
  const group = at(calculation.classes.of, competency);
  return [
    ...goalReason('isGoal', 'a goal', group, all, competency, calculation),
    ...goalReason('isHighPriorityGoal', 'a goal of high priority', group, highPriority, competency, calculation),
    ...wayReason('leadsToGoalTopDown', at(all.leadsTo, group), all, calculation),
    ...wayReason('requiredForGoalBottomUp', at(all.requiredFor, group), all, calculation),
    ...wayReason('leadsToHighPriorityGoalTopDown', at(highPriority.leadsTo, group), highPriority, calculation),
    ...wayReason('requiredForHighPriorityGoalBottomUp', at(highPriority.requiredFor, group), highPriority, calculation),
  ];
}

function goalReason(
  about: 'isGoal' | 'isHighPriorityGoal',
  what: string,
  group: number,
  { goal }: GoalFlags,
  competency: number,
  calculation: ProfileCalculation,
): Reason[] {
  const number = goal.get(group);
  if (number === undefined) return [];
  const isOther = number !== competency;
  return [
    {
      about,
      rule: isOther ? 7 : 12,
      value: true,
      sentence: isOther
        ? `It is equivalent to ${nameOf(number, calculation)}, which is ${what} of the person.`
        : `It is ${what} of the person.`,
      ...(isOther ? competencyFacts(number, calculation) : {}),
    },
  ];
}

function wayReason(
  about:
    | 'leadsToGoalTopDown'
    | 'requiredForGoalBottomUp'
    | 'leadsToHighPriorityGoalTopDown'
    | 'requiredForHighPriorityGoalBottomUp',
  group: number,
  { goal }: GoalFlags,
  calculation: ProfileCalculation,
): Reason[] {
  const number = goal.get(group);
  if (number === undefined) return [];
  const relation = about.startsWith('leads') ? 'is part of it' : 'has it as a part';
  return [
    {
      about,
      rule: 6,
      value: true,
      sentence: `The goal ${nameOf(number, calculation)} ${relation}, directly or through others.`,
      ...competencyFacts(number, calculation),
    },
  ];
}
