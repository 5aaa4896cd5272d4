import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
import type { Description } from './description.ts';
import { WITHOUT_TOOL } from './known-tools.ts';
import { operationTool } from './operation-tool.ts';
import { asSchema } from './schema.ts';
import type { Tool } from './tool.ts';
import { isIn, type Toolsets } from './toolsets.ts';

/** Tools of one page of a list. */
const PAGE_SIZE = 50;

/** All tools. */
export type Catalog = {
  /** The tool of this name; null when there is none. */
  readonly tool: (name: string) => Tool | null;
  /**
   * A page of the tools of a session, always in the same order.
   *
   * @returns null for a cursor that is not one of these lists
   */
  readonly page: (
    toolsets: Toolsets,
    cursor: string | undefined,
  ) => { readonly tools: readonly Tool[]; readonly nextCursor?: string } | null;
  /** What is wrong with the arguments of a call; null when they are valid. */
  readonly fault: (tool: Tool, input: unknown) => string | null;
};

/**
 * Makes the tools: one for each operation of the API description.
 *
 * @param others which come first
 */
export function createCatalog(description: Description, others: readonly Tool[]): Catalog {
  const validators = new CfWorkerJsonSchemaValidator();
  const prepared = new Map<Tool, ReturnType<typeof validators.getValidator>>();
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  const tools = [
    ...others,
    ...operations
      .filter(({ operationId }) => !WITHOUT_TOOL.includes(operationId))
      .map((operation) => operationTool(operation, description)),
  ];
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));
  if (byName.size < tools.length) throw new Error('Two tools have the same name.');

  return {
    tool: (name) => byName.get(name) ?? null,
    page(toolsets, cursor = '0') {
      const from = Number(cursor);
      const chosen = tools.filter(({ listed: { name }, toolset }) => isIn(toolsets, { name, toolset }));
      if (!/^\d{1,6}$/.test(cursor) || from > chosen.length) return null;
      const to = from + PAGE_SIZE;
      return { tools: chosen.slice(from, to), ...(to < chosen.length && { nextCursor: String(to) }) };
    },
    fault(tool, input) {
      const validate = prepared.get(tool) ?? validators.getValidator(asSchema(tool.listed.inputSchema));
      prepared.set(tool, validate);
      const result = validate(input);
      return result.valid ? null : innermost(result.errorMessage);
    },
  };
}

/** The error that is farthest inside, of those that the validator lists from the outside in. */
function innermost(errors: string): string {
  const [, where = '', what = errors] = /^(?:.*; )?#(\S*): (.*)$/s.exec(errors) ?? [];
  return `${where === '' ? '' : `${where}: `}${what === 'False boolean schema.' ? 'It is not an argument of this tool.' : what}`;
}
