import { md5Hex } from '../../base/crypto/md5.ts';
import { guidOf, type ObjectIdentity } from './identifiers.ts';

/**
 * A name of an object besides its short id: GUID, MD5 of the short id, the id of the URL it was saved to.
 * A strong alias takes over from a weak one; of two with equal strength, the earlier one keeps it.
 */
export type Alias = { readonly name: string; readonly strength: 'strong' | 'weak' };

/**
 * The names of an object besides its short id (specification: Versioning 4): the MD5 of the short id and
 * its GUID, and the id of the URL that it was saved to.
 *
 * @param urlId the id in the URL of the save, or null
 */
export function aliasesOf(identity: ObjectIdentity, urlId: string | null): readonly Alias[] {
  const md5 = md5Hex(identity.shortId);
  const guid = guidOf(identity.shortId);
  const aliases: Alias[] = [{ name: md5, strength: 'strong' }];
  if (guid !== '' && guid !== md5) aliases.push({ name: guid, strength: identity.local ? 'strong' : 'weak' });
  if (urlId !== null && urlId !== guid && urlId !== md5 && urlId !== identity.shortId) {
    aliases.push({ name: urlId, strength: 'weak' });
  }
  return aliases;
}

/** Longer addresses are not used, because proxies and clients refuse long header fields. */
const MAX_ADDRESS_LENGTH = 2048;

/** The rest of an id, after the base, that is its own address: an optional type, and a GUID that is not dots only. */
const OWN_ADDRESS = /^data\/(?:(?![^/]*\.\.)[^/?#%\\]*\/)?(?!\.{1,2}$)[^/]+$/;

/**
 * The address at this service that the current version of an object is read from: an ASCII URI (RFC 3986), which is the
 * short id, percent-encoded, where that is such an address, and otherwise the address by the MD5 of the short id.
 *
 * @param bases own addresses, each ending in `/api/`
 */
export function addressOf(shortId: string, bases: readonly [string, ...string[]]): string {
  const base = bases.find((own) => shortId.startsWith(own));
  const path = base === undefined ? '' : shortId.slice(base.length);
  if (base !== undefined && OWN_ADDRESS.test(path) && path.isWellFormed()) {
    const address = base + path.split('/').map(asSegment).join('/');
    if (address.length <= MAX_ADDRESS_LENGTH) return address;
  }
  return `${bases[0]}data/${md5Hex(shortId)}`;
}

/** Encodes a segment of a path, without the characters that need no encoding there (RFC 3986, 3.3: pchar). */
function asSegment(text: string): string {
  return encodeURIComponent(text).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}
