import { md5Hex } from '../../shared/crypto/md5.ts';
import { isUuid, ownUuid, uuidOf } from '../../shared/frameworks/identifiers.ts';
import type { Properties } from '../../shared/frameworks/model.ts';

/** The versions of CASE, as addresses have them. */
export type CaseVersion = 'v1p0' | 'v1p1';

/** What has an address of its own. */
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

/** The identifier of an object in CASE: the one that it came with, or else derived from its id. */
export function identifierOf({ id, properties }: { readonly id: string; readonly properties: Properties }): string {
  const own = properties.get('schema:identifier')?.find((value) => typeof value === 'string' && isUuid(value));
  return typeof own === 'string' ? own : uuidOf(id);
}

/**
 * The address of an object at this service. It ends in the UUID of the id, or else in its MD5: both lead to the object.
 *
 * @param base public address, ending in `/api/`
 */
export function addressOf(base: string, version: CaseVersion, collection: Collection, id: string): string {
  return `${base}ims/case/${version}/${collection}/${ownUuid(id) ?? md5Hex(id)}`;
}

/** What the address of a part of CASE at this service names; null for other addresses. */
export function nameInAddress(uri: string, bases: readonly string[]): string | null {
  const base = bases.find((own) => uri.startsWith(`${own}ims/case/`));
  if (base === undefined) return null;
  const [, name] = /^v1p[01]\/[A-Za-z]+\/([^/?#]+)$/.exec(uri.slice(`${base}ims/case/`.length)) ?? [];
  return name ?? '';
}
