import type { BadgeClass } from './badge-class.ts';

/** Public addresses of what badges consist of. */
export type Addresses = {
  readonly api: string;
  readonly profile: (fingerprint: string) => string;
  readonly cryptographicKey: (fingerprint: string) => string;
  readonly badgeClass: (competency: string, fingerprint: string) => string;
  readonly assertion: (uid: string) => string;
  readonly assertionImage: (uid: string) => string;
  readonly image: (competency: string) => string;
  readonly credential: (uid: string) => string;
  readonly statusList: (list: string) => string;
};

/** @param base public address of the API, ending in a slash: assertion, class and issuer have to be of one origin */
export function createAddresses(base: string): Addresses {
  const badge = `${base}badge/`;
  const segment = encodeURIComponent;
  return {
    api: base,
    profile: (fingerprint) => `${badge}profile/${fingerprint}`,
    cryptographicKey: (fingerprint) => `${badge}cryptographicKey/${fingerprint}`,
    badgeClass: (competency, fingerprint) => `${badge}class/${segment(competency)}/${fingerprint}`,
    assertion: (uid) => `${badge}assertion/${segment(uid)}`,
    assertionImage: (uid) => `${badge}assertion/${segment(uid)}/image`,
    image: (competency) => `${badge}image/${segment(competency)}`,
    credential: (uid) => `${badge}v3/credential/${segment(uid)}`,
    statusList: (list) => `${badge}v3/status/${list}`,
  };
}

/** The address of the image of a badge class: on another server if its competency says so. */
export function imageAddress({ uid, image }: BadgeClass, addresses: Addresses): string {
  return image.kind === 'elsewhere' ? image.url : addresses.image(uid);
}
