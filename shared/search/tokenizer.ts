import type { KeyId } from '../crypto/key-id.ts';
import { parsePublicKey, type ReadKey } from '../crypto/public-key.ts';
import { Problem } from '../errors/problem.ts';
import { collectWords } from './words.ts';

/** A public key as PEM (RFC 7468) in running text. What stands between the two lines holds no `-`, so this is linear. */
const PUBLIC_KEY = /-----BEGIN (PUBLIC KEY|RSA PUBLIC KEY)-----[A-Za-z0-9+/=\s]{1,16384}-----END \1-----/g;

/**
 * Cuts a text into the tokens that search compares: lowercase words in their order, without stop words, stemming or
 * removal of accents (see `words.ts` for the boundaries), and one token for every public key, however it is spelled.
 * Documents and queries go through this one function, for every store.
 *
 * The same text always gives the same tokens. Lone surrogates and other text that is not well formed only separate words.
 *
 * @param readKey how public keys are read; hand in a cached reader where many texts hold the same keys
 */
export function tokenize(text: string, readKey: ReadKey = parsePublicKey): string[] {
  const tokens: string[] = [];
  if (!text.includes('-----BEGIN ')) {
    collectWords(text, tokens);
    return tokens;
  }
  let done = 0;
  for (const match of text.matchAll(PUBLIC_KEY)) {
    const key = keyToken(match[0], readKey);
    if (key === null) continue;
    collectWords(text.slice(done, match.index), tokens);
    tokens.push(key);
    done = match.index + match[0].length;
  }
  collectWords(text.slice(done), tokens);
  return tokens;
}

/** The one token that stands for a public key in texts and queries. */
export function pemToken(id: KeyId): string {
  return `pem${id}`;
}

const PEM_TOKEN = /^pem([0-9a-f]{64})$/;

/** The key that a token stands for; null for any other word. */
export function keyOfToken(token: string): KeyId | null {
  const id = PEM_TOKEN.exec(token)?.[1];
  return id === undefined ? null : (id as KeyId); // what pemToken made
}

/** Null when the text between the markers is not a key: then it is text like any other. */
function keyToken(pem: string, readKey: ReadKey): string | null {
  try {
    return pemToken(readKey(pem).id);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
