import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';

/** The revision without sessions: each request is complete by itself. */
export const STANDALONE_REVISION = '2026-07-28';

/** The oldest revision that is negotiated. */
export const OLDEST_REVISION = '2024-11-05';

/** The first revision with `annotations` of tools. */
const WITH_ANNOTATIONS = '2025-03-26';

/** The first revision with links to resources, structured results, output schemas and titles of tools; and without batches. */
export const WITH_STRUCTURED_RESULTS = '2025-06-18';

/** A tool as listed in a revision. */
export function toolIn(revision: string, { annotations, outputSchema, title, ...tool }: ListedTool): ListedTool {
  const hasTitle = revision >= WITH_STRUCTURED_RESULTS;
  return {
    ...tool,
    ...(hasTitle && title !== undefined && { title }),
    ...(hasTitle && outputSchema !== undefined && { outputSchema: outputIn(revision, outputSchema) }),
    ...(revision >= WITH_ANNOTATIONS && annotations !== undefined && { annotations }),
  };
}

/**
 * Before 2026-07-28 output schemas must describe objects (2025-11-25, Tools: output schema): other values are wrapped in the member
 * `result`. The SDK does the same with the values.
 */
function outputIn(
  revision: string,
  schema: NonNullable<ListedTool['outputSchema']>,
): NonNullable<ListedTool['outputSchema']> {
  if (revision >= STANDALONE_REVISION || schema.type === 'object') return schema;
  const { $defs, ...result } = schema;
  const wrapped = { type: 'object', properties: { result }, required: ['result'] };
  return $defs === undefined ? wrapped : { ...wrapped, $defs };
}

/** A result in a revision: clients of revisions before 2025-06-18 refuse results with links. The text names the same objects. */
export function resultIn(revision: string, { structuredContent, content, ...result }: CallToolResult): CallToolResult {
  if (revision < WITH_STRUCTURED_RESULTS) {
    return { ...result, content: content.filter(({ type }) => type !== 'resource_link') };
  }
  return { ...result, content, ...(structuredContent !== undefined && { structuredContent }) };
}
