import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { isConcept, isLink, isScheme } from '../../schemes/concept-links.ts';

/** Members that keep their current values: restoring does not change who owns and reads an object. */
const KEPT = ['@id', '@owner', 'owner', '@reader', 'reader'] as const;

/** Members that do not apply to another state of the object. */
const DROPPED = ['signature', '@signature', 'signatureSha256', '@signatureSha256'] as const;

/**
 * An earlier version of an object as its next one.
 *
 * @param now the current version; undefined: it was deleted
 */
export function restored(earlier: JsonObject, now: JsonObject | undefined): JsonObject {
  const object = { ...earlier };
  for (const name of DROPPED) delete object[name];
  return now === undefined ? object : keeping(object, now, KEPT);
}

/**
 * An earlier version of one object alone as its next one. A concept keeps its place in its scheme, which others name too.
 *
 * @param now the current version; undefined: it was deleted
 */
export function restoredAlone(earlier: JsonObject, now: JsonObject | undefined): JsonObject {
  const object = restored(earlier, now);
  if (now === undefined || !(isConcept(now) || isScheme(now))) return object;
  return keeping(object, now, [...Object.keys(now), ...Object.keys(object)].filter(isLink));
}

function keeping(object: JsonObject, now: JsonObject, names: readonly string[]): JsonObject {
  const kept = { ...object };
  for (const name of names) {
    const value = member(now, name);
    if (value === undefined) delete kept[name];
    else kept[name] = value;
  }
  return kept;
}
