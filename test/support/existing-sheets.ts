import { createPublicKey, verify } from 'node:crypto';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { canonicalSheetText } from '../../shared/repository/access/canonical-text.ts';
import type { Json, JsonObject } from '../../shared/repository/linked-data/json.ts';

/** An error in the form of existing servers: a status and a plain text. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Entry = JsonObject & { readonly [name: string]: unknown };

/**
 * The keys, as PEM on one line, that signature sheets prove to an existing server, which ignores the server that they name.
 *
 * @throws Refusal for an entry that proves none: it refuses the whole request
 */
export function provenKeys(sheets: readonly string[], now: number): readonly string[] {
  return sheets.flatMap(entriesOf).map((entry) => {
    const [owner, expiry] = [entry['@owner'] ?? entry.owner, entry.expiry ?? entry['@expiry']];
    if (typeof owner !== 'string') throw new Refusal(500, 'Error: Incompatible type');
    if (typeof expiry !== 'number') throw new Refusal(422, 'Missing expiry date.');
    if (expiry < now) {
      throw new Refusal(419, `A Signature is Expired. My time is ${now} and the signature expires at ${expiry}`);
    }
    const key = createPublicKey({ key: Buffer.from(parsePublicKey(owner).spki), format: 'der', type: 'spki' });
    const text = canonicalSheetText(entry);
    const signatures = [
      ['sha256', entry['@signatureSha256'] ?? entry.signatureSha256],
      ['sha1', entry['@signature'] ?? entry.signature],
    ].filter(([, signature]) => typeof signature === 'string');
    if (signatures.length === 0) throw new Refusal(451, `No Signature Detected: ${text}`);
    for (const [hash, signature] of signatures) {
      if (!verify(String(hash), Buffer.from(text), key, Buffer.from(String(signature), 'base64'))) {
        throw new Refusal(451, `Invalid Signature Detected: ${text}`);
      }
    }
    return owner;
  });
}

function entriesOf(sheet: string): readonly Entry[] {
  try {
    const value: unknown = JSON.parse(sheet);
    return (Array.isArray(value) ? value : [value]) as readonly Entry[];
  } catch {
    throw new Refusal(496, 'Missing or Malformed Signature.');
  }
}

/**
 * The parts of a value that an existing server shows to the holders of keys; undefined if it shows nothing. It leaves out members
 * that are null, and elements of arrays that are null, false, 0 or empty.
 *
 * @param keys as PEM; null: an admin's
 */
export function shownPart(value: Json, keys: readonly string[] | null): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => shownPart(item, keys)).filter((item) => Boolean(item)) as Json[];
  if (typeof value !== 'object' || value === null) return value;
  const node = value as JsonObject;
  if (isProtected(node) && keys !== null) {
    const text = JSON.stringify(node);
    if (!keys.some((key) => text.includes(key))) return undefined;
  }
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, item]): [string, Json][] => {
      const shown = item === null ? undefined : shownPart(item, keys);
      return shown === undefined ? [] : [[name, shown]];
    }),
  );
}

/** Whether a node is for its readers only. */
function isProtected(node: JsonObject): boolean {
  const readers = node['@reader'] ?? node['reader'];
  return (
    (Array.isArray(readers) && readers.length > 0) || /EncryptedValue$/.test(String(node['@type'] ?? node['type']))
  );
}

/** Whether anything in a text may be protected. If nothing is, an existing server ignores signature sheets. */
export function mayBeProtected(text: string): boolean {
  return /"@?reader":\["|EncryptedValue"/.test(text);
}
