import * as z from 'zod/mini';
import { encodeUtf8, fromUtf8 } from '../../base/crypto/text-encoding.ts';
import { Problem } from '../../base/errors/problem.ts';
import { isObject, type JsonObject, parseJson } from '../../repository/linked-data/json.ts';
import { type IdentityKeys, NONCE_CHARACTERS } from './identity-keys.ts';

const AccountSchema = z.object({
  password: z.object({
    scheme: z.literal('PBKDF2-HMAC-SHA-256'),
    iterations: z.int(),
    salt: z.string(),
    hash: z.string(),
  }),
  tokenDigest: z.string(),
  lastLogin: z.nullable(z.int()),
});

/** The data that logins and commits are checked against. */
export type Account = {
  readonly password: z.infer<typeof AccountSchema>['password'];
  /** Digest of the token of the last login, or a digest that no token matches. */
  readonly tokenDigest: string;
  /** When the user last logged in, UTC milliseconds; null before the first login. */
  readonly lastLogin: number | null;
};

/** The user's credentials, encrypted: opened only after the user is authenticated. */
export type SealedCredentials = string & { readonly brand: 'SealedCredentials' };

/** One stored identity. */
export type IdentityRecord = { readonly account: Account; readonly credentials: SealedCredentials };

/** Seals a user's credentials for the record with this key. */
export async function sealCredentials(
  keys: IdentityKeys,
  recordKey: string,
  credentials: JsonObject,
): Promise<SealedCredentials> {
  const sealed = await keys.seal(encodeUtf8(JSON.stringify(credentials)), credentialsBinding(recordKey));
  return sealed as SealedCredentials; // sealed above
}

/**
 * Opens the sealed credentials.
 *
 * @throws Problem `internal-error` when they were altered or copied from another record
 */
export async function openCredentials(
  keys: IdentityKeys,
  recordKey: string,
  sealed: SealedCredentials,
): Promise<JsonObject> {
  const credentials = await opened(keys, sealed, credentialsBinding(recordKey));
  if (!isObject(credentials)) throw unreadable();
  return credentials;
}

/**
 * The text of a record for the key-value store: `1.<sealed account>.<sealed credentials>`. Account and credentials are
 * sealed separately, so that checking a password or token costs the same for every user, however long the credentials are.
 * The sealed account is bound to the nonce of the credentials, so that neither can be replaced with an older one alone.
 */
export async function encodeRecord(keys: IdentityKeys, recordKey: string, record: IdentityRecord): Promise<string> {
  const binding = accountBinding(recordKey, record.credentials);
  return `1.${await keys.seal(encodeUtf8(JSON.stringify(record.account)), binding)}.${record.credentials}`;
}

/**
 * Reads a record's text, without opening the credentials.
 *
 * @throws Problem `internal-error` when the text was altered or was written for another record or under another secret
 */
export async function decodeRecord(keys: IdentityKeys, recordKey: string, text: string): Promise<IdentityRecord> {
  const [version, account, credentials, ...rest] = text.split('.');
  if (version !== '1' || account === undefined || credentials === undefined || rest.length > 0) throw unreadable();
  const sealed = credentials as SealedCredentials; // its seal is checked when it is opened
  const parsed = AccountSchema.safeParse(await opened(keys, account, accountBinding(recordKey, sealed)));
  if (!parsed.success) throw unreadable();
  return { account: parsed.data, credentials: sealed };
}

function accountBinding(recordKey: string, credentials: SealedCredentials): string {
  return `${recordKey} account ${credentials.slice(0, NONCE_CHARACTERS)}`;
}

function credentialsBinding(recordKey: string): string {
  return `${recordKey} credentials`;
}

async function opened(keys: IdentityKeys, sealed: string, binding: string) {
  try {
    return parseJson(fromUtf8(await keys.open(sealed, binding)) ?? '', 'The stored identity');
  } catch {
    throw unreadable(); // without the reason, which would help attackers
  }
}

function unreadable(): Problem {
  return new Problem(
    'internal-error',
    'The stored identity cannot be read: it was altered, or written under another secret of the server.',
  );
}
