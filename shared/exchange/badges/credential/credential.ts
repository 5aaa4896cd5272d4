import type { Addresses } from '../addresses.ts';
import { imageAddress } from '../addresses.ts';
import type { Badge } from '../badge.ts';
import type { BadgeClass } from '../badge-class.ts';
import type { Recipient } from '../recipient.ts';
import type { Credential } from './issuer.ts';

export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2';
export const BADGE_CONTEXTS = [
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
];
const SCHEMA = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json';

/** Names of Open Badges 3.0, IdentifierTypeEnum. */
const IDENTITY_TYPES: Readonly<Record<Recipient['type'], string>> = {
  email: 'emailAddress',
  url: 'ext:url',
  telephone: 'ext:telephone',
};

/** Who issues credentials. */
export type IssuerProfile = { readonly did: string; readonly name: string };

/**
 * A badge as a credential (Open Badges 3.0, AchievementCredential). The service issues it, with its key, for the agent of the assertion,
 * who is its `source`.
 *
 * @param status its place in a list of revoked ones
 */
export function badgeCredential(
  badge: Badge,
  of: BadgeClass,
  { did, name }: IssuerProfile,
  status: object,
  addresses: Addresses,
): Credential {
  const { uid, recipient, issuer, issued, expires, evidence } = badge;
  const agent = addresses.profile(issuer.key.fingerprint);
  const source = {
    id: agent,
    type: ['Profile'],
    ...(issuer.name !== null && { name: issuer.name }),
    ...(issuer.url !== null && { url: issuer.url }),
  };
  return {
    '@context': [CREDENTIALS_CONTEXT, ...BADGE_CONTEXTS],
    id: addresses.credential(uid),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: of.name,
    issuer: { id: did, type: ['Profile'], name, url: addresses.api },
    validFrom: new Date(issued).toISOString(),
    ...(expires !== null && { validUntil: new Date(expires).toISOString() }),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [identityObject(recipient)],
      source,
      achievement: achievement(of, issuer.key.fingerprint, addresses),
    },
    ...(evidence.length > 0 && { evidence: evidence.map((item) => ({ type: ['Evidence'], ...item })) }),
    credentialStatus: status,
    credentialSchema: [{ id: SCHEMA, type: '1EdTechJsonSchemaValidator2019' }],
  };
}

/** How a recipient is named without being shown (Open Badges 3.0, IdentityObject). */
export function identityObject({ type, identity, salt }: Recipient): object {
  return { type: 'IdentityObject', hashed: true, identityHash: identity, salt, identityType: IDENTITY_TYPES[type] };
}

function achievement(of: BadgeClass, fingerprint: string, addresses: Addresses): object {
  const { uid, name, description, alignments } = of;
  return {
    id: addresses.badgeClass(uid, fingerprint),
    type: ['Achievement'],
    achievementType: 'Competency',
    name,
    description: description ?? name,
    criteria: { narrative: description ?? name },
    image: { id: imageAddress(of, addresses), type: 'Image' },
    alignment: alignments.map(({ targetFramework, targetCode, ...target }) => ({
      type: ['Alignment'],
      ...target,
      ...(targetFramework !== null && { targetFramework }),
      ...(targetCode !== null && { targetCode }),
    })),
  };
}
