import type { Json } from '../../../shared/repository/linked-data/json.ts';
import type { Sender } from './send.ts';

/** The parameters of a profile (docs/use/integrate.md, Profiles). */
export type ProfileRequest = {
  readonly frameworkId: string;
  /** A public key as PEM, a fingerprint, the id of a Person, an e-mail address or a user name. */
  readonly subject: string;
  readonly explain?: boolean;
  readonly expand?: boolean;
  /** UTC milliseconds. */
  readonly targetDateTime?: number;
  readonly whatIf?: readonly Json[];
};

/** Profiles of learners. All throw ServiceError. */
export type Profiles = {
  /** The calculated profile, as docs/use/profile.md describes it; large numbers in it lose digits. */
  readonly profile: (request: ProfileRequest, signal?: AbortSignal) => Promise<unknown>;
  /** The key, as PEM, that has to be a reader of an assertion for profiles to include it. */
  readonly profileKey: (signal?: AbortSignal) => Promise<string>;
};

export function createProfiles({ send }: Sender): Profiles {
  return {
    async profile(request, signal) {
      const response = await send('profile/latest', { json: request, ...(signal && { signal }) });
      return response.json(); // takes a third of the time that exact numbers take, and a profile has none
    },
    async profileKey(signal) {
      return (
        await (await send('profile/pk', { headers: { accept: '*/*' }, ...(signal && { signal }) })).text()
      ).trim();
    },
  };
}
