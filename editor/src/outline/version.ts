/** Versions before this are counters of objects from elsewhere, and not times. */
const FIRST_TIME = Date.UTC(2000, 0, 1);

/** The time of a version, UTC milliseconds; null where it is none. */
export function timeOfVersion(version: number | null): number | null {
  return version !== null && version > FIRST_TIME ? version : null;
}
