import { knownUuids } from '../../../../shared/exchange/frameworks/identifiers.ts';
import { isEncryptedValue } from '../../../../shared/repository/access/kbac-types.ts';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import { isUuid } from '../../../../shared/repository/linked-data/uuids.ts';
import { frameworksRequest } from '../../app/framework-list.ts';
import { matchesOf } from '../../app/matches.ts';
import { idOf } from '../../outline/draft.ts';
import type { Vault } from '../../outline/load.ts';
import { isFramework } from '../../outline/not-a-framework.ts';
import { listedIds } from '../../outline/state.ts';
import { quoted } from '../../service/search.ts';
import type { Service } from '../../service/service.ts';
import { identifierOf } from './table-framework.ts';
import type { TableItem } from './table-item.ts';

/** Competencies of a table that are looked for: one that is found says which framework it is. */
const MAX_SOUGHT = 20;

/**
 * The framework here that competencies of a table belong to, by their ids, CTIDs and identifiers; null: there is none that the person can
 * read.
 *
 * @throws ServiceError
 */
export async function knownFramework(
  service: Pick<Service, 'base' | 'search' | 'getMany'>,
  vault: Vault,
  items: readonly TableItem[],
  signal: AbortSignal,
): Promise<JsonObject | null> {
  const sought = firstItems(items, MAX_SOUGHT);
  const addresses = sought.flatMap(({ id }) =>
    id !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(id) ? [shortIdOf(id, [])] : [],
  );
  const stored = addresses.length === 0 ? [] : await service.getMany(addresses, signal);
  const encrypted = stored.find(isEncryptedValue);
  if (encrypted !== undefined) return privateFramework(service, vault, idOf(encrypted), signal);
  const found = [...stored, ...(await withUuids(service, sought.flatMap(uuidsOf), signal))];
  for (const { framework } of await matchesOf(found.slice(0, 1), service, signal))
    if (framework !== null) return framework;
  return null;
}

function firstItems(items: readonly TableItem[], count: number): readonly TableItem[] {
  const first: TableItem[] = [];
  const walk = (list: readonly TableItem[]): void => {
    for (const item of list) {
      if (first.length >= count) return;
      first.push(item);
      walk(item.children);
    }
  };
  walk(items);
  return first;
}

/** The identifier and the CTID of a competency, as UUIDs in lower case. */
function uuidsOf(item: TableItem): readonly string[] {
  const ctid = item.fields['ceterms:ctid'];
  const texts = [identifierOf(item) ?? '', typeof ctid === 'string' ? ctid.replace(/^ce-/i, '') : ''];
  return texts.filter(isUuid).map((uuid) => uuid.toLowerCase());
}

async function withUuids(
  service: Pick<Service, 'search'>,
  uuids: readonly string[],
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  if (uuids.length === 0) return [];
  const q = uuids.map(quoted).join(' OR ');
  const { objects } = await service.search({ q, indexHint: '*competency', size: MAX_SOUGHT }, signal);
  return objects.filter((object) => knownUuids(object, idOf(object)).some((uuid) => uuids.includes(uuid)));
}

/** The private framework that lists an object, among those that were changed last. */
async function privateFramework(
  service: Pick<Service, 'search'>,
  vault: Vault,
  id: string,
  signal: AbortSignal,
): Promise<JsonObject | null> {
  const { objects } = await service.search(frameworksRequest(), signal);
  for (const object of objects.filter(isEncryptedValue)) {
    const opened = await vault.open(object);
    if (opened !== null && isFramework(opened) && listedIds(opened, 'competency').includes(id)) {
      return { ...opened, '@id': member(object, '@id') ?? '' };
    }
  }
  return null;
}
