import { NIL_UUID, nameBasedUuid } from '../crypto/name-based-uuid.ts';
import { guidOf } from '../linked-data/identifiers.ts';

/** Namespace of the ids that the service derives: any constant would do. */
const NAMESPACE = 'c7b0a7a0-5d5c-5a3e-9d3c-0f6c5a1c2b11';

/**
 * The UUID that formats know an object by: the last segment of its id where that is a UUID, with or without `ce-`; else a name-based one
 * (RFC 9562, version 3) of the id in the nil namespace, as today's servers derive it.
 *
 * @param id without version
 */
export function uuidOf(id: string): string {
  return ownUuid(id)?.toLowerCase() ?? nameBasedUuid(3, NIL_UUID, id);
}

/** The CTID (CTDL) of an object: `ce-` and {@link uuidOf}. */
export function ctidOf(id: string): string {
  return `ce-${uuidOf(id)}`;
}

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

/** An id that is the same for the same parts (RFC 9562, version 5). */
export function uuid5(...parts: readonly string[]): string {
  return nameBasedUuid(5, NAMESPACE, JSON.stringify(parts));
}
