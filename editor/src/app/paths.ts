/** The props of a view: the variable segments of its address, decoded. */
export type ViewProps = { readonly params: Readonly<Record<string, string | undefined>> };

/** The address of a framework, or of one of its views. @param id its short id */
export function frameworkPath(id: string, view?: string): string {
  return `/frameworks/${toSegment(id)}${view === undefined ? '' : `/${view}`}`;
}

/** What is opened as a whole: a framework, or a concept scheme. */
export type RootKind = 'framework' | 'scheme';

/** The address of a framework or a concept scheme, or of one of its views. @param id its short id */
export function rootPath(kind: RootKind, id: string, view?: string): string {
  if (kind === 'framework') return frameworkPath(id, view);
  return `${schemePath(id)}${view === undefined ? '' : `/${view}`}`;
}

/** The address of a concept scheme, or of one of its concepts. @param id its short id */
export function schemePath(id: string, concept?: string): string {
  const chosen = concept === undefined ? '' : `?${new URLSearchParams({ concept })}`;
  return `/schemes/${toSegment(id)}${chosen}`;
}

/** Any text as a segment of an address. The router decodes all but reserved characters, so a percent sign is encoded twice. */
export function toSegment(text: string): string {
  return encodeURIComponent(text.replaceAll('%', '%25'));
}

/** The text of a segment that the router passes; unchanged if it is not encoded properly. */
export function fromSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
