import * as z from 'zod/mini';
import { type PublicKey, parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { parseTime } from '../../../shared/repository/linked-data/time.ts';
import { withAccess } from '../sharing/access.ts';

/** A link that shows records of a learner to all who have it, until it ends. */
export type ShareLink = {
  /** Short id of its permission object. */
  readonly id: string;
  /** What it is for. */
  readonly name: string;
  /** UTC milliseconds: the end of its last day. */
  readonly ends: number;
  readonly learner: { readonly name: string; readonly publicPem: string };
  /** The key of the link, as PEM: a reader of the records. */
  readonly privatePem: string;
  /** Short ids. */
  readonly records: readonly string[];
  /** The framework in which the records are shown. */
  readonly framework: string;
};

/** The last part of the type key of permissions, for searches. */
export const PERMISSION = 'digitaldocumentpermission';

const permissionSchema = z.object({
  name: z.string(),
  endDate: z.string(),
  about: z.object({ name: z.string(), identifier: z.string() }),
  privateKey: z.string(),
  records: z.array(z.string()),
  framework: z.string(),
});

/** The id of a new permission. */
export function newPermissionId(base: string): string {
  return `${base}data/schema.org.DigitalDocumentPermission/${crypto.randomUUID()}`;
}

/** The permission of a link as it is stored: encrypted for the person, who can then end it from any device, and for the link. */
export function writePermission(link: ShareLink, owner: PublicKey, key: PublicKey): Promise<JsonObject> {
  const permission: JsonObject = {
    '@context': 'https://schema.org/',
    '@type': 'DigitalDocumentPermission',
    '@id': link.id,
    permissionType: 'https://schema.org/ReadPermission',
    name: link.name,
    endDate: new Date(link.ends).toISOString(),
    about: { '@type': 'Person', name: link.learner.name, identifier: link.learner.publicPem },
    privateKey: link.privatePem,
    records: [...link.records],
    framework: link.framework,
  };
  return withAccess(permission, { isPrivate: true, owners: [owner], readers: [key] });
}

/** The link of a permission; null for anything else. @param permission decrypted */
export function readPermission(permission: JsonObject): ShareLink | null {
  const { success, data } = permissionSchema.safeParse(permission);
  const ends = success ? parseTime(data.endDate) : null;
  if (!success || ends === null) return null;
  const { name, about, privateKey, records, framework } = data;
  const id = shortIdOf(String(member(permission, '@id')), []);
  const learner = { name: about.name, publicPem: parsePublicKey(about.identifier).pem };
  return { id, name, ends, learner, privatePem: privateKey, records, framework };
}

/** The end of a day in the person's time zone, as UTC milliseconds. @param day such as `2026-12-31`; NaN if it is not one */
export function endOfDay(day: string): number {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 23, 59, 59, 999).getTime();
}

/** The address of a link. Its key is behind `#`, so that no server receives it. @param page address of the page that shows it */
export function linkAddress(page: string, { id, privatePem }: Pick<ShareLink, 'id' | 'privatePem'>): string {
  return `${page}#${new URLSearchParams({ id: id.slice(id.lastIndexOf('/') + 1), key: privatePem })}`;
}

/** The permission's id and the key in the address of a link; null in other addresses. @param hash with or without `#` */
export function readLinkAddress(hash: string, base: string): Pick<ShareLink, 'id' | 'privatePem'> | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const [id, key] = [values.get('id'), values.get('key')];
  if (id === null || key === null || !/^[\w-]+$/.test(id)) return null;
  return { id: `${base}data/schema.org.DigitalDocumentPermission/${id}`, privatePem: key };
}
