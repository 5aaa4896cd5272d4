import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { loadComments } from '../comments/stored-comments.ts';
import { namedVersions } from '../editions/named-version.ts';
import { idOf } from '../outline/draft.ts';
import { sameJson } from '../outline/equal.ts';
import type { Vault } from '../outline/load.ts';
import { PART_LISTS } from '../outline/patch.ts';
import { listedIds } from '../outline/state.ts';
import { isScheme } from '../schemes/concept-links.ts';
import { completeLinks } from '../schemes/edit-scheme.ts';
import { loadScheme } from '../schemes/load-scheme.ts';
import type { Service } from '../service/service.ts';
import type { WritingService } from '../service/writer.ts';
import { accessOf } from './access.ts';

/** Others may add concepts while the links are completed. */
const MAX_ATTEMPTS = 3;

/**
 * The ids of everything that has the access of a framework or a concept scheme: what it consists of, the names of its versions, and
 * comments on it that the person owns. Comments of others only their writers can change.
 *
 * @param root decrypted
 * @param mine fingerprints of the keys of the person
 * @throws ServiceError
 */
export async function sharedParts(
  service: Pick<Service, 'base' | 'read' | 'readMany' | 'getMany' | 'search'>,
  vault: Vault,
  root: JsonObject,
  mine: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const rootId = idOf(root);
  const parts = isScheme(root)
    ? [...(await loadScheme(service, rootId, vault, signal)).stored.keys()].filter((id) => id !== rootId)
    : PART_LISTS.flatMap((list) => listedIds(root, list));
  const versions = await namedVersions(service, vault, rootId, signal);
  const comments = await loadComments(service, vault, rootId, signal);
  const own = comments.filter(({ stored }) => accessOf(stored).owners.some(({ fingerprint }) => mine.has(fingerprint)));
  return [...new Set([...parts, ...versions.map(({ id }) => id), ...own.map(({ id }) => id)])];
}

/**
 * Completes the links of a concept scheme before it becomes private: encrypted concepts are found by links alone. Links in concepts that
 * the person may not change stay: those concepts stay public, too.
 *
 * @throws ServiceError
 */
export async function linkConcepts(
  service: Pick<WritingService, 'read' | 'readMany' | 'getMany' | 'search' | 'saveMany'>,
  vault: Vault,
  schemeId: string,
  signal?: AbortSignal,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { state, stored } = await loadScheme(service, schemeId, vault, signal);
    const changed = completeLinks(state);
    if (changed.size === 0) return;
    const read = await service.readMany([...changed.keys()], signal);
    const saved = read.map(async ({ object, etag }) => {
      const [id, next] = [idOf(object), changed.get(idOf(object))];
      if (next === undefined || etag === null || !sameJson(object, stored.get(id))) return [];
      return [{ object: await vault.seal(next, object), etag }];
    });
    await service.saveMany((await Promise.all(saved)).flat(), signal);
  }
}
