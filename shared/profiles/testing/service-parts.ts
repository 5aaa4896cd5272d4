import { publicKey } from '../../repository/access/testing/caller.ts';
import type { ProfileKeys, ProfileQuery } from '../service/profile-service.ts';

/** A request without options. */
export const PLAIN: Omit<ProfileQuery, 'frameworkId' | 'subject'> = {
  fresh: false,
  conditions: [],
  explain: false,
  expand: false,
  whatIf: [],
};

/** Keys of a service that decrypts nothing. */
export function namedKeys(): ProfileKeys {
  // They are only named: of a private key nothing is used but which public key it belongs to.
  const key = { publicKey: publicKey(9) } as ProfileKeys['own'];
  return { own: key, acting: [key] };
}
