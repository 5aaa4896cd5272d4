import * as z from 'zod/mini';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { Sender } from './send.ts';

/** The parameters for deriving an account, with the minimums that the client library requires. */
const saltsSchema = z.object({
  usernameSalt: z.string().check(z.minLength(16)),
  usernameIterations: z.int().check(z.minimum(1000)),
  usernameLength: z.literal(64),
  passwordSalt: z.string().check(z.minLength(16)),
  passwordIterations: z.int().check(z.minimum(1000)),
  passwordLength: z.literal(64),
  secretSalt: z.string().check(z.minLength(16)),
  secretIterations: z.int().check(z.minimum(1000)),
});

/** The parameters from which user names, passwords and secrets are derived. */
export type Salts = z.infer<typeof saltsSchema>;

/** A user name and a password, both derived: the service never receives the typed ones. */
export type DerivedName = { readonly username: string; readonly password: string };

const encrypted = z.looseObject({
  iv: z.string(),
  displayName: z.optional(z.nullable(z.string())),
  displayNameIv: z.optional(z.nullable(z.string())),
});
const loginSchema = z.looseObject({
  pad: z.optional(z.nullable(z.string())),
  token: z.string(),
  credentials: z._default(z.nullable(z.array(z.looseObject({ ...encrypted.shape, ppk: z.string() }))), []),
  contacts: z._default(z.nullable(z.array(z.looseObject({ ...encrypted.shape, pk: z.string() }))), []),
});

/** What is stored for a name and password; keys and names are encrypted. */
export type StoredAccount = z.infer<typeof loginSchema>;

/** The identity endpoints (docs/use/integrate.md, Identity). All throw ServiceError. */
export type Accounts = {
  readonly salts: (signal?: AbortSignal) => Promise<Salts>;
  /** `invalid` when the name is taken. */
  readonly create: (name: DerivedName, credentials: JsonObject) => Promise<void>;
  /** `unauthorized` for a wrong name or password. */
  readonly login: (name: DerivedName, signal?: AbortSignal) => Promise<StoredAccount>;
  /** Replaces password and contents. @param token from the last login */
  readonly commit: (name: DerivedName, token: string, credentials: JsonObject) => Promise<void>;
};

export function createAccounts({ send, sendForJson }: Sender): Accounts {
  const unsigned = { signed: false } as const;
  return {
    async salts(signal) {
      return saltsSchema.parse(await sendForJson('sky/id/salts', { ...unsigned, ...(signal && { signal }) }));
    },
    async create(name, credentials) {
      await send('sky/id/create', { ...unsigned, json: { ...name, credentials } });
    },
    async login(name, signal) {
      return loginSchema.parse(
        await sendForJson('sky/id/login', { ...unsigned, json: name, ...(signal && { signal }) }),
      );
    },
    async commit(name, token, credentials) {
      await send('sky/id/commit', { ...unsigned, json: { ...name, token, credentials } });
    },
  };
}
