import type { Change } from './load-history.ts';

/** Changes by the same person within an hour. */
export type ChangeGroup = {
  /** Of its newest change; null: not known. */
  readonly time: number | null;
  readonly actors: readonly string[];
  /** What was created, if it is so much that it is shown as one; otherwise empty. */
  readonly created: readonly Change[];
  /** All others, newest first. */
  readonly others: readonly Change[];
};

const HOUR_MS = 3_600_000;

/** So many parts that are created together are shown as one. */
const MANY = 4;

/** Groups changes. @param changes newest first */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const [newest] = group ?? [];
    if (group !== undefined && newest !== undefined && belongsTo(change, newest)) group.push(change);
    else groups.push([change]);
  }
  return groups.map((group) => {
    const created = group.filter(({ before }) => before === null);
    const isMany = created.length >= MANY;
    return {
      time: group[0]?.time ?? null,
      actors: group[0]?.actors ?? [],
      created: isMany ? created : [],
      others: isMany ? group.filter(({ before }) => before !== null) : group,
    };
  });
}

function belongsTo(change: Change, newest: Change): boolean {
  const isSoon =
    change.time === null || newest.time === null ? change.time === newest.time : newest.time - change.time <= HOUR_MS;
  const [actors, others] = [new Set(change.actors), new Set(newest.actors)];
  return isSoon && actors.size === others.size && [...actors].every((actor) => others.has(actor));
}
