import { isObject, member } from '../../../shared/repository/linked-data/json.ts';
import { items } from '../../../shared/repository/linked-data/references.ts';
import { nameOf, quote } from '../stored-text.ts';
import type { ToolCall } from '../tools/tool.ts';
import { isAny, type ProfileNode, readProfile } from './learner.ts';

/** Maximum number of resources listed for a competency. */
const MAX_RESOURCES = 3;

const FOR_A_GOAL = ['isGoal', 'leadsToGoalTopDown', 'requiredForGoalBottomUp'] as const;
const FOR_A_PRIORITY = [
  'isHighPriorityGoal',
  'leadsToHighPriorityGoalTopDown',
  'requiredForHighPriorityGoalBottomUp',
] as const;

type Input = { readonly framework: string; readonly learner?: string | undefined; readonly limit: number };

/** `what_next`: what a learner could do next. */
export async function whatNext(call: ToolCall, { framework, learner, limit: most }: Input) {
  const nodes = await readProfile(call, framework, learner);
  const open = nodes.filter((node) => member(node.state, 'latestEvidenceIsPositive') !== true);
  const goals = nodes.filter((node) => isAny(node, 'isGoal', 'isHighPriorityGoal'));
  const forGoals = open.filter((node) => isAny(node, ...FOR_A_GOAL, ...FOR_A_PRIORITY));
  const chosen = (forGoals.length > 0 ? forGoals : open)
    .toSorted((one, other) => Number(isAny(other, ...FOR_A_PRIORITY)) - Number(isAny(one, ...FOR_A_PRIORITY)))
    .slice(0, most);
  const next = chosen.map((node) => ({
    id: node.id,
    name: nameOf(node.object, node.id),
    resources: resourcesOf(node),
    priority: isAny(node, ...FOR_A_PRIORITY),
  }));
  return {
    lines: [
      goals.length === 0
        ? `No goals are set. ${open.length} of ${nodes.length} competencies are open:`
        : `${goals.length} goals are set; ${forGoals.length} competencies are missing for them:`,
      ...next.flatMap(({ id, name, resources, priority }) => [
        `- ${name}${priority ? ' (high priority)' : ''} [${id}]`,
        ...resources.map((resource) => `  learn from ${resource.name} ${resource.url}`.trimEnd()),
      ]),
    ],
    data: { goals: goals.map(({ id }) => id), next },
    links: next,
  };
}

function resourcesOf({ object }: ProfileNode): readonly { readonly name: string; readonly url: string }[] {
  return items(member(object, 'resources'))
    .filter(isObject)
    .slice(0, MAX_RESOURCES)
    .map((resource) => ({ name: quote(member(resource, 'name')), url: quote(member(resource, 'url')) }));
}
