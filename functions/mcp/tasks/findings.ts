import type { CallToolResult } from '@modelcontextprotocol/server';
import { objectUri, outlineUri } from '../resources/templates.ts';
import { DATA_NOTICE } from '../stored-text.ts';

/** The result of a task. */
export type Findings<O> = {
  /** Sentences for the assistant; stored texts in them are quoted. */
  readonly lines: readonly string[];
  /** The same for programs. */
  readonly data: Immutable<O>;
  /** Objects for further calls. */
  readonly links?: readonly Link[];
};

/** An object for further calls; `name` is quoted. */
export type Link = { readonly id: string; readonly name: string; readonly isFramework?: boolean };

/** A value whose members, at all depths, are not changed. */
type Immutable<T> = { readonly [name in keyof T]: Immutable<T[name]> };

/** Maximum number of links in one result. */
const MAX_LINKS = 20;

/** Findings as the result of a tool. */
export function resultOf<O extends object>({ lines, data, links = [] }: Findings<O>): CallToolResult {
  return {
    content: [
      { type: 'text', text: [...lines, DATA_NOTICE].join('\n') },
      ...links.slice(0, MAX_LINKS).map(({ id, name, isFramework = false }) => ({
        type: 'resource_link' as const,
        name,
        uri: isFramework ? outlineUri(id) : objectUri(id),
        mimeType: isFramework ? 'text/plain' : 'application/ld+json',
      })),
    ],
    structuredContent: data,
  };
}
