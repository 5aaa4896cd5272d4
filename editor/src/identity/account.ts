import { aesCtr } from '../../../shared/base/crypto/aes-ctr.ts';
import { type Bytes, decodeBase64, encodeBase64 } from '../../../shared/base/crypto/base64.ts';
import { parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import { randomBase64, randomBytes } from '../../../shared/base/crypto/secrets.ts';
import { fromClientUtf8, latin1, signingBytes } from '../../../shared/base/crypto/text-encoding.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { Accounts, DerivedName, Salts } from '../service/accounts.ts';
import { type Contact, type Identity, readIdentity } from './identity.ts';

/** The client library derives a secret of this length, whatever the service says. */
const SECRET_BYTES = 32;

const CONTEXT = 'https://schema.cassproject.org/kbac/0.4';

/**
 * The client library encrypts the display name with the key and counter of the private key, so that a name longer than the known
 * beginning of every key, `-----BEGIN PRIVATE KEY-----`, would disclose what follows it to those who know the name.
 */
const MAX_NAME_BYTES = 27;

/** An open account, with what is needed to change it. */
export type Account = {
  readonly identities: readonly Identity[];
  readonly contacts: readonly Contact[];
  /** Replaces the contents of the account. */
  readonly save: (identities: readonly Identity[], contacts: readonly Contact[]) => Promise<void>;
};

/**
 * Makes an account for these identities, as the client library does: the service receives neither name nor password nor keys.
 *
 * @throws ServiceError `invalid` when the name is taken
 */
export async function createAccount(
  accounts: Accounts,
  username: string,
  password: string,
  identities: readonly Identity[],
  contacts: readonly Contact[],
): Promise<void> {
  const { name, secret } = await derive(await accounts.salts(), username, password);
  await accounts.create(name, await contentsOf(identities, contacts, secret, randomBase64(256), null));
}

/**
 * Opens an account that this page or the client library made.
 *
 * @throws ServiceError `unauthorized` for a wrong name or password
 */
export async function openAccount(accounts: Accounts, username: string, password: string): Promise<Account> {
  const { name, secret } = await derive(await accounts.salts(), username, password);
  const stored = await accounts.login(name);
  const identities = await Promise.all(
    (stored.credentials ?? []).map(async ({ ppk, iv, displayName }) => {
      const pem = await decrypt(ppk, secret, iv);
      if (pem === null) throw new Error('A key of the account cannot be decrypted.');
      return readIdentity((displayName && (await decrypt(displayName, secret, iv))) || username, pem);
    }),
  );
  const contacts = await Promise.all(
    (stored.contacts ?? []).map(async ({ pk, iv, displayName }): Promise<Contact> => {
      const { fingerprint, pem } = parsePublicKey((await decrypt(pk, secret, iv)) ?? '');
      const shown = displayName ? await decrypt(displayName, secret, iv) : null;
      return { id: fingerprint, name: shown ?? fingerprint, publicPem: pem, person: null };
    }),
  );
  const pad = stored.pad ?? randomBase64(256);
  return {
    identities,
    contacts,
    async save(newIdentities, newContacts) {
      const contents = await contentsOf(newIdentities, newContacts, secret, pad, stored.token);
      await accounts.commit(name, stored.token, contents);
    },
  };
}

/**
 * Opens an account, and adds identities and contacts to it, with the names used in this browser.
 *
 * @throws ServiceError `unauthorized` for a wrong name or password
 */
export async function addToAccount(
  accounts: Accounts,
  username: string,
  password: string,
  { identities, contacts }: Pick<Account, 'identities' | 'contacts'>,
): Promise<void> {
  const account = await openAccount(accounts, username, password);
  await account.save(union(account.identities, identities), union(account.contacts, contacts));
}

/** The stored items, as they are held where they are, and the items that are not stored yet. */
function union<T extends { readonly id: string }>(stored: readonly T[], held: readonly T[]): readonly T[] {
  const known = new Map([...stored, ...held].map((one) => [one.id, one]));
  return [...known.values()];
}

/** The derived name and password, and the secret that never leaves the browser. */
async function derive(
  salts: Salts,
  username: string,
  password: string,
): Promise<{ readonly name: DerivedName; readonly secret: Bytes }> {
  const [user, pass, secret] = await Promise.all([
    pbkdf2(username, salts.usernameSalt, salts.usernameIterations, salts.usernameLength),
    pbkdf2(password, salts.passwordSalt, salts.passwordIterations, salts.passwordLength),
    pbkdf2(interleave(username, password), salts.secretSalt, salts.secretIterations, SECRET_BYTES),
  ]);
  return { name: { username: encodeBase64(user), password: encodeBase64(pass) }, secret };
}

async function pbkdf2(text: string, salt: string, iterations: number, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', latin1(text), 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-1', salt: latin1(salt), iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, length * 8));
}

/** `abcde` and `123` give `a1b2c3de`. */
function interleave(left: string, right: string): string {
  let text = '';
  for (let i = 0; i < Math.max(left.length, right.length); i++) text += left.charAt(i) + right.charAt(i);
  return text;
}

async function contentsOf(
  identities: readonly Identity[],
  contacts: readonly Contact[],
  secret: Bytes,
  pad: string,
  token: string | null,
): Promise<JsonObject> {
  return {
    '@context': CONTEXT,
    '@type': 'Credentials',
    pad,
    ...(token !== null && { token }),
    credentials: await Promise.all(
      identities.map((one) => encryptNamed('Credential', 'ppk', one.privatePem, one, secret)),
    ),
    contacts: await Promise.all(contacts.map((one) => encryptNamed('Contact', 'pk', one.publicPem, one, secret))),
  };
}

async function encryptNamed(
  type: string,
  member: 'ppk' | 'pk',
  pem: string,
  { name }: { readonly name: string },
  secret: Bytes,
): Promise<JsonObject> {
  const iv = randomBytes(16);
  return {
    '@context': CONTEXT,
    '@type': type,
    iv: encodeBase64(iv),
    [member]: encodeBase64(await aesCtr(secret, iv, signingBytes(pem))),
    displayNameIv: randomBase64(16),
    displayName: encodeBase64(await aesCtr(secret, iv, signingBytes(shortened(name)))),
  };
}

function shortened(name: string): string {
  let text = '';
  for (const character of name) {
    if (signingBytes(text + character).length > MAX_NAME_BYTES) break;
    text += character;
  }
  return text;
}

async function decrypt(ciphertext: string, secret: Bytes, iv: string): Promise<string | null> {
  const [bytes, counter] = [decodeBase64(ciphertext), decodeBase64(iv)];
  if (bytes === null || counter === null || counter.length !== 16) return null;
  return fromClientUtf8(await aesCtr(secret, counter, bytes));
}
