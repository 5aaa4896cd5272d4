import type { SignOnConfig } from '../../base/config/sign-on.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { createCaller, type UserName } from '../../repository/access/caller.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import type { Identity, IdentityProof, ReceivedRequest, SignOn, SignOnResult } from '../../repository/sign-on.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { ClaimedKeys } from './claimed-keys.ts';
import { createPersons, type PersonContext } from './persons.ts';
import { createUserKeys } from './user-keys.ts';

/** Reads the identity that a request proves; null without token and cookie. Throws a Problem for a rejected one. */
export type IdentityReader = (received: ReceivedRequest) => Promise<IdentityProof | null>;

/** The parts of the process that {@link createSignOn} needs. */
export type SignOnParts = {
  readonly config: Pick<SignOnConfig, 'adminEmails' | 'adminGroups' | 'anonymizeUsers'>;
  readonly readIdentity: IdentityReader;
  readonly adminKey: PrivateKey;
  /** The store of the users' keys. */
  readonly secretsOf: (ctx: Pick<SignOnContext, 'keyValues'>) => SecretStore;
  readonly claimedKeys: ClaimedKeys;
};

/** The part of a context that sign-on needs. */
export type SignOnContext = PersonContext & { readonly keyValues: KeyValueStore };

/** Binds sign-on to the stores of a context. All contexts share its caches. */
export type BindSignOn = (ctx: SignOnContext) => SignOn;

/** Sign-on of a mode. */
export function createSignOn(parts: SignOnParts): BindSignOn {
  const { config, readIdentity, adminKey, secretsOf, claimedKeys } = parts;
  const userKeys = createUserKeys();
  const persons = createPersons(adminKey, config.anonymizeUsers);

  async function signIn(ctx: SignOnContext, proof: IdentityProof): Promise<SignOnResult> {
    const held = await userKeys.keysOf(secretsOf(ctx), proof.identity);
    await persons.ensure(ctx, held);
    const [personal, ...groups] = held.map(({ key }) => key);
    if (personal === undefined) throw new Error('A user has no personal key.');
    const claimed = await claimedKeys.keysOf(ctx, personal, proof.identity);
    const admin = isAdmin(proof.identity, config);
    const proofs = [personal, ...groups, ...claimed].map(({ publicKey }) => ({
      key: publicKey,
      server: null,
      everywhere: true,
      admin: admin && publicKey === personal.publicKey,
      expires: proof.expires,
    }));
    const keys = [personal.publicKey, ...groups.map(({ publicKey }) => publicKey)] as const;
    const logged = loggedUser(config, proof.identity);
    const caller = createCaller(proofs, [], [personal, ...groups, ...claimed], logged);
    return { signedIn: { proof, logged, keys, admin }, caller };
  }

  return (ctx) => ({
    async identify(received) {
      try {
        const proof = await readIdentity(received);
        return proof === null ? NOBODY : await signIn(ctx, proof);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return { signedIn: null, caller: createCaller([], [error]) };
      }
    },
    async personalPem(identity) {
      const secrets = secretsOf(ctx);
      const [held] = await userKeys.keysOf(secrets, identity);
      ctx.logger.warn('AUTH', 'A user has taken a copy of the private key that the server holds', {
        key: held === undefined ? null : held.key.publicKey.fingerprint,
        ...loggedUser(config, identity),
      });
      return userKeys.personalPem(secrets, identity);
    },
  });
}

/** A user as the log may name them; null when the configuration hides users. */
export function loggedUser(
  { anonymizeUsers }: Pick<SignOnConfig, 'anonymizeUsers'>,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): UserName | null {
  return anonymizeUsers ? null : { issuer, subject };
}

const NOBODY: SignOnResult = { signedIn: null, caller: createCaller([], []) };

/** Whether the configuration makes a user an admin. Names of users and groups have no such meaning by themselves. */
function isAdmin(
  { email, emailVerified, groups }: Identity,
  { adminEmails, adminGroups }: Pick<SignOnConfig, 'adminEmails' | 'adminGroups'>,
): boolean {
  if (email !== null && emailVerified && adminEmails.includes(email.toLowerCase())) return true;
  return groups.some((group) => adminGroups.includes(group));
}
