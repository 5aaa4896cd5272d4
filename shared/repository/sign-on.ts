import type { PublicKey } from '../base/crypto/public-key.ts';
import type { Caller, UserName } from './access/caller.ts';

/** A user, as described by the claims of the identity provider, or of a token signed with the secret of the JWT mode. */
export type Identity = {
  /** Name space of the subject and of the groups. */
  readonly issuer: string;
  /** Identifies the user at the issuer, which never reuses it (OpenID Connect Core, 2: `sub`). */
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly username: string | null;
  /** Sorted, each once. */
  readonly groups: readonly string[];
};

/** An identity that a request has proved. */
export type IdentityProof = {
  readonly identity: Identity;
  /** UTC milliseconds. */
  readonly expires: number;
  /** When the user last authenticated, UTC milliseconds; null when that is not known. */
  readonly authenticated: number | null;
  /** Browsers attach session cookies to requests of pages of other origins too; tokens have to be added by a script. */
  readonly by: 'session' | 'token';
};

/** The user of a request, with the keys that the server holds for them. */
export type SignedIn = {
  readonly proof: IdentityProof;
  /** The user for the log; null with ANONYMIZE_USERS. */
  readonly logged: UserName | null;
  /** Personal key first, then the keys of the groups. */
  readonly keys: readonly [PublicKey, ...PublicKey[]];
  /** Whether the configuration makes the user an admin. */
  readonly admin: boolean;
};

/** The result of identifying the user of a request, besides its signature sheets. */
export type SignOnResult = { readonly signedIn: SignedIn | null; readonly caller: Caller };

/** A request with its origin on the network. */
export type ReceivedRequest = {
  readonly request: Pick<Request, 'method' | 'url' | 'headers'>;
  /** Address of the other end of the connection; undefined where it is not known. */
  readonly peerAddress: string | undefined;
  /** Whether it is a WebSocket handshake. Browsers let pages of any origin send those, with cookies, and read what they receive. */
  readonly isHandshake: boolean;
};

/**
 * The port to the active authentication mode: identifies users besides signature sheets (specification: Authentication modes).
 * `shared/people/sign-on` implements it.
 */
export type SignOn = {
  /** Identifies the caller by session cookie or token. A rejected one is in the caller's `faults`. */
  identify(received: ReceivedRequest): Promise<SignOnResult>;
  /** The private key that the server holds for a user, as PEM. */
  personalPem(identity: Identity): Promise<string>;
};
