import { encodePem } from '../../base/crypto/pem.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type Addresses, imageAddress } from './addresses.ts';
import type { Badge, Withdrawn } from './badge.ts';
import type { BadgeClass } from './badge-class.ts';
import type { BadgePerson } from './person.ts';

const CONTEXT = 'https://w3id.org/openbadges/v2';

/** The issuer of badges (Open Badges 2.0, Profile). @throws Problem `not-found` (404) for one without an email, which the standard demands */
export function profile(person: BadgePerson, addresses: Addresses, contact: string | null): object {
  const { fingerprint } = person.key;
  const id = addresses.profile(fingerprint);
  const email = person.email ?? contact;
  if (email === null) {
    throw new Problem(
      'not-found',
      'The person has no email, which an issuer of badges needs: give them one, or set BADGE_EMAIL.',
    );
  }
  return {
    '@context': CONTEXT,
    id,
    type: 'Issuer',
    name: person.name ?? email,
    url: person.url ?? id,
    email,
    ...(person.telephone !== null && { telephone: person.telephone }),
    ...(person.description !== null && { description: person.description }),
    ...(person.image !== null && { image: person.image }),
    publicKey: addresses.cryptographicKey(fingerprint),
    verification: { type: 'VerificationObject', startsWith: addresses.assertion('') },
  };
}

/** The key of an issuer (Open Badges 2.0, CryptographicKey). */
export function cryptographicKey({ key }: BadgePerson, addresses: Addresses): object {
  return {
    '@context': CONTEXT,
    id: addresses.cryptographicKey(key.fingerprint),
    type: 'CryptographicKey',
    owner: addresses.profile(key.fingerprint),
    publicKeyPem: encodePem('PUBLIC KEY', key.spki),
  };
}

/** A competency as a badge (Open Badges 2.0, BadgeClass). */
export function badgeClass(of: BadgeClass, issuer: string, addresses: Addresses): object {
  const { uid, name, description, alignments } = of;
  return {
    '@context': CONTEXT,
    id: addresses.badgeClass(uid, issuer),
    type: 'BadgeClass',
    issuer: addresses.profile(issuer),
    name,
    description: description ?? name,
    criteria: { type: 'Criteria', narrative: description ?? name },
    image: imageAddress(of, addresses),
    alignment: alignments.map(({ targetName, targetUrl, targetFramework, targetCode }) => ({
      type: 'AlignmentObject',
      targetName,
      targetUrl,
      ...(targetFramework !== null && { targetFramework }),
      ...(targetCode !== null && { targetCode }),
    })),
  };
}

/** An earned badge (Open Badges 2.0, Assertion). */
export function assertion(badge: Badge, { uid: classUid, name }: BadgeClass, addresses: Addresses): object {
  const { uid, recipient, issuer, issued, expires, evidence } = badge;
  const single = evidence.map(({ id, ...rest }) =>
    id !== undefined && Object.keys(rest).length === 0
      ? id
      : { type: 'Evidence', ...(id !== undefined && { id }), ...rest },
  );
  return {
    '@context': CONTEXT,
    id: addresses.assertion(uid),
    type: 'Assertion',
    recipient: { ...recipient, hashed: true },
    badge: addresses.badgeClass(classUid, issuer.key.fingerprint),
    verification: { type: 'HostedBadge' },
    issuedOn: new Date(issued).toISOString(),
    ...(expires !== null && { expires: new Date(expires).toISOString() }),
    image: addresses.assertionImage(uid),
    ...(single.length > 0 && { evidence: single }),
    narrative: `${issuer.name ?? 'The issuer'} asserts that the recipient has the competency "${name}".`,
  };
}

/** A revoked badge (Open Badges 2.0, revoked hosted assertions). */
export function revoked({ uid, reason }: Withdrawn, addresses: Addresses): object {
  const id = addresses.assertion(uid);
  return { '@context': CONTEXT, id, type: 'Assertion', revoked: true, revocationReason: reason };
}
