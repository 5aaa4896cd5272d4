import { createBoundedCache } from '../../../shared/base/concurrency/bounded-cache.ts';
import { createPromiseCache } from '../../../shared/base/concurrency/promise-cache.ts';
import { encodeUtf8 } from '../../../shared/base/crypto/text-encoding.ts';
import type { ToolsJson } from '../raw-json.ts';
import { toolIn } from '../revision.ts';
import type { Description } from './description.ts';
import { WITHOUT_TOOL } from './known-tools.ts';
import { operationTool } from './operation-tool.ts';
import type { Tool } from './tool.ts';
import { isIn, type Toolsets } from './toolsets.ts';
import type { Validate } from './validate.ts';

/** Tools of one page of a list. */
const PAGE_SIZE = 50;

/** Cached pages: nearly all sessions have the same toolsets. Each has some 60,000 characters or more. */
const KEPT_PAGES = 20;

/** The revisions with sessions, or the one in which each request stands alone. */
export type Era = 'sessions' | 'standalone';

/** A page of a list of tools. */
export type Page = ToolsJson & { readonly nextCursor?: string };

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
  /** What is wrong with the arguments of a call; null when they are valid. */
  readonly fault: (tool: Tool, input: unknown) => Promise<string | null>;
};

/**
 * Makes the tools: one for each operation of the API description.
 *
 * @param others tools that come first
 */
export function createCatalog(description: Description, others: readonly Tool[]): Catalog {
  const validators = createPromiseCache<'validate', Validate>();
  const pages = createBoundedCache<string, Page>(KEPT_PAGES);
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
      const key = JSON.stringify([toolsets, revision, cursor]);
      const kept = pages.get(key);
      if (kept !== undefined) return kept;
      const from = Number(cursor);
      const chosen = tools.filter((tool) => isIn(toolsets, tool));
      if (!/^\d{1,6}$/.test(cursor) || from > chosen.length) return null;
      const page = pageOf(chosen, from, revision);
      pages.set(key, page);
      return page;
    },
    async fault(tool, input) {
      const validate = await validators('validate', async () => (await import('./validate.ts')).createValidate());
      return validate(tool, input);
    },
  };
}

function pageOf(tools: readonly Tool[], from: number, revision: string): Page {
  const to = from + PAGE_SIZE;
  const text = tools
    .slice(from, to)
    .map(({ listed }) => JSON.stringify(toolIn(revision, listed())))
    .join(',');
  return { text, bytes: encodeUtf8(text), ...(to < tools.length && { nextCursor: String(to) }) };
}
