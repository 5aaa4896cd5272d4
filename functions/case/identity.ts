import { Problem } from '../../shared/base/errors/problem.ts';
import type { Loss } from '../../shared/exchange/frameworks/model.ts';
import { MAX_ID_LENGTH } from '../../shared/repository/linked-data/identifiers.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { isUuid, ownUuid, uuidOf } from '../../shared/repository/linked-data/uuids.ts';
import { isPartAddress } from './addresses.ts';

/** The problem of a part that cannot be read. @param where JSON pointer */
export function malformed(detail: string, where: string): Problem {
  return new Problem('malformed-request', detail, { where });
}

/** A member that is a text; null without one. */
export function textIn(object: JsonObject, name: string): string | null {
  const value = member(object, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** From the address of an object to its id; null when it may not be imported. */
export type Resolve = (uri: string) => string | null;

/** Distinguishes the parts of one package. */
export type CaseIdentities = {
  /** Resolves the addresses of the parts themselves. */
  readonly resolve: Resolve;
  /** Resolves the ends of associations: an object of this service may be an end without being changed. */
  readonly resolveEnd: Resolve;
  /** Ids of the document and the items by their identifiers in lower case. */
  readonly parts: Map<string, string>;
  /** The ids of all parts. */
  readonly ids: Set<string>;
  readonly losses: Loss[];
};

/** An absolute IRI, as the store accepts it. */
const IRI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\p{Cc}\p{Cs}]+$/u;

/** Most addresses are ASCII: for these, the simpler expression is faster. */
const ASCII_IRI = /^[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$/;

/** The address that identifies a part: its `uri`, or its identifier if the `uri` is not an absolute address. */
function addressOfPart(part: JsonObject): string | null {
  const [uri, identifier] = [textIn(part, 'uri'), textIn(part, 'identifier')];
  if (uri !== null && (identifier === null || ASCII_IRI.test(uri) || IRI.test(uri))) return uri;
  return identifier === null ? null : `urn:uuid:${identifier}`;
}

/**
 * The id of a part. Returns null, and reports a loss, for an address of this service that names no object here. An identifier that
 * cannot be exported is reported as a loss too.
 *
 * @throws Problem `malformed-request` (400) for a part without `uri` and `identifier`, and for a `uri` that is too long
 */
export function idOfPart(part: JsonObject, where: string, { resolve, losses }: CaseIdentities): string | null {
  const address = addressOfPart(part);
  if (address === null) throw malformed('It has neither uri nor identifier.', `${where}/uri`);
  if (address.length > MAX_ID_LENGTH) throw malformed(`A uri has at most ${MAX_ID_LENGTH} characters.`, `${where}/uri`);
  const [uri, identifier] = [textIn(part, 'uri'), textIn(part, 'identifier')];
  const lose = (property: string, reason: string): void => {
    losses.push({ '@id': address, property, reason });
  };
  if (uri !== null && uri !== address) lose('uri', `It is not an absolute address: ${uri.slice(0, 200)}`);
  if (identifier !== null && !isUuid(identifier)) {
    lose('identifier', 'It is not a UUID: exports have one that is derived from the uri.');
  }
  const id = resolve(address);
  if (id === null) lose('uri', 'It is an address of this service that names no object here.');
  return id;
}

/** The identifier as a property of the stored object; none if the id implies the same. */
export function storedIdentifier(part: JsonObject, id: string | null): readonly [string, readonly Json[]][] {
  const identifier = textIn(part, 'identifier');
  if (identifier === null || (id !== null && isUuidOf(identifier, id))) return [];
  return [['schema:identifier', [identifier]]];
}

/** Whether a text is the UUID that follows from an id. UUIDs that are derived from the whole id have version 3. */
function isUuidOf(text: string, id: string): boolean {
  const own = ownUuid(id);
  return own === null ? text.charAt(14) === '3' && text === uuidOf(id) : text === own.toLowerCase();
}

/** Notes the identifier of a document or item. If another part has the same, it names the first, and a loss is reported. */
export function identify(part: JsonObject, id: string, { parts, ids, losses }: CaseIdentities): void {
  ids.add(id);
  const identifier = textIn(part, 'identifier') ?? ownUuid(id);
  if (identifier === null) return;
  const other = parts.get(identifier.toLowerCase());
  if (other === undefined) parts.set(identifier.toLowerCase(), id);
  else losses.push({ '@id': id, property: 'identifier', reason: `${other} has this identifier too.` });
}

/**
 * The id of an end of an association; null for an address of this service that names no object here. Within the package, the identifier
 * decides. If `uri` names another part of the package, a loss is reported.
 *
 * @param owner the association, for the losses
 * @throws Problem `malformed-request` (400) for an end that names nothing
 */
export function idOfEnd(
  value: Json | undefined,
  { owner, name, where }: Readonly<Record<'owner' | 'name' | 'where', string>>,
  { resolveEnd, parts, ids, losses }: CaseIdentities,
): string | null {
  const link = typeof value === 'string' ? { uri: value } : value;
  const address = isObject(link) ? addressOfPart(link) : null;
  if (!isObject(link) || address === null) throw malformed('The association has no such end.', where);
  const byAddress = resolveEnd(address);
  const part = parts.get((textIn(link, 'identifier') ?? ownUuid(address) ?? '').toLowerCase());
  if (part === undefined || part === byAddress) return byAddress;
  if (byAddress !== null && ids.has(byAddress)) {
    losses.push({
      '@id': owner,
      property: name,
      reason: 'uri and identifier name different parts: the identifier applies.',
    });
  }
  return part;
}

/** Whether an address names a part of this service that is derived from others, and therefore not read. */
export function isDerivedHere(uri: string | null, resolve: Resolve): boolean {
  return uri !== null && isPartAddress(uri) && resolve(uri) === null;
}
