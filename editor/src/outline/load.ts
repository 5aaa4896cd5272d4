import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import type { Service } from '../service/service.ts';
import { idOf } from './draft.ts';
import { isFramework, NotAFramework } from './not-a-framework.ts';
import { PART_LISTS } from './patch.ts';
import { createState, listedIds, type OutlineState } from './state.ts';

/** Encrypts and decrypts the objects of private frameworks. */
export type Vault = {
  /** The object as the person sees it: itself if it is public; null when no key of the person decrypts it. */
  readonly open: (object: JsonObject) => Promise<JsonObject | null>;
  /** The object in its stored form. @param like the stored object whose owners and readers it gets */
  readonly seal: (object: JsonObject, like: JsonObject) => Promise<JsonObject>;
};

export type Loaded = {
  readonly state: OutlineState;
  /** As stored, by short id: what saves are compared with. */
  readonly stored: ReadonlyMap<string, JsonObject>;
  /** The tag of the framework. */
  readonly etag: string | null;
  /** Listed parts that are hidden, deleted or elsewhere. */
  readonly missing: readonly string[];
};

/**
 * Loads a framework with everything that it lists: one request for the framework, and one for every 5,000 parts.
 *
 * @throws ServiceError; NotAFramework for any other object, and for one that no key of the person decrypts
 */
export async function loadFramework(
  service: Pick<Service, 'read' | 'getMany'>,
  id: string,
  vault: Vault,
  signal?: AbortSignal,
): Promise<Loaded> {
  const frameworkId = shortIdOf(id, []);
  const { object, etag } = await service.read(frameworkId, signal);
  const framework = (await vault.open(object)) ?? object;
  if (!isFramework(framework)) throw new NotAFramework(framework);
  const listed = [...new Set(PART_LISTS.flatMap((list) => listedIds(framework, list)))];
  const parts = listed.length === 0 ? [] : await service.getMany(listed, signal);
  const stored = new Map<string, JsonObject>([[frameworkId, object]]);
  const objects = new Map<string, JsonObject>([[frameworkId, framework]]);
  for (const part of parts) {
    const opened = await vault.open(part);
    stored.set(idOf(part), part);
    if (opened !== null) objects.set(idOf(part), opened);
  }
  const missing = listed.filter((part) => !objects.has(part));
  return { state: createState(frameworkId, objects), stored, etag, missing };
}

/** A vault for frameworks that are not encrypted. */
export const PUBLIC_VAULT: Vault = {
  open: async (object) => object,
  seal: async (object) => object,
};
