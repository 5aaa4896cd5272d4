import { TOOLSET_NAMES, type ToolsetName } from '../../../shared/base/config/mcp.ts';
import { Problem } from '../../../shared/base/errors/problem.ts';

/** The tools of a session. */
export type Toolsets = {
  readonly names: readonly ToolsetName[];
  /** Names of further tools that are not in these sets. */
  readonly extra: readonly string[];
};

/** The toolsets if neither the configuration nor the session names others: reading, tasks and evidence. */
export const DEFAULT_TOOLSETS: Toolsets = { names: ['read', 'task'], extra: ['record_evidence'] };

/**
 * The toolsets that a request names, in the query or in a header.
 *
 * @returns null when it names none
 * @throws Problem `invalid-parameter` (400)
 */
export function requestedToolsets({ url, headers }: Request): readonly ToolsetName[] | null {
  const text = new URL(url).searchParams.get('toolsets') ?? headers.get('mcp-toolsets');
  if (text === null) return null;
  const parts = text
    .toLowerCase()
    .split(',')
    .flatMap((part) => part.trim() || []);
  const names = TOOLSET_NAMES.filter((name) => parts.includes(name));
  if (parts.length > 0 && parts.every((part) => TOOLSET_NAMES.some((name) => name === part))) return names;
  throw new Problem('invalid-parameter', `toolsets must be some of ${TOOLSET_NAMES.join(', ')}, separated by commas.`, {
    where: 'toolsets',
  });
}

/** Whether a tool belongs to the tools of a session. */
export function isIn(
  { names, extra }: Toolsets,
  tool: { readonly name: string; readonly toolset: ToolsetName },
): boolean {
  return names.includes('all') || names.includes(tool.toolset) || extra.includes(tool.name);
}
