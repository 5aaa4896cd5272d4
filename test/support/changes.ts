import type { Client } from './client.ts';

/** A line of `/api/changes` about an object. */
export type ChangeLine = {
  readonly id: string;
  readonly version: number;
  readonly type: string;
  readonly deleted: boolean;
};

/** An answer of `/api/changes`. */
export type ChangesAnswer = {
  readonly changes: readonly ChangeLine[];
  readonly purged: boolean;
  readonly cursor: string;
  readonly more: boolean;
};

/** Query parameters of `/api/changes`. */
export type ChangesQuery = Readonly<Record<string, string | number>>;

/** Reads one page of changes, and expects success. */
export async function changesAfter(client: Client, query: ChangesQuery = {}, sheet?: string): Promise<ChangesAnswer> {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const { status, text } = await client.call(`/api/changes?${new URLSearchParams(given)}`, {
    ...(sheet !== undefined && { sheet }),
  });
  if (status !== 200) throw new Error(`The changes answered ${status}: ${text}`);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const purged = lines[0].purged === true;
  return { ...lines.at(-1), purged, changes: lines.slice(purged ? 1 : 0, -1) };
}

/** Reads all changes, page by page. */
export async function allChanges(client: Client, query: ChangesQuery = {}, sheet?: string): Promise<ChangesAnswer> {
  const changes: ChangeLine[] = [];
  let page = await changesAfter(client, query, sheet);
  const { purged } = page;
  changes.push(...page.changes);
  while (page.more) {
    page = await changesAfter(client, { ...query, since: page.cursor }, sheet);
    changes.push(...page.changes);
  }
  return { ...page, changes, purged };
}

/** A cursor of the present. */
export async function cursorNow(client: Client): Promise<string> {
  return (await changesAfter(client, { since: 'now' })).cursor;
}

/** The ids of changes, in their order. */
export function idsOf({ changes }: Pick<ChangesAnswer, 'changes'>): readonly string[] {
  return changes.map(({ id }) => id);
}
