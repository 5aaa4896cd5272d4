import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { idOf } from '../outline/draft.ts';
import type { Loaded, Vault } from '../outline/load.ts';
import { NotAFramework } from '../outline/not-a-framework.ts';
import { createSchemeState } from '../outline/state.ts';
import { quoted, type SearchPage } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import { isConcept, isScheme, linkedIds, schemesOf } from './concept-links.ts';

/** Concepts that are found together. */
const PAGE_SIZE = 500;

/**
 * Loads a concept scheme with the concepts that name it, and those that its concepts lead to. Private concepts are found by links alone.
 *
 * @throws ServiceError; NotAFramework for any other object, and for one that no key of the person decrypts
 */
export async function loadScheme(
  service: Pick<Service, 'read' | 'getMany' | 'search'>,
  id: string,
  vault: Vault,
  signal?: AbortSignal,
): Promise<Loaded> {
  const schemeId = shortIdOf(id, []);
  const { object, etag } = await service.read(schemeId, signal);
  const scheme = (await vault.open(object)) ?? object;
  if (!isScheme(scheme)) throw new NotAFramework(scheme);
  const stored = new Map<string, JsonObject>([[schemeId, object]]);
  const objects = new Map<string, JsonObject>([[schemeId, scheme]]);
  const take = async (found: readonly JsonObject[]): Promise<void> => {
    for (const one of found) {
      const opened = await vault.open(one);
      stored.set(idOf(one), one);
      if (opened !== null && isConcept(opened)) objects.set(idOf(one), opened);
    }
  };
  await take(await conceptsNaming(service, schemeId, signal));
  const asked = new Set<string>();
  for (;;) {
    const listed = [...objects.values()].flatMap(listedConcepts);
    const next = [...new Set(listed)].filter((one) => !objects.has(one) && !asked.has(one));
    if (next.length === 0) break;
    for (const one of next) asked.add(one);
    await take(await service.getMany(next, signal));
  }
  const missing = [...asked].filter((one) => !objects.has(one));
  return { state: createSchemeState(schemeId, objects), stored, etag, missing };
}

/** The concepts that a scheme or a concept lists. */
export function listedConcepts(object: JsonObject): readonly string[] {
  return linkedIds(object, isScheme(object) ? 'hasTopConcept' : 'narrower');
}

async function conceptsNaming(
  { search }: Pick<Service, 'search'>,
  schemeId: string,
  signal: AbortSignal | undefined,
): Promise<readonly JsonObject[]> {
  const q = ['skos\\:inScheme', 'skos\\:topConceptOf', 'ceasn\\:inProgressionModel', 'inScheme', 'topConceptOf']
    .map((name) => `${name}:${quoted(schemeId)}`)
    .join(' OR ');
  const found: JsonObject[] = [];
  let page: SearchPage | null = await search({ q, indexHint: '*concept', size: PAGE_SIZE }, signal);
  while (page !== null) {
    found.push(...page.objects.filter((one) => schemesOf(one).includes(schemeId)));
    page = page.next === null ? null : await page.next(signal);
  }
  return found;
}
