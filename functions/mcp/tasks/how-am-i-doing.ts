import { isObject, type Json, member } from '../../../shared/repository/linked-data/json.ts';
import { items } from '../../../shared/repository/linked-data/references.ts';
import { nameOf, quote } from '../stored-text.ts';
import type { ToolCall } from '../tools/tool.ts';
import { isAny, type ProfileNode, readProfile } from './learner.ts';

/** Maximum number of competencies listed per kind. */
const MAX_NAMED = 15;

type Input = { readonly framework: string; readonly learner?: string | undefined };

/** `how_am_i_doing`: the state of a learner in sentences. */
export async function howAmIDoing(call: ToolCall, { framework, learner }: Input) {
  const nodes = await readProfile(call, framework, learner);
  const against = nodes.filter((node) => member(node.state, 'latestEvidenceIsPositive') === false);
  const shown = nodes.filter((node) => isAny(node, 'hasPositiveEvidence') && !against.includes(node));
  const open = nodes.filter((node) => !shown.includes(node) && !against.includes(node));
  return {
    lines: [
      `${shown.length} of ${nodes.length} competencies are shown, ${against.length} have evidence against them, ${open.length} are open.`,
      ...section('Shown', shown, true),
      ...section('Evidence against', against, true),
      ...section('Open', open, false),
    ],
    data: { total: nodes.length, shown: idsOf(shown), against: idsOf(against), open: idsOf(open) },
    links: [...against, ...open].map(({ id, object }) => ({ id, name: nameOf(object, id) })),
  };
}

function section(title: string, nodes: readonly ProfileNode[], explains: boolean): string[] {
  const lines = nodes.slice(0, MAX_NAMED).map(({ id, object }) => {
    const reason = explains ? reasonOf(member(object, 'reasons')) : '';
    return `- ${nameOf(object, id)} [${id}]${reason === '' ? '' : `: ${reason}`}`;
  });
  const more = nodes.length - lines.length;
  return nodes.length === 0 ? [] : [`${title}:`, ...lines, ...(more > 0 ? [`… and ${more} more`] : [])];
}

/** The sentences about evidence: they may hold names from the repository. */
function reasonOf(reasons: Json | undefined): string {
  const about = items(reasons)
    .filter(isObject)
    .find((reason) => /Evidence/.test(String(member(reason, 'about'))));
  return about === undefined ? '' : quote(member(about, 'sentence'));
}

function idsOf(nodes: readonly ProfileNode[]): readonly string[] {
  return nodes.map(({ id }) => id);
}
