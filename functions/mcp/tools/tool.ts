import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { ToolsetName } from '../../../shared/config/mcp.ts';
import type { JsonObject } from '../../../shared/linked-data/json.ts';
import type { CallerApi } from '../own-api.ts';
import type { Repository } from '../repository.ts';

/** One call of a tool. */
export type ToolCall = {
  readonly api: CallerApi;
  readonly repository: Repository;
  /** As they were sent: valid, and with all digits of their numbers. */
  readonly input: JsonObject;
  /** Aborted when the caller cancels the call, or disconnects. */
  readonly signal: AbortSignal;
  /** Sends a progress notification; null when the caller wants none. */
  readonly report: ((progress: number, message: string) => void) | null;
};

/** A tool. */
export type Tool = {
  /** As lists show it. */
  readonly listed: ListedTool;
  readonly toolset: ToolsetName;
  /** Its result; a failure of the call is one too, with `isError`. */
  readonly run: (call: ToolCall) => Promise<CallToolResult>;
};

/** A JSON Schema. */
export type Schema = { readonly [keyword: string]: unknown };

/** The result of a call that failed, in words for the assistant. */
export function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
