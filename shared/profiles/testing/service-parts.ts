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
  // Only the public half of each key is used.
  const key = { publicKey: publicKey(9) } as ProfileKeys['own'];
  return { own: key, acting: [key] };
}
