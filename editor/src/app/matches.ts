import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { idsIn } from '../../../shared/repository/linked-data/references.ts';
import { splitId } from '../../../shared/repository/linked-data/split-id.ts';
import { isFramework } from '../outline/not-a-framework.ts';
import { partKindOf, relationOf } from '../outline/state.ts';
import { isConcept, isScheme, schemesOf } from '../schemes/concept-links.ts';
import { quoted } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import { frameworkPath, schemePath } from './paths.ts';

/** A search result. */
export type Match = {
  /** Its short id. */
  readonly id: string;
  readonly object: JsonObject;
  /** Where the editor shows it; null: nowhere. */
  readonly href: string | null;
  /** The framework that lists it; null: no framework does. */
  readonly framework: JsonObject | null;
  /** The competencies above it, from the top. */
  readonly path: readonly JsonObject[];
  /** What a relation relates, with its type; null: it is not a relation. */
  readonly ends: { readonly source: RelationEnd; readonly type: string; readonly target: RelationEnd } | null;
};

/** `object`: null if it cannot be read. */
type RelationEnd = { readonly id: string; readonly object: JsonObject | null };

/** Maximum number of ancestors shown for a match. */
const MAX_PATH = 4;

/** Finds the frameworks of the objects of a page of results, and the competencies above them. */
export async function matchesOf(
  objects: readonly JsonObject[],
  service: Pick<Service, 'base' | 'search' | 'getMany'>,
  signal?: AbortSignal,
): Promise<readonly Match[]> {
  return Promise.all(objects.map((object) => matchOf(object, service, signal)));
}

async function matchOf(
  object: JsonObject,
  service: Pick<Service, 'base' | 'search' | 'getMany'>,
  signal: AbortSignal | undefined,
): Promise<Match> {
  const id = shortIdOf(object, service.base);
  const alone = { id, object, framework: null, path: [], ends: null };
  if (isFramework(object)) return { ...alone, href: frameworkPath(id) };
  if (isScheme(object)) return { ...alone, href: schemePath(id) };
  const [scheme] = isConcept(object) ? schemesOf(object) : [];
  if (scheme !== undefined) return { ...alone, href: schemePath(scheme, id) };
  if (partKindOf(object) === 'relation') return { ...alone, href: null, ends: await endsOf(object, service, signal) };
  if (isEncryptedValue(object) || partKindOf(object) !== 'competency') return { ...alone, href: null };
  const { objects: found } = await service.search(
    { q: `competency:${quoted(id)}`, indexHint: '*framework', size: 1 },
    signal,
  );
  const [framework] = found;
  if (framework === undefined) return { ...alone, href: null };
  const href = competencyPath(shortIdOf(framework, service.base), id);
  return { ...alone, href, framework, path: await pathTo(id, service, signal) };
}

async function endsOf(
  relation: JsonObject,
  { base, getMany }: Pick<Service, 'base' | 'getMany'>,
  signal: AbortSignal | undefined,
): Promise<Match['ends']> {
  const related = isEncryptedValue(relation) ? null : relationOf(relation);
  if (related === null) return null;
  const objects = await getMany([related.source, related.target], signal);
  const end = (id: string) => ({ id, object: objects.find((object) => shortIdOf(object, base) === id) ?? null });
  return { source: end(related.source), type: related.type, target: end(related.target) };
}

/** The address of a competency in the outline of a framework, of short ids. */
export function competencyPath(framework: string, competency: string): string {
  return `${frameworkPath(framework)}?${new URLSearchParams({ competency })}`;
}

/** The ancestors of a competency, by the first relation `narrows` of each. */
async function pathTo(
  id: string,
  { base, search, getMany }: Pick<Service, 'base' | 'search' | 'getMany'>,
  signal: AbortSignal | undefined,
): Promise<readonly JsonObject[]> {
  const above: string[] = [];
  let below = id;
  while (above.length < MAX_PATH) {
    const q = `relationType:narrows AND source:${quoted(below)}`;
    const { objects } = await search({ q, indexHint: '*relation', size: 1 }, signal);
    const [target] = idsIn(objects[0] && member(objects[0], 'target'));
    const next = target === undefined ? null : splitId(target, [base]).shortId;
    if (next === null || next === id || above.includes(next)) break;
    above.unshift(next);
    below = next;
  }
  return above.length === 0 ? [] : getMany(above, signal);
}

function shortIdOf(object: JsonObject, base: string): string {
  const id = member(object, '@id');
  return splitId(typeof id === 'string' ? id : '', [base]).shortId;
}
