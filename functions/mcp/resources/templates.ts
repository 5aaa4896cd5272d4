import type { ResourceTemplateType } from '@modelcontextprotocol/server';

const JSON_LD = 'application/ld+json';

/** The scheme that existing clients know, and a neutral one. */
const SCHEMES = ['cass', 'competency'] as const;

/** Templates of the addresses of resources. */
export const TEMPLATES: readonly ResourceTemplateType[] = [
  ...SCHEMES.flatMap((scheme) => [
    {
      name: `${scheme}-object`,
      title: 'An object of the repository, as JSON-LD',
      uriTemplate: `${scheme}://data/{type}/{uid}`,
      mimeType: JSON_LD,
    },
    {
      name: `${scheme}-object-version`,
      title: 'A version of an object, as JSON-LD',
      uriTemplate: `${scheme}://data/{type}/{uid}/{version}`,
      mimeType: JSON_LD,
    },
    {
      name: `${scheme}-object-by-uid`,
      title: 'An object of the repository by its id alone, as JSON-LD',
      uriTemplate: `${scheme}://data/{uid}`,
      mimeType: JSON_LD,
    },
  ]),
  {
    name: 'framework-outline',
    title: 'A framework as readable text',
    uriTemplate: 'competency://outline/{uid}',
    mimeType: 'text/plain',
  },
];

/** The target of a resource address. */
export type ResourceTarget =
  | { readonly kind: 'object'; readonly path: string; readonly uid: string }
  | { readonly kind: 'outline'; readonly uid: string };

/** Parses an address; null if it matches no template. */
export function targetOf(uri: string): ResourceTarget | null {
  const [, outline] = /^competency:\/\/outline\/([^/?#]+)$/.exec(uri) ?? [];
  const [, object] = /^(?:cass|competency):\/\/data\/([^/?#]+(?:\/[^/?#]+){0,2})$/.exec(uri) ?? [];
  const segments = (outline ?? object ?? '').split('/').map(decode);
  if (segments.some((segment) => segment === null || /^\.{0,2}$/.test(segment))) return null;
  if (outline !== undefined) return { kind: 'outline', uid: segments[0] ?? '' };
  return {
    kind: 'object',
    uid: segments[segments.length === 1 ? 0 : 1] ?? '',
    path: `/api/data/${segments.map((segment) => encodeURIComponent(segment ?? '')).join('/')}`,
  };
}

/** The address of an object. @param uid its GUID, or its whole id */
export function objectUri(uid: string): string {
  return `competency://data/${encodeURIComponent(uid)}`;
}

/** The address of the outline of a framework. @param uid its GUID, or its whole id */
export function outlineUri(uid: string): string {
  return `competency://outline/${encodeURIComponent(uid)}`;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
