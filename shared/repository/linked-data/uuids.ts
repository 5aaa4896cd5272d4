import { NIL_UUID, nameBasedUuid } from '../../base/crypto/name-based-uuid.ts';
import { guidOf } from './identifiers.ts';

/** Namespace of the ids that the service derives: any constant would do. */
const NAMESPACE = 'c7b0a7a0-5d5c-5a3e-9d3c-0f6c5a1c2b11';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a UUID, of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The UUID at the end of an id; null when there is none. */
export function ownUuid(id: string): string | null {
  const last = guidOf(id).replace(/^ce-/i, '');
  return isUuid(last) ? last : null;
}

/**
 * The UUID of an object in formats, unless it has another one: the last segment of its id where that is a UUID, with or without
 * `ce-`; else a name-based one (RFC 9562, version 3) of the id in the nil namespace, as today's servers derive it.
 *
 * @param id without version
 */
export function uuidOf(id: string): string {
  return ownUuid(id)?.toLowerCase() ?? nameBasedUuid(3, NIL_UUID, id);
}

/** An id that is the same for the same parts (RFC 9562, version 5). */
export function uuid5(...parts: readonly string[]): string {
  return nameBasedUuid(5, NAMESPACE, JSON.stringify(parts));
}

/** Number of characters in the first three groups of a UUID. */
const BEGINNING = 18;

/**
 * The beginning that all UUIDs of {@link partUuid} within a framework have: 60 bits and the version. It leads from such a UUID to the
 * framework, since what the UUID names is not stored.
 *
 * @param root id of the framework, without version
 */
export function partsBeginning(root: string): string {
  const text = uuid5('parts of', root).slice(0, BEGINNING);
  return `${text.slice(0, 14)}8${text.slice(15)}`;
}

/** The UUID (RFC 9562, version 8) of a part of a framework that is not stored: the same for the same parts. */
export function partUuid(root: string, ...parts: readonly string[]): string {
  return partsBeginning(root) + uuid5(...parts).slice(BEGINNING);
}

/** The {@link partsBeginning} of the framework that a UUID names a part of; null for other UUIDs. */
export function beginningOf(uuid: string): string | null {
  return uuid.charAt(14) === '8' ? uuid.slice(0, BEGINNING).toLowerCase() : null;
}
