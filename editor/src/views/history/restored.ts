import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';

/** Members that keep their current values: restoring does not change who owns and reads an object. */
const KEPT = ['@id', '@owner', 'owner', '@reader', 'reader'] as const;

/** Members that do not apply to another state of the object. */
const DROPPED = ['signature', '@signature', 'signatureSha256', '@signatureSha256'] as const;

/** An earlier version of an object as its next one. @param now the current version; undefined: it was deleted */
export function restored(earlier: JsonObject, now: JsonObject | undefined): JsonObject {
  const object = { ...earlier };
  for (const name of DROPPED) delete object[name];
  if (now === undefined) return object;
  for (const name of KEPT) {
    const value = member(now, name);
    if (value === undefined) delete object[name];
    else object[name] = value;
  }
  return object;
}
