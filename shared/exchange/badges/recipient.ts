import { hmac } from '@noble/hashes/hmac.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Problem } from '../../base/errors/problem.ts';
import type { ServerKey } from '../../repository/secrets/server-keys.ts';
import type { BadgePerson } from './person.ts';

/** The identifier of a recipient, hashed: it can be checked, but not read. */
export type Recipient = {
  readonly type: 'email' | 'url' | 'telephone';
  readonly salt: string;
  /** `sha256$` and a digest in hexadecimal. */
  readonly identity: string;
};

const TYPES = ['email', 'url', 'telephone'] as const;

/**
 * The recipient of a badge. The salt is secret until the badge is read, and differs from badge to badge: nobody can find the badges
 * of an address that they know.
 *
 * @param assertion short id of the assertion
 * @throws Problem `not-found` (404) for a person without an identifier
 */
export function recipientOf(person: BadgePerson, { secret }: ServerKey, assertion: string): Recipient {
  const type = TYPES.find((name) => person[name] !== null);
  const value = type === undefined ? null : person[type];
  if (type === undefined || value === null) {
    throw new Problem(
      'not-found',
      'The subject of the assertion has no email, url or telephone that a badge could name.',
    );
  }
  const salt = bytesToHex(hmac(sha256, secret, utf8ToBytes(`badge ${assertion}`))).slice(0, 32);
  return { type, salt, identity: hashedIdentity(value, salt) };
}

/** The hash of an identity (Open Badges 2.0, IdentityHash): of its UTF-8 bytes, followed by those of the salt. */
export function hashedIdentity(identity: string, salt: string): string {
  return `sha256$${HASHES.sha256(identity + salt)}`;
}

/** Kinds of hashes that identities of other issuers have (Open Badges 2.0 and 3.0, IdentityHash). */
const HASHES = {
  sha256: (text: string) => bytesToHex(sha256(utf8ToBytes(text))),
  md5: (text: string) => bytesToHex(md5(utf8ToBytes(text))),
} as const;

/**
 * Whether a hash was made from an identity.
 *
 * @param hash the name of an algorithm, `$`, and hexadecimal digits, both in any case
 * @returns null for a hash of a kind that is not supported
 */
export function isHashOf(hash: string, identity: string, salt: string): boolean | null {
  const [, kind = '', digits = ''] = /^([^$]*)\$(.*)$/s.exec(hash.toLowerCase()) ?? [];
  return isKnown(kind) ? HASHES[kind](identity + salt) === digits : null;
}

function isKnown(kind: string): kind is keyof typeof HASHES {
  return Object.hasOwn(HASHES, kind);
}
