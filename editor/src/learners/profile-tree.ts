import type { Tree } from '../outline/tree.ts';
import { entriesOf, type ProfileEntry, standingOf } from './profile.ts';

/** The hierarchy of a profile, as an outline draws it, with the entry of each competency. */
export type ProfileTree = { readonly tree: Tree; readonly entries: ReadonlyMap<string, ProfileEntry> };

/** The hierarchy of a profile. A competency with several parents is below each of them. */
export function treeOf(profile: readonly ProfileEntry[]): ProfileTree {
  const children = new Map<string, readonly string[]>();
  const parents = new Map<string, string[]>();
  const entries = new Map<string, ProfileEntry>();
  for (const { entry } of entriesOf(profile)) {
    entries.set(entry.id, entry);
    if (entry.children.length === 0) continue;
    const ids = [...new Set(entry.children.map(({ id }) => id))];
    children.set(entry.id, ids);
    for (const id of ids) parents.set(id, [...(parents.get(id) ?? []), entry.id]);
  }
  const roots = profile.filter(({ id, seeAlso }) => !seeAlso && entries.has(id)).map(({ id }) => id);
  return { tree: { roots, children, parents, edges: new Map() }, entries };
}

/** Which competencies of a learner are listed. */
export const STANDING_FILTERS = ['all', 'open', 'achieved', 'goals'] as const;

export type StandingFilter = (typeof STANDING_FILTERS)[number];

/** Whether a competency is listed: `open` is all that is not achieved, `goals` also what goals require. */
export function isListed(entry: ProfileEntry, filter: StandingFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'goals') return entry.state.isGoal || entry.state.requiredForGoalBottomUp;
  return (standingOf(entry) === 'achieved') === (filter === 'achieved');
}
