import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { ToolsetName } from '../../../shared/base/config/mcp.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { CallerApi } from '../own-api.ts';
import type { McpRepository } from '../repository.ts';

/** One call of a tool. */
export type ToolCall = {
  readonly api: CallerApi;
  readonly repository: McpRepository;
  /** The valid arguments, with all digits of their numbers. */
  readonly input: JsonObject;
  /** Aborted when the caller cancels the call, or disconnects. */
  readonly signal: AbortSignal;
  /** Sends a progress notification; null when the caller wants none. */
  readonly report: ((progress: number, message: string) => void) | null;
};

/** A tool. */
export type Tool = {
  readonly name: string;
  readonly toolset: ToolsetName;
  /** The tool as lists show it; built on first use. */
  readonly listed: () => ListedTool;
  /** Its result; a failed call has a result with `isError`. */
  readonly run: (call: ToolCall) => Promise<CallToolResult>;
};

/** A JSON Schema. */
export type Schema = { readonly [keyword: string]: unknown };

/** The result of a call that failed, with a text for the assistant. */
export function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Creates a value at its first use, and caches it: most processes list few of the tools. */
export function lazily<T extends {}>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
