import * as z from 'zod/mini';
import { type PublicKey, parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { TextStorage } from '../identity/text-storage.ts';
import { type Access, accessOf } from './access.ts';
import { type AccessChange, changedAccess, hasAccess } from './access-change.ts';

const pems = z.pipe(
  z.array(z.string()),
  z.transform((texts): readonly PublicKey[] => texts.map(parsePublicKey)),
);
const accessSchema = z.object({ isPrivate: z.boolean(), owners: pems, readers: pems });
const changeSchema = z.object({ before: accessSchema, after: accessSchema });

/** The change of access to a framework in progress, stored until it is complete: the page may be closed before. */
export type KeptChange = {
  readonly read: () => Promise<AccessChange | null>;
  readonly keep: (change: AccessChange) => Promise<void>;
  readonly forget: () => Promise<void>;
};

/** @param frameworkId its short id */
export function createKeptChange(storage: TextStorage, frameworkId: string): KeptChange {
  const key = `access change 1 ${frameworkId}`;
  return {
    async read() {
      const text = await storage.get(key);
      return text === null ? null : changeSchema.parse(JSON.parse(text));
    },
    async keep({ before, after }) {
      await storage.set(key, JSON.stringify({ before: written(before), after: written(after) }));
    },
    forget: () => storage.remove(key),
  };
}

function written({ isPrivate, owners, readers }: Access) {
  return { isPrivate, owners: owners.map(({ pem }) => pem), readers: readers.map(({ pem }) => pem) };
}

/**
 * The number of objects that a change still has to be applied to.
 *
 * @param stored the framework and its parts, by short id
 */
export function leftOf(change: AccessChange, frameworkId: string, stored: ReadonlyMap<string, JsonObject>): number {
  const framework = stored.get(frameworkId);
  if (framework === undefined) return 0;
  const access = changedAccess(change, accessOf(framework));
  return [...stored.values()].filter((object) => !hasAccess(object, access)).length;
}
