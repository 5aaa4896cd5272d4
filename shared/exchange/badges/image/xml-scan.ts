/** A part of an XML document. Names are as they are written, with their prefix; references to characters are resolved. */
export type XmlPart =
  | { readonly kind: 'start'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'end' }
  | { readonly kind: 'text'; readonly text: string };

const NAME = /[^\s=/<>"'!?]+/y;
const ATTRIBUTE = /\s+([^\s=/<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const START_END = /\s*(\/?)>/y;
/** What ends a document type, and what may hide that: its internal subset, texts in quotes, comments, instructions. */
const DOCTYPE_PART = /"[^"]*"|'[^']*'|<!--|<\?|[[\]>]/g;

/**
 * The parts of an XML document in their order (XML 1.0), in time that is proportional to its length: start and end of elements, and
 * text, with that of CDATA sections. Comments, processing instructions and the document type are left out; references to entities of
 * the document stay as they are. The document is not checked; where a tag cannot be read, the parts end.
 */
export function* xmlParts(document: string): Generator<XmlPart> {
  for (let at = 0; at < document.length; ) {
    const tag = document.indexOf('<', at);
    const end = tag === -1 ? document.length : tag;
    if (end > at) yield { kind: 'text', text: resolved(document.slice(at, end)) };
    const found = tag === -1 ? null : markupAt(document, tag);
    if (found === null) return;
    yield* found.parts;
    at = found.end;
  }
}

/** What begins with a `<`. */
function markupAt(document: string, tag: number): { readonly parts: readonly XmlPart[]; readonly end: number } | null {
  if (document.startsWith('<![CDATA[', tag)) {
    const end = after(document, ']]>', tag);
    return { parts: [{ kind: 'text', text: document.slice(tag + 9, end - 3) }], end };
  }
  if (document.startsWith('<!', tag) || document.startsWith('<?', tag)) {
    return { parts: [], end: afterUnseen(document, tag) };
  }
  if (document.startsWith('</', tag)) return { parts: [{ kind: 'end' }], end: after(document, '>', tag) };
  return startTag(document, tag);
}

function startTag(document: string, tag: number) {
  const name = matchAt(NAME, document, tag + 1)?.[0];
  if (name === undefined) return null;
  const attributes = new Map<string, string>();
  let at = tag + 1 + name.length;
  for (let found = matchAt(ATTRIBUTE, document, at); found !== null; found = matchAt(ATTRIBUTE, document, at)) {
    const [all, attribute = '', quoted, singly = ''] = found;
    attributes.set(attribute, resolved(quoted ?? singly));
    at += all.length;
  }
  const end = matchAt(START_END, document, at);
  if (end === null) return null;
  const start: XmlPart = { kind: 'start', name, attributes };
  const parts: readonly XmlPart[] = end[1] === '/' ? [start, { kind: 'end' }] : [start];
  return { parts, end: at + end[0].length };
}

/** After a comment, a processing instruction or a document type. */
function afterUnseen(document: string, at: number): number {
  if (document.startsWith('<!--', at)) return after(document, '-->', at + 4);
  if (document.startsWith('<?', at)) return after(document, '?>', at + 2);
  let isInside = false;
  DOCTYPE_PART.lastIndex = at + 2;
  for (let found = DOCTYPE_PART.exec(document); found !== null; found = DOCTYPE_PART.exec(document)) {
    const [part] = found;
    if (part === '>' && !isInside) return DOCTYPE_PART.lastIndex;
    if (part === '[' || part === ']') isInside = part === '[';
    if (part.startsWith('<')) DOCTYPE_PART.lastIndex = afterUnseen(document, found.index);
  }
  return document.length;
}

function after(document: string, end: string, from: number): number {
  const found = document.indexOf(end, from);
  return found === -1 ? document.length : found + end.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const OTHER_REFERENCES = /&(?:amp|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g;

/** The text with its references to characters replaced by these (XML, 4.1 and 4.6). */
function resolved(text: string): string {
  // Calling a function for each of a million references would hold up other requests: the names are replaced by texts.
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(OTHER_REFERENCES, (all, decimal, hex) => {
      if (all === '&amp;') return '&';
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
    });
}
