import { Problem } from '../../../base/errors/problem.ts';

/** What `@context` of DID documents begins with. */
export const DID_CONTEXT = 'https://www.w3.org/ns/did/v1';

/** The DID of the service at an address (did:web): its document is at `/.well-known/did.json` of the host. */
export function didOf(base: string): string {
  return `did:web:${encodeURIComponent(new URL(base).host)}`;
}

/**
 * Where the document of a DID is (did:web, 2.5.2 Read).
 *
 * @throws Problem `malformed-request` (400) for what is not such a DID
 */
export function didWebAddress(did: string): string {
  const [, , host = '', ...path] = did.split(':');
  const segments = path.map(decoded);
  if (
    !did.startsWith('did:web:') ||
    host === '' ||
    segments.some((segment) => segment === '' || /[/?#]/.test(segment))
  ) {
    throw new Problem('malformed-request', `${did.slice(0, 100)} is not a DID of the method web.`);
  }
  const address = `https://${decoded(host)}/${segments.length === 0 ? '.well-known' : segments.map(encodeURIComponent).join('/')}/did.json`;
  if (!URL.canParse(address)) throw new Problem('malformed-request', `${did.slice(0, 100)} names no host.`);
  return address;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
