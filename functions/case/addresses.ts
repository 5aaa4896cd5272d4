import { md5Hex } from '../../shared/base/crypto/md5.ts';
import { identifierOf } from '../../shared/exchange/frameworks/identifiers.ts';
import type { Properties } from '../../shared/exchange/frameworks/model.ts';
import { guidOf } from '../../shared/repository/linked-data/identifiers.ts';

/** The versions of CASE, as in addresses. */
export type CaseVersion = 'v1p0' | 'v1p1';

/** The collections whose records have addresses. */
export type Collection =
  | 'CFDocuments'
  | 'CFItems'
  | 'CFAssociations'
  | 'CFPackages'
  | 'CFConcepts'
  | 'CFItemTypes'
  | 'CFLicenses'
  | 'CFSubjects'
  | 'CFAssociationGroupings'
  | 'CFRubrics';

/** The parts that determine an identifier: the id, without version, and the properties. */
type Identified = { readonly id: string; readonly properties: Properties };

/** The identifier of a part of CASE, and its address at this service. */
export type Identity = { readonly identifier: string; readonly uri: string };

/** @param base public address, ending in `/api/` */
export function identityOf(base: string, version: CaseVersion, collection: Collection, object: Identified): Identity {
  const identifier = identifierOf(object);
  return { identifier, uri: addressOf(base, version, collection, object.id, identifier) };
}

/**
 * The address of an object at this service. It ends in the UUID of the id if that is an id of this service and the identifier of the
 * object, else in the MD5 of the id: no other object has these names.
 *
 * @param base public address, ending in `/api/`
 * @param id without version
 * @param identifier of the object, a UUID
 */
export function addressOf(
  base: string,
  version: CaseVersion,
  collection: Collection,
  id: string,
  identifier: string,
): string {
  const last = guidOf(id).replace(/^ce-/i, '');
  const isIdentifier = id.startsWith(base) && last.toLowerCase() === identifier.toLowerCase();
  return `${base}ims/case/${version}/${collection}/${isIdentifier ? last : md5Hex(id)}`;
}

/** The address of a part that is not stored: it names the framework, and the identifier of the part. */
export function partAddress(
  base: string,
  version: CaseVersion,
  collection: Collection,
  root: Identified,
  identifier: string,
): string {
  return `${identityOf(base, version, collection, root).uri}~${identifier}`;
}

const PART = /^([^/?#~]+)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The name of the framework, and the identifier, in the name of a part that is not stored; null for other names. */
export function partIn(name: string): { readonly root: string; readonly identifier: string } | null {
  const [, root, identifier] = PART.exec(name) ?? [];
  return root === undefined || identifier === undefined ? null : { root, identifier };
}

const PART_ADDRESS = /\/ims\/case\/v1p[01]\/CF[A-Za-z]+\/[^/?#~]+~[0-9a-f-]{36}$/;

/** Whether an address names a part that is derived and not stored, on any server of this kind. */
export function isPartAddress(uri: string): boolean {
  return PART_ADDRESS.test(uri);
}

/** The name in the address of a CASE part at this service; empty for an address without one, null for other addresses. */
export function nameInAddress(uri: string, bases: readonly string[]): string | null {
  const base = bases.find((own) => uri.startsWith(`${own}ims/case/`));
  if (base === undefined) return null;
  const [, name] = /^v1p[01]\/[A-Za-z]+\/([^/?#]+)$/.exec(uri.slice(`${base}ims/case/`.length)) ?? [];
  return name ?? '';
}
