import { calculateProfile } from '../calculate.ts';
import type { ProfileGraph, ProfileOptions, ProfilePerson } from '../model.ts';
import type { Profile, ProfileChild, ProfileMention, ProfileNode } from '../result.ts';
import { assertions, framework, goals, NOW } from './notation.ts';

/** A calculation in the short notation. */
export type ShortCase = {
  readonly graph: string | ProfileGraph;
  readonly listed?: string;
  readonly assertions?: string;
  readonly goals?: string;
  readonly person?: ProfilePerson;
  readonly options?: Partial<ProfileOptions>;
};

/** Calculates a profile from the short notation. */
export function profileOf({
  graph,
  listed,
  assertions: given = '',
  goals: wanted = '',
  person,
  options,
}: ShortCase): Profile {
  const whole = typeof graph === 'string' ? framework(graph, listed) : graph;
  const whose = person ?? { name: 'Pat', goals: goals(wanted) };
  return calculateProfile(whole, assertions(given), whose, { now: NOW, ...options });
}

/** The nodes in full at any depth, by id. */
export function nodesOf(profile: Profile): Map<string, ProfileNode> {
  const nodes = new Map<string, ProfileNode>();
  for (const child of everyPlace(profile)) if (isNode(child)) nodes.set(child.id, child);
  return nodes;
}

/** The node with that id. */
export function nodeOf(profile: Profile, id: string): ProfileNode {
  const node = nodesOf(profile).get(id);
  if (node === undefined) throw new Error(`the profile has no ${id}`);
  return node;
}

/** All places of the tree from top to bottom; in an expanded tree, the places below a repeated node are visited once. */
export function everyPlace(profile: Profile): ProfileChild[] {
  const places: ProfileChild[] = [];
  const seen = new Set<ProfileChild>();
  const waiting = [...profile.children].reverse();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    places.push(place);
    if (!isNode(place) || seen.has(place)) continue;
    seen.add(place);
    for (const child of [...place.children].reverse()) waiting.push(child);
  }
  return places;
}

/** Whether a place has a competency in full. */
export function isNode(child: ProfileChild): child is ProfileNode {
  return !isMention(child);
}

function isMention(child: ProfileChild): child is ProfileMention {
  return 'seeAlso' in child;
}

/** The tree in short: `P(C1(G) C2) Q`; a mention is written `=C1`. */
export function outline(profile: Profile): string {
  return profile.children.map(written).join(' ');
}

function written(child: ProfileChild): string {
  if (isMention(child)) return `=${child.id}`;
  return child.children.length === 0 ? child.id : `${child.id}(${child.children.map(written).join(' ')})`;
}

/** The assertions of a competency, in short: `+a1 -a2`. */
export function listed(node: ProfileNode): string {
  return (node.assertions ?? []).map(({ negative, id }) => `${negative ? '-' : '+'}${id}`).join(' ');
}

/**
 * The row of a competency: latest (T, F, -), positive and negative (y, n), any and all (T, F, `.` when absent), direct (T, F),
 * weight, and the percentages last/all/has.
 */
export function row(profile: Profile, id: string): string {
  const { state } = nodeOf(profile, id);
  const flag = (value: boolean | null | undefined): string => (value === undefined ? '.' : value ? 'T' : 'F');
  const latest = state.latestEvidenceIsPositive === null ? '-' : flag(state.latestEvidenceIsPositive);
  const evidence = `${state.hasPositiveEvidence ? 'y' : 'n'}${state.hasNegativeEvidence ? 'y' : 'n'}`;
  const any = flag(state.hasAnyChildrenWithPositiveEvidence);
  const all = flag(state.allChildrenLatestEvidenceIsPositive);
  const shares = [
    state.percentLastEvidenceIsPositive,
    state.percentAllEvidenceIsPositive,
    state.percentHasPositiveEvidence,
  ];
  const percentages = shares.map((share) => fraction(share, state.treeWeight)).join(' ');
  return `${latest} ${evidence} ${any}${all} ${flag(state.hasDirectPositiveAssertion)} W${state.treeWeight} ${percentages}`;
}

/** `0`, `1`, or a fraction such as `2/5`. */
function fraction(share: number, weight: number): string {
  if (share === 0 || share === 1) return String(share);
  const count = Math.round(share * weight);
  if (count / weight !== share) throw new Error(`${share} is no share of ${weight}`);
  return `${count}/${weight}`;
}
