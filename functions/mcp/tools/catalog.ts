import type { ListToolsResult } from '@modelcontextprotocol/server';
import { createPromiseCache } from '../../../shared/base/concurrency/promise-cache.ts';
import { toolIn } from '../revision.ts';
import type { Description } from './description.ts';
import { WITHOUT_TOOL } from './known-tools.ts';
import { operationTool } from './operation-tool.ts';
import type { Tool } from './tool.ts';
import { isIn, type Toolsets } from './toolsets.ts';
import type { Validate } from './validate.ts';

/** Number of tools on one page of a list. */
const PAGE_SIZE = 50;

/** The revisions with sessions, or the one in which each request stands alone. */
export type Era = 'sessions' | 'standalone';

/** A page of a list of tools. */
type Page = Pick<ListToolsResult, 'tools' | 'nextCursor'>;

/** All tools. */
export type Catalog = {
  /** The tool of this name; null when there is none. */
  readonly tool: (name: string) => Tool | null;
  /**
   * A page of the tools of a session in a revision of the protocol, always in the same order.
   *
   * @returns null for a cursor that is not one of these lists
   */
  readonly page: (toolsets: Toolsets, revision: string, cursor: string | undefined) => Page | null;
  /** The error in the arguments of a call; null when they are valid. */
  readonly fault: (tool: Tool, input: unknown) => Promise<string | null>;
};

/**
 * Makes the tools: one for each operation of the API description.
 *
 * @param others tools that come first
 */
export function createCatalog(description: Description, others: readonly Tool[]): Catalog {
  const validators = createPromiseCache<'validate', Validate>();
  const tools = [
    ...others,
    ...description.operations
      .filter(({ id }) => !WITHOUT_TOOL.includes(id))
      .map((operation) => operationTool(operation, description)),
  ];
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new Error('Two tools have the same name.');

  return {
    tool: (name) => byName.get(name) ?? null,
    page(toolsets, revision, cursor = '0') {
      const from = Number(cursor);
      const chosen = tools.filter((tool) => isIn(toolsets, tool));
      if (!/^\d{1,6}$/.test(cursor) || from > chosen.length) return null;
      const to = from + PAGE_SIZE;
      const page = chosen.slice(from, to).map(({ listed }) => toolIn(revision, listed()));
      return { tools: page, ...(to < chosen.length && { nextCursor: String(to) }) };
    },
    async fault(tool, input) {
      const validate = await validators('validate', async () => (await import('./validate.ts')).createValidate());
      return validate(tool, input);
    },
  };
}
