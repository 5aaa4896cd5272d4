import type { Caller } from '../../repository/access/caller.ts';
import type { Context } from '../../repository/context.ts';
import { isObject, type Json, type JsonObject, member } from '../../repository/linked-data/json.ts';
import { idsIn, items, shortIdOf } from '../../repository/linked-data/references.ts';
import { typeKey } from '../../repository/linked-data/type-key.ts';
import { findObjects } from '../../repository/objects/find-objects.ts';
import { headsOf } from '../../repository/objects/heads-of.ts';
import { isReadable } from '../../repository/objects/present.ts';
import { storedObject, wholeVersions } from '../../repository/objects/stored-versions.ts';
import type { Activity } from './statement.ts';

/** A competency that an activity is evidence of. */
export type ClaimTarget = { readonly competency: string; readonly framework: string | null };

/** What an activity is aligned to. `known`: it is a competency, or a CreativeWork represents it. */
export type Alignment = { readonly targets: readonly ClaimTarget[]; readonly known: boolean };

/**
 * The competencies of activities: the activity itself, what its `moreInfo` leads to, and those that CreativeWorks with its address are
 * aligned to (specification: xAPI conversion rules). Two round trips to the store for all of them.
 *
 * @returns by the id of the activity
 */
export async function alignmentsOf(
  ctx: Context,
  activities: readonly Activity[],
  caller: Caller,
): Promise<ReadonlyMap<string, Alignment>> {
  const ids = [...new Set(activities.map(({ id }) => id))];
  const more = activities
    .flatMap(({ definition }) => definition?.moreInfo ?? [])
    .filter((one) => /^https?:\/\//.test(one));
  const [competencies, works] = await Promise.all([
    competenciesAmong(ctx, [...new Set([...ids, ...more])], caller),
    worksFor(ctx, ids, caller),
  ]);
  const alignments = new Map<string, Alignment>();
  for (const { id, definition } of activities) {
    const direct = [id, definition?.moreInfo ?? ''].flatMap((one): ClaimTarget[] => {
      const competency = competencies.get(one);
      return competency === undefined ? [] : [{ competency, framework: null }];
    });
    const found = works.get(id);
    const before = alignments.get(id);
    const targets = [...(before?.targets ?? []), ...direct, ...(found ?? [])];
    alignments.set(id, { targets: distinct(targets), known: targets.length > 0 || found !== undefined });
  }
  return alignments;
}

function distinct(targets: readonly ClaimTarget[]): readonly ClaimTarget[] {
  return [...new Map(targets.map((target) => [JSON.stringify(target), target])).values()];
}

/** The ids of those names that are competencies which the adapter may read, by name. */
async function competenciesAmong(
  ctx: Context,
  names: readonly string[],
  caller: Caller,
): Promise<ReadonlyMap<string, string>> {
  const heads = await headsOf(
    ctx,
    names.map((name) => shortIdOf(name, ctx.config.bases)),
  );
  const found = names.flatMap((name, index) => {
    const head = heads[index] ?? null;
    return head === null || head.deleted || !isReadable(ctx, head, caller) ? [] : [{ ...head, name }];
  });
  const competencies = new Map<string, string>();
  for await (const whole of wholeVersions(ctx.store, found)) {
    for (const state of whole) {
      if (/\.competency$/.test(typeKey(storedObject(state)))) competencies.set(state.name, state.shortId);
    }
  }
  return competencies;
}

/** What the CreativeWorks with these addresses are aligned to, by address; no entry where there is no such CreativeWork. */
async function worksFor(
  ctx: Context,
  urls: readonly string[],
  caller: Caller,
): Promise<ReadonlyMap<string, readonly ClaimTarget[]>> {
  const wanted = new Set(urls);
  const works = new Map<string, readonly ClaimTarget[]>();
  for await (const { object } of findObjects(ctx, { member: 'url', texts: urls, hint: '*.creativework' }, caller)) {
    for (const url of idsIn(member(object, 'url'))) {
      if (wanted.has(url)) works.set(url, [...(works.get(url) ?? []), ...targetsIn(object)]);
    }
  }
  return works;
}

function targetsIn(work: JsonObject): readonly ClaimTarget[] {
  return items(member(work, 'educationalAlignment')).flatMap((alignment): ClaimTarget[] => {
    if (!isObject(alignment)) return [];
    const [competency] = idsIn(member(alignment, 'targetUrl'));
    if (competency === undefined) return [];
    return [{ competency, framework: frameworkIn(member(alignment, 'educationalFramework')) }];
  });
}

function frameworkIn(value: Json | undefined): string | null {
  const [framework] = idsIn(value);
  return framework !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(framework) ? framework : null;
}
