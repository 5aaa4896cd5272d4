import { type Bytes, decodeBase64, encodeBase64 } from './base64.ts';

/** Whether the text looks like a PEM document, and is therefore an error unless it is a valid one. */
export function looksLikePem(text: string): boolean {
  return text.includes('-----BEGIN');
}

/**
 * The same PEM on a single line, as clients send keys and compare them (specification: Write rules 2): line breaks, and
 * white space beside them and around the text, are removed; every other character stays.
 */
export function singleLinePem(text: string): string {
  if (!/[\r\n]/.test(text)) return text.trim();
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join('');
}

/**
 * Decodes one PEM document (RFC 7468), with any white space or none between its parts.
 *
 * @returns its label, such as `PUBLIC KEY`, and its bytes; null when the text is not exactly one PEM document
 */
export function decodePem(text: string): { readonly label: string; readonly bytes: Bytes } | null {
  const match = /^-----BEGIN ([A-Z ]{1,40})-----([^-]*)-----END ([A-Z ]{1,40})-----$/.exec(text.trim());
  const [, label, body, endLabel] = match ?? [];
  if (label === undefined || body === undefined || label !== endLabel) return null;
  const bytes = decodeBase64(body.replace(/[ \t\r\n]+/g, ''));
  return bytes === null || bytes.length === 0 ? null : { label, bytes };
}

/** Encodes a PEM document on a single line, as clients send keys. */
export function encodeSingleLinePem(label: string, bytes: Uint8Array): string {
  return `-----BEGIN ${label}-----${encodeBase64(bytes)}-----END ${label}-----`;
}

/** Encodes a PEM document in lines of 64 characters (RFC 7468), for files. */
export function encodePem(label: string, bytes: Uint8Array): string {
  const lines = encodeBase64(bytes).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
