import { type KeyId, parsePublicKey, type ReadKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { collectWords } from './words.ts';

/** A public key as PEM (RFC 7468) in running text. The text between the two lines contains no `-`, so matching is linear. */
const PUBLIC_KEY = /-----BEGIN (PUBLIC KEY|RSA PUBLIC KEY)-----[A-Za-z0-9+/=\s]{1,16384}-----END \1-----/g;

/**
 * Splits a text into the tokens that search compares: lowercase words in their order, without stop words, stemming or
 * removal of accents (see `words.ts` for the boundaries), and one token for every public key, in any PEM form.
 * Used for documents and queries of every store.
 *
 * The same text always gives the same tokens. Lone surrogates and other text that is not well formed only separate words.
 *
 * @param readKey reads PEM keys; pass a cached reader where many texts contain the same keys
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

/** The token of a public key in texts and queries. */
export function pemToken(id: KeyId): string {
  return `pem${id}`;
}

const PEM_TOKEN = /^pem([0-9a-f]{64})$/;

/** The key of a token; null for other words. */
export function keyOfToken(token: string): KeyId | null {
  const id = PEM_TOKEN.exec(token)?.[1];
  return id === undefined ? null : (id as KeyId); // what pemToken made
}

/** Null if the text between the markers is not a key: it is then treated as other text. */
function keyToken(pem: string, readKey: ReadKey): string | null {
  try {
    return pemToken(readKey(pem).id);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
