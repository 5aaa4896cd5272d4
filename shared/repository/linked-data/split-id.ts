import { Problem } from '../../base/errors/problem.ts';

/** Versions are doubles: the largest is 2^53-1. */
export const MAX_VERSION = Number.MAX_SAFE_INTEGER;

/** The parts of an `@id`. */
export type IdParts = {
  /** The id without its version: the identity of the object. */
  readonly shortId: string;
  /** The version that the id carries, or null. */
  readonly version: number | null;
  /** The id begins with one of this service's own addresses. */
  readonly local: boolean;
};

/** Ids that contain one of these carry a version as a last segment of digits, also on other servers. */
const VERSIONED_PATHS = ['/api/data/', '/api/custom/data/'];

/**
 * The short id and the version of an `@id` (specification: Common fields, Versioning 2 and 4).
 *
 * A last segment of digits is a version only in ids of a repository's data address; elsewhere it belongs to the id.
 *
 * @param bases this service's own addresses, each ending in `/api/`
 * @throws Problem `invalid-object` (400) when the version is beyond {@link MAX_VERSION}
 */
export function splitId(id: string, bases: readonly string[]): IdParts {
  const local = bases.some((base) => id.startsWith(base));
  const slash = id.lastIndexOf('/');
  const last = id.slice(slash + 1);
  const versioned = isDigits(last) && (local || VERSIONED_PATHS.some((path) => id.includes(path)));
  return { shortId: versioned ? id.slice(0, slash) : id, version: versioned ? toVersion(last) : null, local };
}

/** Text of digits only, such as the version at the end of an id. */
export function isDigits(text: string): boolean {
  return /^[0-9]+$/.test(text);
}

/**
 * A version number from its digits.
 *
 * @throws Problem `invalid-object` (400) beyond {@link MAX_VERSION}
 */
export function toVersion(digits: string): number {
  const version = Number(digits);
  if (version > MAX_VERSION) {
    throw new Problem('invalid-object', `The version ${digits.slice(0, 40)} is above the largest, ${MAX_VERSION}.`, {
      where: '@id',
    });
  }
  return version;
}
