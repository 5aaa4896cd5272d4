import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { parseJson } from '../../repository/linked-data/json.ts';
import { createIdentityKeys } from './identity-keys.ts';
import { unmatchableHash } from './password.ts';
import {
  type Account,
  decodeRecord,
  encodeRecord,
  openCredentials,
  type SealedCredentials,
  sealCredentials,
} from './record.ts';

const SECRET = 'a secret of the server, long enough for anyone';
const keys = await createIdentityKeys(SECRET);
const recordKey = await keys.recordKey('ada lovelace');
const account: Account = { password: unmatchableHash(1000), tokenDigest: 'digest', lastLogin: 1_700_000_000_000 };
const credentials = { pad: 'private words', credentials: [{ ppk: 'private key', iv: 'iv' }] };

const stored = async (content = credentials) =>
  encodeRecord(keys, recordKey, { account, credentials: await sealCredentials(keys, recordKey, content) });

/** Reads a whole record, as a login does. */
async function readAll(text: string, key = recordKey, by = keys) {
  const record = await decodeRecord(by, key, text);
  return { account: record.account, credentials: await openCredentials(by, key, record.credentials) };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'readable',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );

test('a record is read back unchanged', async () => {
  expect(await readAll(await stored())).toEqual({ account, credentials });
});

test('credentials keep numbers beyond doubles and members of any name', async () => {
  const text = '{"pad":12345678901234567890,"__proto__":{"constructor":1}}';
  const parsed = parseJson(text, 'Credentials') as typeof credentials;
  expect(JSON.stringify((await readAll(await stored(parsed))).credentials)).toBe(text);
});

test('a stored record is unreadable, and no two are equal', async () => {
  const [first, second] = [await stored(), await stored()];
  for (const word of ['private', 'digest', 'PBKDF2', 'lovelace']) {
    expect(Buffer.from(first, 'base64').toString('latin1') + first + recordKey).not.toContain(word);
  }
  const [one, other] = [first.split('.'), second.split('.')];
  expect(one[1]?.slice(0, 16)).not.toBe(other[1]?.slice(0, 16));
  expect(one[2]?.slice(0, 16)).not.toBe(other[2]?.slice(0, 16));
});

test('the key of a record is derived from user name and secret, and reveals neither', async () => {
  expect(recordKey).toMatch(/^identity\/[0-9a-f]{64}$/);
  expect(await (await createIdentityKeys(SECRET)).recordKey('ada lovelace')).toBe(recordKey);
  expect(await (await createIdentityKeys(`${SECRET}.`)).recordKey('ada lovelace')).not.toBe(recordKey);
  expect(await keys.recordKey('ada lovelacf')).not.toBe(recordKey);
  const unsalted = createHash('sha256').update('ada lovelace').digest('hex');
  expect(recordKey).not.toContain(unsalted);
});

test('B28 a record with any one character changed, removed or added is refused', async () => {
  const text = await stored();
  const altered: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === 'B' ? 'C' : 'B';
    altered.push(
      text.slice(0, at) + other + text.slice(at + 1),
      text.slice(0, at),
      text.slice(0, at) + text.slice(at + 1),
    );
  }
  altered.push(`${text}A`, `${text}.`, `${text}.${text}`, '', '.', '..', '1..', '{}', 'ä.ö.ü');
  const codes = await Promise.all(altered.map((one) => codeOf(readAll(one))));
  expect(codes.flatMap((code, at) => (code === 'internal-error' ? [] : [altered[at]]))).toEqual([]);
});

test('B28 a record of another user, or under another secret, is refused', async () => {
  const text = await stored();
  expect(await codeOf(readAll(text, await keys.recordKey('eve')))).toBe('internal-error');
  expect(await codeOf(readAll(text, recordKey, await createIdentityKeys(`${SECRET}.`)))).toBe('internal-error');
});

test('B28 account and credentials of two writes cannot be combined, nor swapped', async () => {
  const [first, second] = [(await stored()).split('.'), (await stored()).split('.')];
  expect(await codeOf(readAll(`1.${first[1]}.${second[2]}`))).toBe('internal-error');
  expect(await codeOf(readAll(`1.${first[2]}.${first[1]}`))).toBe('internal-error');
  const ofAda = first[2] as SealedCredentials; // encodeRecord puts the credentials there
  expect(await codeOf(openCredentials(keys, await keys.recordKey('eve'), ofAda))).toBe('internal-error');
  const asCredentials = first[1] as SealedCredentials; // the attempt that must fail
  expect(await codeOf(openCredentials(keys, recordKey, asCredentials))).toBe('internal-error');
});

test('B25 the error for an altered record reveals nothing of it', async () => {
  const refusal = await readAll((await stored()).slice(0, -1)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Problem);
  const shown = `${String(refusal)} ${JSON.stringify(refusal)} ${(refusal as Problem).cause}`;
  for (const word of ['private', SECRET, recordKey]) expect(shown).not.toContain(word);
});

test('B25 the keys cannot be read out', () => {
  expect(JSON.stringify(keys)).toBe('{}');
  expect(Object.values(keys).every((member) => typeof member === 'function')).toBe(true);
});
