/** What a view is given: the variable segments of its address, decoded. */
export type ViewProps = { readonly params: Readonly<Record<string, string | undefined>> };

/** The address of a framework, or of one of its views. @param id its short id */
export function frameworkPath(id: string, view?: string): string {
  return `/frameworks/${encodeURIComponent(id)}${view === undefined ? '' : `/${view}`}`;
}
