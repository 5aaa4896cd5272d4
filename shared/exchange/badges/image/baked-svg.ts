import { type XmlPart, xmlParts } from './xml-scan.ts';

/** Namespaces of the element with a badge (Open Badges 2.0 and 3.0, Baked Badges; Comprehensive Learner Record 2.0). */
const NAMESPACES = new Set([
  'http://openbadges.org',
  'https://purl.imsglobal.org/ob/v3p0',
  'https://purl.imsglobal.org/clr/v2p0',
]);
const NAMES = /^(?:([^:]*):)?(?:assertion|credential)$/;
const DECLARATION = /^xmlns(?::(.*))?$/;

/** Images exist that use the prefix of the standard without declaring it. */
const KNOWN_PREFIX = { openbadges: 'http://openbadges.org' };

/**
 * The badge in an SVG document: the content of its element, or, if that is empty, its attribute `verify`. The first such element
 * that has either counts, by its namespace, whatever its prefix is.
 *
 * @returns null where there is none, or it is longer than `maxLength`
 */
export function textInSvg(svg: string, maxLength: number): string | null {
  const scopes = createScopes();
  const parts = xmlParts(svg);
  for (const part of parts) {
    if (part.kind === 'end') scopes.leave();
    if (part.kind !== 'start') continue;
    const { name, attributes } = part;
    scopes.enter(attributes);
    const [isNamed, prefix = ''] = NAMES.exec(name) ?? [];
    if (isNamed === undefined || !NAMESPACES.has(scopes.namespace(prefix))) continue;
    const content = contentOf(parts, maxLength);
    const text = content?.trim() || attributes.get('verify')?.trim();
    if (content === null || (text ?? '').length > maxLength) return null;
    if (text !== undefined && text !== '') return text;
    scopes.leave();
  }
  return null;
}

/** The text in the element that has begun; null if that does not end, or is longer than `maxLength`. Reads to the end of the element. */
function contentOf(parts: Iterator<XmlPart>, maxLength: number): string | null {
  const texts: string[] = [];
  let length = 0;
  let depth = 1;
  for (let next = parts.next(); next.done !== true && length <= maxLength; next = parts.next()) {
    const { value: part } = next;
    if (part.kind === 'text') {
      texts.push(part.text);
      length += part.text.length;
    } else depth += part.kind === 'start' ? 1 : -1;
    if (depth === 0) return length > maxLength ? null : texts.join('');
  }
  return null;
}

/** The namespaces that prefixes stand for in the element that is read (Namespaces in XML 1.0, 6.1). */
function createScopes() {
  const declared = new Map<string, string[]>(Object.entries(KNOWN_PREFIX).map(([prefix, uri]) => [prefix, [uri]]));
  const open: (readonly string[])[] = [];
  return {
    /** The empty text for none. */
    namespace: (prefix: string) => declared.get(prefix)?.at(-1) ?? '',
    enter(attributes: ReadonlyMap<string, string>): void {
      const prefixes: string[] = [];
      for (const [name, uri] of attributes) {
        const [isDeclaration, prefix = ''] = DECLARATION.exec(name) ?? [];
        if (isDeclaration === undefined) continue;
        const outer = declared.get(prefix);
        if (outer === undefined) declared.set(prefix, [uri]);
        else outer.push(uri);
        prefixes.push(prefix);
      }
      open.push(prefixes);
    },
    leave(): void {
      for (const prefix of open.pop() ?? []) declared.get(prefix)?.pop();
    },
  };
}
