import { Problem } from '../../../../shared/errors/problem.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../../../shared/linked-data/json.ts';
import { items } from '../../../../shared/linked-data/references.ts';

/** Formats that the editor takes, in the order in which they are offered. */
export const FORMATS = ['ctdl-asn', 'asn', 'case', 'objects', 'xlsx', 'csv', 'text'] as const;

export type Format = (typeof FORMATS)[number];

/** Characters that are looked at: the terms of a format stand near the beginning. */
const HEAD_CHARACTERS = 200_000;

/** Whether a file begins as a ZIP archive does, which a workbook is. */
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
  if (head.startsWith('{') || head.startsWith('[')) return ofJson(text.replace(/^\uFEFF/, '').trimStart());
  if (ending === 'csv' || ending === 'tsv') return 'csv';
  if (/^<(?:\?xml|rdf:|!DOCTYPE rdf)/i.test(head) || /^(?:@prefix|@base|prefix\s)/im.test(head)) return 'asn';
  if (/^(?:#[^\n]*\n)*<[a-z]+:[^>\s]*>\s+<[a-z]+:[^>\s]*>\s/i.test(head)) return 'asn';
  if (ending === 'txt' || ending === 'md') return 'text';
  return isTable(head) ? 'csv' : 'text';
}

function ofJson(text: string): Format {
  const top = topOf(text);
  return top === null ? ofTerms(text.slice(0, HEAD_CHARACTERS)) : ofValue(top);
}

/** The value of a JSON text, or that of the first line of an export; null for text that is not JSON. */
function topOf(text: string): Json | null {
  for (const part of [text, text.split('\n', 1)[0] ?? '']) {
    try {
      return parseJson(part, 'The document');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return null;
}

/**
 * Contexts and types say what a document is. Ids do not: those of objects of the service's vocabulary are ids in documents of all other
 * formats too.
 */
function ofValue(top: Json): Format {
  const documents = (Array.isArray(top) ? top : [top]).filter(isObject);
  const isPackage = (object: JsonObject): boolean => member(object, 'CFDocument') !== undefined;
  if (
    documents.some((one) => isPackage(one) || Object.values(one).some((inner) => isObject(inner) && isPackage(inner)))
  ) {
    return 'case';
  }
  const nodes = documents.flatMap((one) => [one, ...items(member(one, '@graph')).filter(isObject)]);
  const contexts = nodes.flatMap((node) => textsIn(member(node, '@context')));
  const terms = [...contexts, ...nodes.flatMap((node) => textsIn(member(node, '@type') ?? member(node, 'type')))];
  if (terms.length === 0) return ofTerms(JSON.stringify(top).slice(0, HEAD_CHARACTERS));
  if (terms.some((term) => SERVICE_TERM.test(term))) return 'objects';
  if (terms.some((term) => CTDL_TERM.test(term))) return 'ctdl-asn';
  return terms.some((term) => ASN_TERM.test(term)) ? 'asn' : 'objects';
}

/** The service's own vocabulary, by its host, in any version. */
const SERVICE_TERM = /^https?:\/\/schema\.(?:cassproject|svc)\.org\//i;

const CTDL_TERM = /^(?:ceasn|ceterms):|^https?:\/\/(?:credreg\.net\/ctdl|purl\.org\/ctdl)/i;

const ASN_TERM = /^asn:|^https?:\/\/purl\.org\/asn\//i;

/** The texts of a context or type: itself, or what is in its list or its prefixes. */
function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return value !== undefined && isObject(value) ? Object.values(value).filter((one) => typeof one === 'string') : [];
}

/** For what has neither contexts nor types, or is not complete: by the terms that are in it. */
function ofTerms(head: string): Format {
  if (/"CFDocument"\s*:/.test(head)) return 'case';
  if (/credreg\.net\/ctdlasn|"ceasn:|"ceterms:ctid"/.test(head)) return 'ctdl-asn';
  return /purl\.org\/ASN|"asn:/.test(head) ? 'asn' : 'objects';
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
