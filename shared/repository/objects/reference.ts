import { Problem } from '../../base/errors/problem.ts';
import { guidOf, MAX_ID_LENGTH, type ObjectIdentity } from '../linked-data/identifiers.ts';
import { isDigits, splitId, toVersion } from '../linked-data/split-id.ts';

/** The target of a data address or a batch item. */
export type Reference = {
  /** GUID, MD5 of the short id, other alias, or a short id. */
  readonly name: string;
  /** The requested version, or null for the current one. */
  readonly version: number | null;
};

/**
 * Maximum length of a batch item, in UTF-16 units: several times an id of full length with each character
 * percent-encoded.
 */
const MAX_ITEM_LENGTH = 32_768;

/** Characters that a type in a path must not contain: type keys are names, never addresses (checks D2). */
const REFUSED_IN_TYPE = /[?#%\\]|\.\./;

/**
 * Reads what follows `/api/data/`: `<id>`, `<type>/<id>` or `<type>/<id>/<version>`, where the type may be empty
 * (`data//<md5>/<version>`) and says nothing that the id does not. A whole id, percent-encoded into one segment, is
 * taken too. One slash at the end is ignored.
 *
 * @param path the path after `data/`, still percent-encoded
 * @param bases own addresses, to recognize the version in a whole id
 * @throws Problem `malformed-path` (400)
 */
export function parseReference(path: string, bases: readonly string[]): Reference {
  const segments = path.split('/').map(decodeSegment);
  // A slash after a type names no object.
  if (segments.at(-1) === '' && (segments.length > 2 || isWholeId(segments[0] ?? ''))) segments.pop();
  if (segments.length === 1 && isWholeId(segments[0] ?? '')) return referenceOfId(segments[0] ?? '', bases);
  const parts = segments.flatMap((segment) => segment.split('/'));
  if (parts.length === 1) return checked('', parts[0] ?? '', null);
  const [type = '', name = '', version = ''] = parts;
  if (parts.length > 3) throw new Problem('malformed-path', 'A data address is <type>/<id> or <type>/<id>/<version>.');
  return checked(type, name, version === '' ? null : version);
}

/**
 * Reads one item of multiGet and multiDelete: as {@link parseReference}, with or without `data/` in front, or a whole id.
 *
 * @throws Problem `malformed-path` (400)
 */
export function parseBatchItem(item: string, bases: readonly string[]): Reference {
  if (item.length > MAX_ITEM_LENGTH) {
    throw new Problem('malformed-path', `No item that names an object is longer than ${MAX_ITEM_LENGTH} characters.`);
  }
  if (isWholeId(item)) return referenceOfId(item, bases);
  return parseReference(item.replace(/^data\//, ''), bases);
}

/**
 * The names by which a store may know the object that an id in another object means: the id, with a version or without, or any
 * address of the object at this service, also a relative one. What GET of an address leads to is among them.
 *
 * @param bases own addresses
 * @returns the id without its version as it is written, then the others; for a name without an address that name
 */
export function namesOf(id: string, bases: readonly string[]): readonly [string, ...string[]] {
  const whole = id.startsWith('data/') ? `${bases[0] ?? ''}${id}` : id;
  const { shortId, local } = lenientlySplit(whole, bases);
  const path = dataPath(whole, bases);
  const others = [...(local ? [guidOf(shortId)] : []), ...(path === null ? [] : nameAt(path, bases))];
  return [shortId, ...new Set(others.filter((name) => name !== '' && name !== shortId))];
}

/** A version out of range is ignored, so that the reference still leads to the object. */
function lenientlySplit(id: string, bases: readonly string[]): Pick<ObjectIdentity, 'shortId' | 'local'> {
  try {
    return splitId(id, bases);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { shortId: id.slice(0, id.lastIndexOf('/')), local: bases.some((base) => id.startsWith(base)) };
  }
}

/** The part after `data/` in an own address, as in a request for it; null for other ids. */
function dataPath(id: string, bases: readonly string[]): string | null {
  const url = URL.parse(id, bases[0]);
  if (url === null) return null;
  const address = `${url.origin}${url.pathname}`;
  const place = bases.map((base) => `${URL.parse(base)?.href ?? base}data/`).find((own) => address.startsWith(own));
  return place === undefined ? null : address.slice(place.length);
}

function nameAt(path: string, bases: readonly string[]): readonly string[] {
  try {
    return [parseReference(path, bases).name];
  } catch (error) {
    if (error instanceof Problem) return []; // an address that requests are refused for names no object
    throw error;
  }
}

/**
 * The version that a reference asks for of the object that its name led to, or null for the current one. Clients take a last
 * segment of digits for a version in every id: for an object whose id itself ends in digits, they mean the object.
 *
 * @param shortId of the object
 */
export function versionAsked({ version }: Reference, shortId: string): number | null {
  const last = guidOf(shortId);
  return isDigits(last) && Number(last) === version ? null : version;
}

function referenceOfId(id: string, bases: readonly string[]): Reference {
  const { shortId, version } = splitId(id, bases);
  return { name: shortId, version };
}

function checked(type: string, name: string, version: string | null): Reference {
  if (REFUSED_IN_TYPE.test(type)) {
    throw new Problem('malformed-path', 'A type in a path may not hold ? # % \\ or two dots in a row.', {
      where: 'type',
    });
  }
  if (name === '') throw new Problem('malformed-path', 'The path names no object.', { where: 'uid' });
  if (name.length > MAX_ID_LENGTH) {
    throw new Problem('malformed-path', `No name of an object is longer than ${MAX_ID_LENGTH} characters.`, {
      where: 'uid',
    });
  }
  if (version !== null && !isDigits(version)) {
    throw new Problem('malformed-path', 'The version in the path must be a whole number.', { where: 'version' });
  }
  return { name, version: version === null ? null : toVersion(version) };
}

function isWholeId(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text);
}

function decodeSegment(segment: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    throw new Problem('malformed-path', 'The path holds a percent sign that starts no UTF-8 character.');
  }
  if (/\p{Cc}/u.test(decoded)) throw new Problem('malformed-path', 'The path holds a control character.');
  return decoded;
}
