import { looksLikePem } from '../../crypto/pem.ts';
import { type PublicKey, parsePublicKey } from '../../crypto/public-key.ts';
import { Problem } from '../../errors/problem.ts';

const MARKER = /-----(BEGIN|END)[ +]+((?:RSA[ +]+)?PUBLIC)[ +]+KEY-----/g;

/**
 * Parses a subject that looks like a public key, in any layout. Decoding a query turns each `+` that was not percent-encoded into a
 * space, and encoding one twice leaves `+` for spaces: both are repaired where only one key is possible.
 *
 * @returns null when the text does not look like a key
 * @throws Problem `malformed-key` (400)
 */
export function subjectKey(text: string): PublicKey | null {
  const pem = text.replace(
    MARKER,
    (_, end: string, name: string) => `-----${end} ${name.replace(/[ +]+/, ' ')} KEY-----`,
  );
  if (!looksLikePem(pem)) return null;
  for (const candidate of [pem, withPlusSigns(pem)]) {
    try {
      return parsePublicKey(candidate);
    } catch {
      // the next layout may be the right one
    }
  }
  throw new Problem(
    'malformed-key',
    'The subject looks like a public key and cannot be read as one: percent-encode it, each + as %2B.',
    { where: 'subject' },
  );
}

/** The key with `+` in place of spaces. */
function withPlusSigns(pem: string): string {
  const [, begin, body, end] = /^\s*(-----BEGIN [A-Z ]+-----)([^-]*)(-----END [A-Z ]+-----)\s*$/.exec(pem) ?? [];
  return `${begin}${body?.replace(/[\r\n\t]/g, '').replaceAll(' ', '+')}${end}`;
}
