import { type Json, type JsonObject, member } from '../linked-data/json.ts';

/** Hosts under which the service's own vocabulary is written: the one that today's clients know, and the neutral one. */
const HOSTS = ['schema.cassproject.org', 'schema.svc.org'];

/** Full names, without scheme, of the types that an entry of a signature sheet may have (specification: Signature sheet entry). */
const SIGNATURE_TYPES: ReadonlySet<string> = new Set([
  ...HOSTS.flatMap((host) => ['0.2', '0.3', '0.4'].map((version) => `${host}/kbac/${version}/TimeLimitedSignature`)),
  'schema.eduworks.com/ebac/0.1/timeLimitedSignature',
  'schema.eduworks.com/ebac/0.2/timeLimitedSignature',
]);

/**
 * Type keys of RekeyRequest (specification: Type key derivation), in every namespace of the service's own: clients write
 * this one with the version before the vocabulary.
 */
export const REKEY_TYPE_KEYS: readonly string[] = HOSTS.flatMap((host) =>
  ['0.2', '0.3', '0.4'].flatMap((version) => [
    `${host}.${version}.kbac.rekeyrequest`,
    `${host}.kbac.${version}.rekeyrequest`,
  ]),
);

/**
 * Whether an entry's type is a known signature type: a full address in `type`, or `context` and `type` joined; both
 * members also with `@`.
 */
export function isSignatureType(entry: JsonObject): boolean {
  const type = member(entry, '@type') ?? member(entry, 'type');
  const context = member(entry, '@context') ?? member(entry, 'context');
  if (typeof type !== 'string') return false;
  if (/^https?:\/\//.test(type)) return SIGNATURE_TYPES.has(withoutScheme(type));
  if (typeof context !== 'string') return false;
  return SIGNATURE_TYPES.has(`${withoutScheme(context).replace(/\/$/, '')}/${type}`);
}

/**
 * Whether a node is an EncryptedValue (specification: EncryptedValue), in any namespace and spelling of the type: what
 * merely looks like one is protected too, since hiding too much can be corrected and showing too much cannot.
 */
export function isEncryptedValue(node: JsonObject): boolean {
  return namesEncryptedValue(member(node, '@type')) || namesEncryptedValue(member(node, 'type'));
}

function namesEncryptedValue(type: Json | undefined): boolean {
  if (typeof type === 'string') return /(?:^|[/#:.])encryptedvalue$/i.test(type.trim());
  return Array.isArray(type) && type.some((name) => typeof name === 'string' && namesEncryptedValue(name));
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '');
}
