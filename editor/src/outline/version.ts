import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { splitId } from '../../../shared/repository/linked-data/split-id.ts';

/** Versions before this are counters of objects from elsewhere, and not times. */
const FIRST_TIME = Date.UTC(2000, 0, 1);

/** The time of a version, UTC milliseconds; null if it is not a time. */
export function timeOfVersion(version: number | null): number | null {
  return version !== null && version > FIRST_TIME ? version : null;
}

/** The version of a stored object; 0 without one. @param base of the service, ending in `/api/` */
export function versionOf(object: JsonObject, base: string): number {
  const id = member(object, '@id');
  return splitId(typeof id === 'string' ? id : '', [base]).version ?? 0;
}
