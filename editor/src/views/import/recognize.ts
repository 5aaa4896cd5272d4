/** Formats that the editor takes, in the order in which they are offered. */
export const FORMATS = ['ctdl-asn', 'asn', 'case', 'objects', 'xlsx', 'csv', 'text'] as const;

export type Format = (typeof FORMATS)[number];

/** Number of characters that are examined: the terms of a format are near the beginning. */
const HEAD_CHARACTERS = 200_000;

/** Whether a file starts as a ZIP archive, which a workbook is. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * The format that a text most probably has.
 *
 * @param fileName decides between tables and indented text where it has an ending; empty for pasted text
 */
export function recognize(text: string, fileName: string): Format {
  const head = text
    .slice(0, HEAD_CHARACTERS)
    .replace(/^\uFEFF/, '')
    .trimStart();
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (head.startsWith('{') || head.startsWith('[')) return ofJson(head);
  if (ending === 'csv' || ending === 'tsv') return 'csv';
  if (/^<(?:\?xml|rdf:|!DOCTYPE rdf)/i.test(head) || /^(?:@prefix|@base|prefix\s)/im.test(head)) return 'asn';
  if (/^(?:#[^\n]*\n)*<[a-z]+:[^>\s]*>\s+<[a-z]+:[^>\s]*>\s/i.test(head)) return 'asn';
  if (ending === 'txt' || ending === 'md') return 'text';
  return isTable(head) ? 'csv' : 'text';
}

/**
 * Contexts and types say what a document is, also where it is long or not complete. Ids do not: ids of objects of the service's
 * vocabulary, which name it, are ids in documents of all other formats too.
 */
function ofJson(head: string): Format {
  if (/"CFDocument"\s*:/.test(head)) return 'case';
  const terms: string[] = [];
  const prefixes: string[] = [];
  for (const [, text, list, context] of head.matchAll(TERMS)) {
    if (text !== undefined) terms.push(text);
    terms.push(...quotedIn(list ?? ''));
    prefixes.push(...quotedIn(context ?? ''));
  }
  if (terms.some((term) => SERVICE_TERM.test(term))) return 'objects';
  // The first term decides: documents of ASN may have parts, and always have prefixes, of CTDL-ASN.
  const term = [...terms, ...prefixes].find((one) => CTDL_TERM.test(one) || ASN_TERM.test(one));
  if (term !== undefined) return CTDL_TERM.test(term) ? 'ctdl-asn' : 'asn';
  if (terms.length + prefixes.length > 0) return 'objects';
  if (/"ceasn:|"ceterms:ctid"/.test(head)) return 'ctdl-asn';
  return /"asn:|purl\.org\/ASN/.test(head) ? 'asn' : 'objects';
}

/** Contexts and types: a text, a list, or an object with the prefixes of a context. */
const TERMS = /"@?(?:context|type)"\s*:\s*(?:"([^"]*)"|\[([^\]]*)\]|\{([^}]*)\})/g;

/** The service's own vocabulary, by its host, in any version. */
const SERVICE_TERM = /^https?:\/\/schema\.(?:cassproject|svc)\.org\//i;

const CTDL_TERM = /^(?:ceasn|ceterms):|^https?:\/\/(?:credreg\.net\/ctdl|purl\.org\/ctdl)/i;

const ASN_TERM = /^asn:|^https?:\/\/purl\.org\/asn\//i;

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"/g)].map(([, quoted = '']) => quoted);
}

/** Whether the first lines have the same number of cells, and more than one. */
function isTable(head: string): boolean {
  const lines = head
    .split(/\r\n|\r|\n/)
    .slice(0, 5)
    .filter((line) => line.trim() !== '');
  return (
    lines.length > 1 &&
    [',', ';', '\t'].some((delimiter) => {
      const [first = 0, ...others] = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length);
      return first > 1 && others.every((count) => count === first);
    })
  );
}
